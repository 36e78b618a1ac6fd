#include "predictor/month_scorer.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/log.h"
#include "predictor/calibration.h"

namespace skein::predictor {
namespace {

using features::Chooser;
using history::CrewChoice;
using learning::ChoiceExamples;
using pricing::FlightOutlook;

constexpr std::size_t kStrangersToName = 5;

FlightOutlook outlook_of(const ChoiceExamples& examples, std::size_t k,
                         std::span<const double> probabilities) {
  FlightOutlook outlook;
  const std::size_t places = examples.places;
  for (std::size_t place = 0; place < places; ++place) {
    const std::uint32_t flight = examples.resource[k * places + place];
    if (flight == ChoiceExamples::kNothing) continue;
    outlook.next.push_back({FlightId(flight), probabilities[k * (places + 1) + place]});
  }
  outlook.ends = probabilities[k * (places + 1) + places];
  return outlook;
}

// Every flight as if its crew were unknown.
std::vector<CrewChoice> all_flights(const schedule::Schedule& schedule) {
  std::vector<CrewChoice> all(schedule.flights().size());
  for (const FlightId id : schedule.flight_ids()) all[id.index()].flight = id;
  return all;
}

}  // namespace

MonthScorer::MonthScorer(const ConnectionModel& model, const plan::Month& month, Workers& workers)
    : model_(model),
      month_(month),
      past_(model.past, month.schedule),
      features_(month, model.features, &past_) {
  require_features(model, features_);
  warn_of_strangers();
  answer_questions(workers);
}

void MonthScorer::warn_of_strangers() const {
  if (!model_.features.history && !model_.features.names) return;
  std::vector<std::string> strangers;
  for (const StationId station : month_.schedule.station_ids()) {
    if (!past_.knows(station)) strangers.push_back(month_.schedule.station(station).code);
  }
  if (strangers.empty() || model_.past.size() == 0) return;
  const std::size_t count = strangers.size();
  strangers.resize(std::min(count, kStrangersToName));
  log_warning(
      "{} of {} stations were never seen in the past of the model: {}{}; what is said of "
      "them goes by what they are like",
      count, month_.schedule.stations().size(), fmt::join(strangers, ", "),
      count > kStrangersToName ? ", ..." : "");
}

void MonthScorer::answer_questions(Workers& workers) {
  const std::size_t flights = month_.schedule.flights().size();
  ChoiceExamples questions;
  questions.channels = features_.flight_channels();
  questions.places = 1;
  questions.values.resize(flights * questions.channels);
  questions.allowed.assign(2 * flights, 1);
  questions.resource.assign(flights, ChoiceExamples::kNothing);
  questions.truth.assign(flights, 1);
  questions.group.assign(flights, 0);
  for (const FlightId id : month_.schedule.flight_ids()) {
    features_.describe(
        id, true,
        std::span(questions.values).subspan(id.index() * questions.channels, questions.channels));
  }
  const auto answer = [&](const learning::ChoiceModel& model, double temperature) {
    const auto all = probabilities(questions, model.scores(questions, workers), temperature);
    IdVector<FlightId, double> yes(flights);
    for (const FlightId id : month_.schedule.flight_ids()) yes[id] = all[2 * id.index()];
    return yes;
  };
  starts_ = answer(*model_.starts, model_.starts_temperature);
  layover_ = answer(*model_.layover, model_.layover_temperature);
}

FlightOutlook MonthScorer::outlook(FlightId flight, StationId base,
                                   const pricing::CrewState* state) const {
  const Chooser chooser{flight, base, state};
  const auto candidates = features_.candidates(chooser);
  ChoiceExamples one;
  one.channels = features_.channels();
  one.places = model_.features.candidates.most;
  one.values.assign(one.channels * one.places, 0.0F);
  one.allowed.assign(one.places + 1, 0);
  one.allowed.back() = 1;
  one.resource.assign(one.places, ChoiceExamples::kNothing);
  one.truth.assign(1, static_cast<std::uint32_t>(one.places));
  one.group.assign(1, 0);
  features_.describe(chooser, candidates, true, one.values);
  for (std::size_t place = 0; place < candidates.size(); ++place) {
    one.allowed[place] = 1;
    one.resource[place] = static_cast<std::uint32_t>(candidates[place].flight.index());
  }
  Workers alone(1);
  return outlook_of(one, 0,
                    probabilities(one, model_.next->scores(one, alone), model_.next_temperature));
}

ChoiceExamples MonthScorer::examples(Workers& workers) const {
  return features::make_dataset(month_, all_flights(month_.schedule), features_, {}, workers)
      .examples;
}

pricing::ConnectionScores MonthScorer::scores(Workers& workers) const {
  const ChoiceExamples all = examples(workers);
  const auto chances =
      probabilities(all, model_.next->scores(all, workers), model_.next_temperature);
  pricing::ConnectionScores scores;
  for (std::size_t k = 0; k < all.size(); ++k) {
    scores.outlook.push_back(outlook_of(all, k, chances));
  }
  scores.starts = starts_;
  scores.layover = layover_;
  return scores;
}

IdVector<FlightId, FlightId> MonthScorer::joint_next(const JointOptions& options,
                                                     Workers& workers) const {
  const ChoiceExamples all = examples(workers);
  const std::vector<float> scores = model_.next->scores(all, workers);
  std::vector<FlightId> flights;
  for (const FlightId id : month_.schedule.flight_ids()) flights.push_back(id);
  const auto pairs = pair_scores(model_, {&month_, &all, flights, scores});
  const JointChoices joint = choose_jointly(all, scores, options, workers, pairs);
  IdVector<FlightId, FlightId> next(all.size());
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (joint.chosen[k] == all.places) continue;
    next[FlightId(k)] = FlightId(all.resource[k * all.places + joint.chosen[k]]);
  }
  return next;
}

}  // namespace skein::predictor
