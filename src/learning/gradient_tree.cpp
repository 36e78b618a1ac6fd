#include "learning/gradient_tree.h"

#include <algorithm>

namespace skein::learning {
namespace {

constexpr std::size_t kBins = Binning::kMostBins;
constexpr std::size_t kRowsForThreads = 20'000;  // fewer are summed by one

using Histogram = std::vector<std::uint64_t>;  // by column that is looked at, and bin

struct Sums {
  double slope = 0;
  double curvature = 0;
};

struct Split {
  double gain = 0;
  std::size_t column = 0;  // of those that are looked at
  std::size_t bin = 0;     // the last on the left
};

// A node that may be split.
struct Open {
  std::uint32_t node = 0;
  std::size_t begin = 0;  // of its rows in `members`
  std::size_t end = 0;
  Histogram histogram;
  Split best;
};

class Growth {
 public:
  Growth(const TreeRows& rows, const Binning& binning, std::vector<std::uint32_t>& members,
         std::span<const std::uint32_t> columns, const TreeOptions& options, Workers& workers)
      : rows_(rows),
        binning_(binning),
        members_(members),
        columns_(columns),
        options_(options),
        workers_(workers) {}

  Tree run() {
    open_.push_back({0, 0, members_.size(), sum_rows(0, members_.size()), {}});
    finish(open_.back());
    for (std::size_t leaves = 1; leaves < options_.leaves; ++leaves) {
      const auto best =
          std::ranges::max_element(open_, {}, [](const Open& o) { return o.best.gain; });
      if (best->best.gain <= 0) break;
      split(*best);
    }
    return std::move(tree_);
  }

 private:
  Sums unpack(std::uint64_t sum) const {
    const auto slope = static_cast<std::int32_t>(static_cast<std::uint32_t>(sum >> 32U));
    return {slope * rows_.slope_unit, static_cast<std::uint32_t>(sum) * rows_.curvature_unit};
  }

  double gain(const Sums& sums) const {
    return sums.slope * sums.slope / (sums.curvature + options_.lambda);
  }

  void add_rows(std::size_t begin, std::size_t end, std::uint64_t* histogram) const {
    for (std::size_t k = begin; k < end; ++k) {
      const std::uint8_t* const bins = rows_.bins.data() + members_[k] * rows_.columns;
      const std::uint64_t packed = rows_.packed[members_[k]];
      std::uint64_t* of_column = histogram;
      for (std::uint32_t column : columns_) {
        of_column[bins[column]] += packed;
        of_column += kBins;
      }
    }
  }

  Histogram sum_rows(std::size_t begin, std::size_t end) const {
    const std::size_t size = columns_.size() * kBins;
    const std::size_t parts = end - begin < kRowsForThreads ? 1 : workers_.size();
    std::vector<Histogram> sums(parts, Histogram(size, 0));
    workers_.run(parts, [&](std::size_t k, std::size_t) {
      add_rows(begin + k * (end - begin) / parts, begin + (k + 1) * (end - begin) / parts,
               sums[k].data());
    });
    for (std::size_t k = 1; k < parts; ++k) {
      std::ranges::transform(sums[0], sums[k], sums[0].begin(), std::plus<>());
    }
    return std::move(sums[0]);
  }

  // With its histogram: what it steps by as a leaf, and its best split.
  void finish(Open& own) {
    std::uint64_t all = 0;
    for (std::size_t bin = 0; bin < kBins; ++bin) all += own.histogram[bin];
    const Sums sums = unpack(all);
    tree_.nodes[own.node].value =
        static_cast<float>(-sums.slope / (sums.curvature + options_.lambda));
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      std::uint64_t left = 0;
      for (std::size_t bin = 0; bin + 1 < kBins; ++bin) {
        const std::uint64_t here = own.histogram[column * kBins + bin];
        if (here == 0) continue;  // no row: the same split as before
        left += here;
        const Sums below = unpack(left);
        const Sums above = unpack(all - left);
        if (std::min(below.curvature, above.curvature) < options_.least_curvature) continue;
        const double gained = gain(below) + gain(above) - gain(sums);
        if (gained > own.best.gain) own.best = {gained, column, bin};
      }
    }
  }

  void split(Open& own) {
    const std::uint32_t column = columns_[own.best.column];
    const std::size_t bin = own.best.bin;
    const auto first = members_.begin();
    const auto middle = std::stable_partition(
        first + static_cast<std::ptrdiff_t>(own.begin),
        first + static_cast<std::ptrdiff_t>(own.end),
        [&](std::uint32_t row) { return rows_.bins[row * rows_.columns + column] <= bin; });
    const auto at = static_cast<std::size_t>(middle - first);
    const auto left_node = static_cast<std::uint32_t>(tree_.nodes.size());
    tree_.nodes[own.node] = {column, binning_.cut(column, bin), left_node, 0,
                             static_cast<std::uint8_t>(bin)};
    tree_.nodes.resize(tree_.nodes.size() + 2);
    Open left{left_node, own.begin, at, {}, {}};
    Open right{left_node + 1, at, own.end, {}, {}};
    Open& smaller = at - own.begin < own.end - at ? left : right;
    Open& larger = &smaller == &left ? right : left;
    smaller.histogram = sum_rows(smaller.begin, smaller.end);
    larger.histogram = std::move(own.histogram);
    std::ranges::transform(larger.histogram, smaller.histogram, larger.histogram.begin(),
                           std::minus<>());
    finish(left);
    finish(right);
    own = std::move(left);
    open_.push_back(std::move(right));
  }

  const TreeRows& rows_;
  const Binning& binning_;
  std::vector<std::uint32_t>& members_;
  std::span<const std::uint32_t> columns_;
  const TreeOptions& options_;
  Workers& workers_;
  Tree tree_;
  std::vector<Open> open_;
};

// Between values that differ, where shares of the rows end.
std::vector<float> cuts_of(std::vector<float> values) {
  std::ranges::sort(values);
  std::vector<float> cuts;
  std::vector<float> distinct = values;
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  const bool all = distinct.size() <= kBins;
  const std::vector<float>& from = all ? distinct : values;
  const std::size_t count = all ? distinct.size() : kBins;
  for (std::size_t k = 1; k < count; ++k) {
    const float cut = from[k * from.size() / count];
    if (cut > values.front() && (cuts.empty() || cut > cuts.back())) cuts.push_back(cut);
  }
  return cuts;
}

}  // namespace

Binning::Binning(std::span<const float> rows, std::size_t columns) {
  for (std::size_t column = 0; column < columns; ++column) {
    std::vector<float> values;
    for (std::size_t k = column; k < rows.size(); k += columns) values.push_back(rows[k]);
    cuts_.push_back(values.empty() ? std::vector<float>{} : cuts_of(std::move(values)));
  }
}

void Binning::fill_bins(std::span<const float> row, std::span<std::uint8_t> bins) const {
  for (std::size_t column = 0; column < row.size(); ++column) {
    const std::vector<float>& cuts = cuts_[column];
    bins[column] =
        static_cast<std::uint8_t>(std::ranges::upper_bound(cuts, row[column]) - cuts.begin());
  }
}

Tree grow_tree(const TreeRows& rows, const Binning& binning, std::vector<std::uint32_t>& members,
               std::span<const std::uint32_t> columns, const TreeOptions& options,
               Workers& workers) {
  return Growth(rows, binning, members, columns, options, workers).run();
}

}  // namespace skein::learning
