#include "predictor/evaluation.h"

#include <cmath>
#include <set>

#include "base/clock.h"
#include "predictor/calibration.h"
#include "predictor/joint_choices.h"

namespace skein::predictor {
namespace {

using features::ChoiceDataset;
using learning::ChoiceExamples;

void count(ErrorCount& into, bool wrong) {
  ++into.all;
  if (wrong) ++into.wrong;
}

ErrorCounts errors_of(const ChoiceDataset& data, std::span<const std::uint32_t> chosen,
                      std::int32_t second_half) {
  ErrorCounts errors;
  for (std::size_t k = 0; k < data.size(); ++k) {
    const features::ExampleOrigin& origin = data.origins[k];
    const bool wrong = !origin.in_reach || chosen[k] != data.examples.truth[k];
    count(errors.all, wrong);
    count(origin.at_hub ? errors.hubs : errors.elsewhere, wrong);
    count(origin.day + 1 >= second_half ? errors.second_half : errors.first_half, wrong);
  }
  return errors;
}

std::size_t collisions_of(const ChoiceExamples& examples, std::span<const std::uint32_t> chosen) {
  std::set<std::uint32_t> taken;
  std::size_t collisions = 0;
  for (std::size_t k = 0; k < examples.size(); ++k) {
    if (chosen[k] == examples.places) continue;
    if (!taken.insert(examples.resource[k * examples.places + chosen[k]]).second) ++collisions;
  }
  return collisions;
}

ErrorCount answers(const ChoiceExamples& questions, const learning::ChoiceModel& model,
                   Workers& workers) {
  ErrorCount errors;
  const auto chosen = choose_alone(questions, model.scores(questions, workers));
  for (std::size_t k = 0; k < questions.size(); ++k) count(errors, chosen[k] != questions.truth[k]);
  return errors;
}

double mean_loss(const ChoiceDataset& data, std::span<const float> scores, double temperature) {
  const auto chances = probabilities(data.examples, scores, temperature);
  double sum = 0;
  std::size_t counted = 0;
  for (std::size_t k = 0; k < data.size(); ++k) {
    if (!data.origins[k].in_reach) continue;
    sum -= std::log(chances[k * (data.examples.places + 1) + data.examples.truth[k]] + 1e-12);
    ++counted;
  }
  return counted == 0 ? 0 : sum / static_cast<double>(counted);
}

// Where models have no names, they know nothing of any other month.
features::SlotHistory known_past(const ConnectionModel& model, const MonthChoices& month,
                                 const EvaluationOptions& options) {
  features::SlotHistory past = features::SlotHistory::of(model.past.names(), model.past.past());
  if (options.past == KnownPast::kEarlierDays) {
    past.add(month.month->month.schedule,
             model.features.names ? on_days(month, options.days) : month.choices);
    past.sort();
  }
  return past;
}

}  // namespace

Evaluation evaluate(const ConnectionModel& model, const MonthChoices& month,
                    const EvaluationOptions& options, Workers& workers) {
  const plan::Month& own = month.month->month;
  const features::SlotHistory past = known_past(model, month, options);
  const features::SlotView view(past, own.schedule);
  const features::ChoiceFeatures features(own, model.features, &view);
  require_features(model, features);
  std::vector<history::CrewChoice> tested = on_days(month, options.days);
  if (!options.with_state) {
    for (history::CrewChoice& choice : tested) choice.state.reset();
  }
  features::DatasetSummary summary;
  const ChoiceDataset data = make_dataset(own, tested, features, {}, workers, &summary);

  Evaluation result;
  result.out_of_reach = summary.out_of_reach;
  const double started = cpu_seconds();
  const std::vector<float> scores = model.next->scores(data.examples, workers);
  const auto alone = choose_alone(data.examples, scores);
  const std::vector<FlightId> flights = features::flights_of(data);
  const auto pairs = pair_scores(model, {&own, &data.examples, flights, scores});
  const JointChoices joint = choose_jointly(data.examples, scores, {}, workers, pairs);
  result.seconds = cpu_seconds() - started;
  result.alone = errors_of(data, alone, options.second_half);
  result.joint = errors_of(data, joint.chosen, options.second_half);
  result.collisions = collisions_of(data.examples, alone);
  result.loss = mean_loss(data, scores, model.next_temperature);
  result.starts = answers(data.starts, *model.starts, workers);
  result.layover = answers(data.layovers, *model.layover, workers);
  return result;
}

}  // namespace skein::predictor
