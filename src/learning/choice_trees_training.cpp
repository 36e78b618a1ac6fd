#include "learning/choice_trees_training.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/random.h"
#include "learning/choice_network_model.h"
#include "learning/choice_rows.h"

namespace skein::learning {
namespace {

constexpr std::size_t kExamplesAtOnce = 256;     // by one thread
constexpr std::size_t kExamplesForCuts = 5'000;  // some more or less

// Rows of one kind, of candidates or of none, in bins.
struct RowTable {
  std::size_t columns = 0;
  std::vector<Binning> binning;  // one
  std::vector<std::uint8_t> bins;
  std::vector<std::uint64_t> packed;  // by row
  std::vector<float> scores;          // by row

  const std::uint8_t* row(std::size_t k) const { return bins.data() + k * columns; }
};

template <class Task>
void for_each_example(std::size_t count, Workers& workers, Task task) {
  workers.run((count + kExamplesAtOnce - 1) / kExamplesAtOnce, [&](std::size_t k, std::size_t) {
    const std::size_t end = std::min(count, (k + 1) * kExamplesAtOnce);
    for (std::size_t i = k * kExamplesAtOnce; i < end; ++i) task(i);
  });
}

class Boosting {
 public:
  Boosting(const ChoiceExamples& examples, const ChoiceTreesOptions& options, Workers& workers)
      : examples_(examples),
        options_(options),
        workers_(workers),
        rng_(options.seed),
        split_(split_examples(examples, options.validation)),
        held_out_(examples.size(), 0) {
    for (std::uint32_t i : split_.validation) held_out_[i] = 1;
    number_rows();
    fill_table(candidates_, candidate_columns(examples.channels), first_rows_.back());
    fill_table(none_, none_columns(examples.channels), examples.size());
    // Slopes of an example add up to 2 at most, in size, and curvatures to 1.
    const auto count = static_cast<double>(examples.size());
    slope_unit_ = std::exp2(std::ceil(std::log2(2 * count)) - 30);
    curvature_unit_ = std::exp2(std::ceil(std::log2(count)) - 31);
  }

  ChoiceTreesCourse run() {
    const double started = cpu_seconds();
    ChoiceTreesCourse course;
    course.model = ChoiceTrees(examples_.channels, examples_.places);
    for (std::size_t round = 0; round < options_.rounds; ++round) {
      course.model.rounds().push_back(grow(round));
      course.points.push_back(validation_fit());
      const std::size_t best = course.best == 0 ? 0 : course.best - 1;
      const bool better = course.points.back().loss < course.points[best].loss;
      if (better || round == 0 || split_.validation.empty()) course.best = round + 1;
      if (options_.patience > 0 && round + 1 >= course.best + options_.patience) break;
      if (options_.deadline.passed()) break;
    }
    course.model.rounds().resize(course.best);
    course.cpu_seconds = cpu_seconds() - started;
    return course;
  }

 private:
  std::size_t classes() const { return examples_.places + 1; }

  void number_rows() {
    first_rows_.push_back(0);
    for (std::size_t i = 0; i < examples_.size(); ++i) {
      for (std::size_t place = 0; place < examples_.places; ++place) {
        if (examples_.allowed[i * classes() + place] == 0) continue;
        places_.push_back(static_cast<std::uint32_t>(place));
      }
      first_rows_.push_back(static_cast<std::uint32_t>(places_.size()));
    }
  }

  // take(number) for all rows of an example, with each in the room.
  template <class Take>
  void make_rows(const RowTable& table, std::size_t i, std::vector<float>& room, Take take) const {
    room.resize(table.columns);
    if (&table == &none_) {
      fill_none_row(examples_, i, room);
      return take(i);
    }
    for (std::size_t k = first_rows_[i]; k < first_rows_[i + 1]; ++k) {
      fill_candidate_row(examples_, i, places_[k], room);
      take(k);
    }
  }

  // Cuts are those of some examples that are learnt from.
  void fill_table(RowTable& table, std::size_t columns, std::size_t rows) {
    table.columns = columns;
    table.bins.resize(rows * columns);
    table.packed.resize(rows);
    table.scores.assign(rows, 0.0F);
    std::vector<float> sample;
    std::vector<float> room;
    const std::size_t step = std::max<std::size_t>(1, split_.training.size() / kExamplesForCuts);
    for (std::size_t k = 0; k < split_.training.size(); k += step) {
      make_rows(table, split_.training[k], room,
                [&](std::size_t) { sample.insert(sample.end(), room.begin(), room.end()); });
    }
    table.binning.emplace_back(sample, columns);
    for_each_example(examples_.size(), workers_, [&](std::size_t i) {
      std::vector<float> own;
      make_rows(table, i, own, [&](std::size_t k) {
        table.binning[0].fill_bins(own, std::span(table.bins).subspan(k * columns, columns));
      });
    });
  }

