#include "predictor/connection_model.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/calendar.h"
#include "base/clock.h"
#include "base/input_error.h"
#include "predictor/calibration.h"

namespace skein::predictor {
namespace {

using features::ChoiceDataset;
using features::ChoiceFeatures;
using features::SlotHistory;
using features::SlotView;
using history::CrewChoice;
using history::PastMonth;
using learning::ChoiceExamples;
using learning::ChoiceModel;

// Examples as if nothing were known of crews are in groups of their own: they choose once more what
// the same examples choose.
constexpr std::uint32_t kGroupsWithoutState = 1U << 16;

std::int32_t day_number(const schedule::Schedule& schedule, FlightId flight) {
  const auto days = day_of(schedule.flight(flight).departure) - day_of(schedule.period().begin);
  return static_cast<std::int32_t>(days.count()) + 1;
}

class ConnectionLearning {
 public:
  ConnectionLearning(std::span<const PastMonth> months, const LearningOptions& options,
                     Workers& workers)
      : options_(options), workers_(workers) {
    require_predictor(options.predictor.name);
    if (months.empty()) {
      throw InputError({"", 0, "months", "there are none to learn from",
                        "give at least one month with pairings"});
    }
    for (const PastMonth& month : months) {
      history::require_learnable(month);
      months_.push_back(choices_of(month));
      months_.back().choices = on_days(months_.back(), options.days);
    }
  }

  ConnectionModel run(LearningSummary& summary) {
    const double started = cpu_seconds();
    ConnectionModel model;
    model.predictor = options_.predictor.name;
    model.features = options_.features;
    // Without names nothing of one month is known in another.
    if (options_.features.history && options_.features.names) model.past = past_of(months_);
    const ChoiceDataset all = dataset(model, summary);
    model.channels = all.channels;
    model.flight_channels = all.flight_channels;
    if (options_.pairwise) model.crossings.emplace();
    if (options_.held_out > 0) calibrate(all, model);
    learn(all, model);
    summary.cpu_seconds = cpu_seconds() - started;
    return model;
  }

 private:
  static SlotHistory past_of(std::span<const MonthChoices> months) {
    SlotHistory past;
    for (const MonthChoices& month : months) past.add(month.month->month.schedule, month.choices);
    past.sort();
    return past;
  }

  // What can be learnt from, of all months.
  ChoiceDataset dataset(const ConnectionModel& model, LearningSummary& summary) const {
    ChoiceDataset all;
    for (std::size_t k = 0; k < months_.size(); ++k) {
      const plan::Month& month = months_[k].month->month;
      const SlotHistory own =
          options_.features.names ? SlotHistory() : past_of(std::span(months_).subspan(k, 1));
      const SlotView view(options_.features.names ? model.past : own, month.schedule);
      const ChoiceFeatures features(month, options_.features, &view);
      add_examples(features, k, months_[k].choices, &summary, all);
      std::vector<CrewChoice> strangers = drawn_without_state(k);
      add_examples(features, k + kGroupsWithoutState, strangers, nullptr, all);
    }
    if (all.size() == 0) {
      throw InputError(
          {"", 0, "days", "no flight was operated on the days to learn from", "give other days"});
    }
    return all;
  }

  void add_examples(const ChoiceFeatures& features, std::size_t group,
                    std::span<const CrewChoice> choices, LearningSummary* summary,
                    ChoiceDataset& all) const {
    if (choices.empty()) return;
    features::DatasetSummary counts;
    const plan::Month& month = months_[group % kGroupsWithoutState].month->month;
    const ChoiceDataset own = make_dataset(
        month, choices, features,
        {options_.without_past, options_.predictor.seed, static_cast<std::uint32_t>(group)},
        workers_, &counts);
    append(all, select(own, in_reach(own)));
    if (summary == nullptr) return;
    summary->examples += own.size();
    summary->without_state += counts.without_state;
    summary->out_of_reach.after_deadheads += counts.out_of_reach.after_deadheads;
    summary->out_of_reach.too_late += counts.out_of_reach.too_late;
    summary->out_of_reach.forbidden += counts.out_of_reach.forbidden;
    summary->out_of_reach.too_many += counts.out_of_reach.too_many;
  }

  std::vector<CrewChoice> drawn_without_state(std::size_t month) const {
    std::vector<CrewChoice> drawn;
    Rng rng = Rng(options_.predictor.seed).split("without state", month);
    for (const CrewChoice& choice : months_[month].choices) {
      if (!options_.features.state || !rng.chance(options_.without_state)) continue;
      drawn.push_back(choice);
      drawn.back().state.reset();
    }
    return drawn;
  }

