// Networks and trees that choose: CPU time of training and of scores, on one thread, for as many
// examples as a month of 50,000 flights has; prints a table for docs/benchmarks.md.
#include <fmt/format.h>

#include "base/clock.h"
#include "learning/choice_network_training.h"
#include "learning/choice_trees_training.h"

namespace skein::bench {
namespace {

using learning::ChoiceExamples;

constexpr std::size_t kExamples = 50'000;
constexpr std::size_t kChannels = 60;
constexpr std::size_t kPlaces = 20;

// Examples choose by some of the channels, one after the other, among what is left of candidates
// that the next ones in order may take too.
ChoiceExamples random_examples(Rng& rng) {
  ChoiceExamples examples;
  examples.channels = kChannels;
  examples.places = kPlaces;
  examples.values.resize(kExamples * kChannels * kPlaces);
  for (float& value : examples.values) value = static_cast<float>(rng.uniform() - 0.5);
  examples.allowed.assign(kExamples * (kPlaces + 1), 1);
  std::vector<char> taken(kExamples + kPlaces, 0);
  for (std::size_t i = 0; i < kExamples; ++i) {
    const float* const values = examples.values.data() + i * kChannels * kPlaces;
    std::size_t best = kPlaces;
    float most = 0.4F;
    for (std::size_t place = 0; place < kPlaces; ++place) {
      examples.resource.push_back(static_cast<std::uint32_t>(i + place));
      const float value = 2 * values[place] * values[kPlaces + place] + values[2 * kPlaces + place];
      if (value <= most || taken[i + place] != 0) continue;
      best = place;
      most = value;
    }
    if (best < kPlaces) taken[i + best] = 1;
    examples.truth.push_back(static_cast<std::uint32_t>(best));
    examples.group.push_back(0);
  }
  return examples;
}

struct Contender {
  const char* name;
  learning::ChoiceNetworkOptions network;
  learning::Coupling coupling = learning::Coupling::kNone;
};

void measure(const ChoiceExamples& examples, const Contender& contender) {
  Workers workers(1);
  learning::ChoiceNetworkTrainingOptions options;
  options.network = contender.network;
  options.coupling = contender.coupling;
  learning::ChoiceNetworkTrainer trainer(examples, options, workers);
  double begin = cpu_seconds();
  constexpr int kEpochs = 3;
  for (int epoch = 0; epoch < kEpochs; ++epoch) trainer.run_epoch();
  const double training = (cpu_seconds() - begin) / kEpochs;
  begin = cpu_seconds();
  trainer.model().scores(examples, workers);
  const double scoring = cpu_seconds() - begin;
  fmt::print("| {} | {} | {:.2f} | {:.2f} | {:.1f} % | {:.0f} |\n", contender.name,
             trainer.model().parameters(), training, scoring, 100 * trainer.validation_fit().error,
             peak_memory_mb());
  std::fflush(stdout);
}

void measure_trees(const ChoiceExamples& examples) {
  Workers workers(1);
  learning::ChoiceTreesOptions options;
  options.rounds = 200;
  options.patience = 0;
  double begin = cpu_seconds();
  const auto course = train_trees(examples, options, workers);
  const double training = cpu_seconds() - begin;
  begin = cpu_seconds();
  course.model.scores(examples, workers);
  const double scoring = cpu_seconds() - begin;
  fmt::print(
      "\n{} rounds of trees: {} parameters, {:.1f} CPU s, of which {:.1f} for the rounds; "
      "scores {:.1f} CPU s; validation error {:.1f} %; {:.0f} MB\n",
      course.points.size(), course.model.parameters(), training, course.cpu_seconds, scoring,
      100 * course.points[course.best - 1].error, peak_memory_mb());
}

}  // namespace
}  // namespace skein::bench

int main() {
  using namespace skein;
  using learning::ChoiceHead;
  Rng rng(1);
  const auto examples = bench::random_examples(rng);
  fmt::print(
      "| model | parameters | CPU s per epoch | scores, CPU s | validation error | MB |\n"
      "|---|---|---|---|---|---|\n");
  bench::measure(examples, {"linear, shared head", {{}, ChoiceHead::kShared, 0}});
  bench::measure(examples, {"linear, dense head", {{}, ChoiceHead::kDense, 0}});
  bench::measure(examples, {"CNN, shared head", {{{64, 3}}, ChoiceHead::kShared, 0.2}});
  bench::measure(examples, {"CNN, dense head", {{{56, 3}}, ChoiceHead::kDense, 0.2}});
  bench::measure(examples, {"CNN, two layers", {{{64, 3}, {32, 3}}, ChoiceHead::kDense, 0.2}});
  bench::measure(examples, {"CNN-CRF, dense head",
                            {{{56, 3}}, ChoiceHead::kDense, 0.2},
                            learning::Coupling::kMarginals});
  bench::measure_trees(examples);
}