  ChoiceTrees::Round grow(std::size_t round) {
    fill_slopes();
    Rng rng = rng_.split("round", round);
    std::vector<std::uint32_t> of_candidates;
    std::vector<std::uint32_t> of_none;
    for (std::uint32_t i : split_.training) {
      if (!rng.chance(options_.example_share)) continue;
      of_none.push_back(i);
      for (std::uint32_t k = first_rows_[i]; k < first_rows_[i + 1]; ++k)
        of_candidates.push_back(k);
    }
    ChoiceTrees::Round trees;
    trees.of_candidates = grow_on(candidates_, of_candidates, rng);
    trees.of_none = grow_on(none_, of_none, rng);
    return trees;
  }

  Tree grow_on(RowTable& table, std::vector<std::uint32_t>& rows, Rng& rng) {
    std::vector<std::uint32_t> columns(table.columns);
    std::iota(columns.begin(), columns.end(), 0U);
    rng.shuffle(std::span(columns));
    const double share = options_.column_share * static_cast<double>(table.columns);
    columns.resize(
        std::clamp<std::size_t>(static_cast<std::size_t>(std::lround(share)), 1, table.columns));
    std::ranges::sort(columns);
    Tree tree = grow_tree({table.columns, table.bins, table.packed, slope_unit_, curvature_unit_},
                          table.binning[0], rows, columns, options_.tree, workers_);
    for (TreeNode& node : tree.nodes) node.value *= static_cast<float>(options_.rate);
    for_each_example(table.scores.size(), workers_,
                     [&](std::size_t k) { table.scores[k] += tree.value_of(table.row(k)); });
    return tree;
  }

  // Of one example, by class.
  void fill_probabilities(std::size_t i, std::span<float> logarithms) const {
    const std::span<const char> allowed = std::span(examples_.allowed).subspan(i * classes());
    for (std::size_t k = first_rows_[i]; k < first_rows_[i + 1]; ++k) {
      logarithms[places_[k]] = candidates_.scores[k];
    }
    logarithms[examples_.places] = none_.scores[i];
    to_log_probabilities(logarithms, allowed.first(classes()));
  }

  std::uint64_t packed_slope(float logarithm, bool is_truth) const {
    const double p = std::exp(static_cast<double>(logarithm));
    return pack(static_cast<std::int32_t>(std::lround((p - (is_truth ? 1 : 0)) / slope_unit_)),
                static_cast<std::uint32_t>(std::lround(p * (1 - p) / curvature_unit_)));
  }

  void fill_slopes() {
    for_each_example(examples_.size(), workers_, [&](std::size_t i) {
      if (held_out_[i] != 0) return;
      std::vector<float> logarithms(classes());
      fill_probabilities(i, logarithms);
      const std::uint32_t truth = examples_.truth[i];
      for (std::size_t k = first_rows_[i]; k < first_rows_[i + 1]; ++k) {
        candidates_.packed[k] = packed_slope(logarithms[places_[k]], places_[k] == truth);
      }
      none_.packed[i] = packed_slope(logarithms.back(), truth == examples_.places);
    });
  }

  ChoiceFit validation_fit() const {
    ChoiceFit fit;
    std::vector<float> logarithms(classes());
    for (std::uint32_t i : split_.validation) {
      fill_probabilities(i, logarithms);
      const std::size_t most =
          static_cast<std::size_t>(std::ranges::max_element(logarithms) - logarithms.begin());
      fit.loss -= static_cast<double>(logarithms[examples_.truth[i]]);
      fit.error += most != examples_.truth[i] ? 1 : 0;
    }
    const auto count = static_cast<double>(std::max<std::size_t>(1, split_.validation.size()));
    return {fit.loss / count, fit.error / count};
  }

  const ChoiceExamples& examples_;
  const ChoiceTreesOptions& options_;
  Workers& workers_;
  Rng rng_;
  ChoiceSplit split_;
  std::vector<char> held_out_;             // by example
  std::vector<std::uint32_t> first_rows_;  // of candidates, by example, and the end
  std::vector<std::uint32_t> places_;      // by row of candidates
  RowTable candidates_;
  RowTable none_;
  double slope_unit_ = 1;
  double curvature_unit_ = 1;
};

}  // namespace

ChoiceTreesCourse train_trees(const ChoiceExamples& examples, const ChoiceTreesOptions& options,
                              Workers& workers) {
  require_sound(examples);
  ChoiceTreesCourse course = Boosting(examples, options, workers).run();
  if (!options.refit || options.validation.share == 0 || options.deadline.passed()) return course;
  ChoiceTreesOptions again = options;
  again.validation.share = 0;
  again.rounds = course.best;
  ChoiceTreesCourse refit = Boosting(examples, again, workers).run();
  course.cpu_seconds += refit.cpu_seconds;
  if (refit.best == course.best) course.model = std::move(refit.model);
  return course;
}

}  // namespace skein::learning