  std::unique_ptr<ChoiceModel> learn(const ChoiceExamples& examples,
                                     const std::vector<std::string>& channels,
                                     Question question) const {
    return learn_choices(examples, channels, question, options_.predictor, workers_);
  }

  void learn(const ChoiceDataset& data, ConnectionModel& model) const {
    model.next = learn(data.examples, data.channels, Question::kNext);
    model.starts = learn(data.starts, data.flight_channels, Question::kStarts);
    model.layover = learn(data.layovers, data.flight_channels, Question::kLayover);
  }

  // The last days of each month tell the temperatures.
  void calibrate(const ChoiceDataset& all, ConnectionModel& model) const {
    std::vector<std::uint32_t> early;
    std::vector<std::uint32_t> late;
    for (std::size_t k = 0; k < all.size(); ++k) {
      const std::size_t month = all.examples.group[k] % kGroupsWithoutState;
      const bool is_late = all.origins[k].day + 1 > last_day_learnt(month);
      (is_late ? late : early).push_back(static_cast<std::uint32_t>(k));
    }
    if (early.empty() || late.empty()) return;
    learn(select(all, early), model);
    const ChoiceDataset held_out = select(all, late);
    const auto fit = [&](const ChoiceModel& own, const ChoiceExamples& examples) {
      return fit_temperature(examples, own.scores(examples, workers_));
    };
    model.next_temperature = fit(*model.next, held_out.examples);
    model.starts_temperature = fit(*model.starts, held_out.starts);
    model.layover_temperature = fit(*model.layover, held_out.layovers);
    if (options_.pairwise) model.crossings = crossings_in(held_out, *model.next);
  }

  // From crews that are known, of all months.
  CrossingWeights crossings_in(const ChoiceDataset& data, const ChoiceModel& next) const {
    std::vector<SwapSeen> swaps;
    for (std::uint32_t k = 0; k < months_.size(); ++k) {
      std::vector<std::uint32_t> own;
      for (std::uint32_t e = 0; e < data.size(); ++e) {
        if (data.examples.group[e] == k) own.push_back(e);
      }
      const ChoiceDataset month = select(data, own);
      const std::vector<FlightId> flights = features::flights_of(month);
      const std::vector<float> scores = next.scores(month.examples, workers_);
      const auto seen = swaps_seen({&months_[k].month->month, &month.examples, flights, scores});
      swaps.insert(swaps.end(), seen.begin(), seen.end());
    }
    return learn_crossings(swaps);
  }

  std::int32_t last_day_learnt(std::size_t month) const {
    const schedule::Schedule& schedule = months_[month].month->month.schedule;
    std::int32_t first = std::numeric_limits<std::int32_t>::max();
    std::int32_t last = 0;
    for (const CrewChoice& choice : months_[month].choices) {
      first = std::min(first, day_number(schedule, choice.flight));
      last = std::max(last, day_number(schedule, choice.flight));
    }
    return last - static_cast<std::int32_t>(std::ceil(options_.held_out * (last - first + 1)));
  }

  const LearningOptions& options_;
  Workers& workers_;
  std::vector<MonthChoices> months_;
};

}  // namespace

MonthChoices choices_of(const PastMonth& month) {
  const history::CrewModels models(month.month.schedule, month.month.rules);
  return {&month, history::crew_choices(month.month.schedule, month.plan, models).choices};
}

std::vector<CrewChoice> on_days(const MonthChoices& month, const DayRange& days) {
  std::vector<CrewChoice> some;
  for (const CrewChoice& choice : month.choices) {
    if (days.contains(day_number(month.month->month.schedule, choice.flight))) {
      some.push_back(choice);
    }
  }
  return some;
}

std::size_t ConnectionModel::parameters() const {
  return next->parameters() + starts->parameters() + layover->parameters() +
         (crossings ? kCrossingFeatures : 0);
}

ConnectionModel learn_connections(std::span<const PastMonth> months, const LearningOptions& options,
                                  Workers& workers, LearningSummary* summary) {
  LearningSummary own;
  return ConnectionLearning(months, options, workers).run(summary != nullptr ? *summary : own);
}

std::vector<PairScore> pair_scores(const ConnectionModel& model, const ScoredMonth& scored) {
  if (!model.crossings) return {};
  return pair_scores(crossings_of(scored), *model.crossings);
}

void require_features(const ConnectionModel& model, const ChoiceFeatures& features) {
  if (model.channels == features.names() && model.flight_channels == features.flight_names()) {
    return;
  }
  const auto [own, other] = std::ranges::mismatch(model.channels, features.names());
  const std::string first = own != model.channels.end() ? *own : "its further questions";
  throw InputError(
      {"", 0, "model",
       fmt::format("was trained on other features than these, from {} on", in_quotes(first)),
       "train it again with this version, or use the version that it is of"});
}

}  // namespace skein::predictor
