// What it is worth to learn choices under the constraint that nothing is chosen twice: errors on
// made-up examples whose truth is the best assignment of a planted rule, for networks that learn
// each example by itself, by marginals, and by most likely labelings; means over three seeds.
// Prints a table for docs/algorithms/choices.md.
#include <cmath>

#include <fmt/format.h>

#include "base/clock.h"
#include "learning/choice_network_training.h"
#include "support/choice_samples.h"

namespace skein::bench {
namespace {

using learning::Coupling;

struct Contender {
  const char* name;
  Coupling coupling;
  double margin = 0;
};

struct Errors {
  double alone = 0;     // of each example by itself
  double together = 0;  // of the best assignment
  double beliefs = 0;   // of the largest of the joint beliefs
  double expected = 0;  // of the assignment with the largest sum of joint beliefs
  double cpu_seconds = 0;
};

constexpr int kSeeds = 3;

void add_run(const test::ChoicePlan& plan, const Contender& contender, std::uint64_t seed,
             Errors& sums) {
  Workers workers(1);
  Rng of_training(seed);
  Rng of_test(seed + 100);
  const auto examples = test::planted_choices(of_training, plan);
  const auto others = test::planted_choices(of_test, plan);
  learning::ChoiceNetworkTrainingOptions options;
  options.network.layers = {{48, 3}};
  options.adam.rate = 5e-3;
  options.coupling = contender.coupling;
  options.margin = contender.margin;
  options.seed = seed;
  const double begin = cpu_seconds();
  const auto model = train(examples, options, workers).model;
  sums.cpu_seconds += cpu_seconds() - begin;
  const auto scores = model.scores(others, workers);
  auto joint = joint_log_beliefs(others, scores);
  sums.alone += test::share_wrong(test::best_alone(others, scores), others.truth);
  sums.together += test::share_wrong(test::best_together(others, scores), others.truth);
  sums.beliefs += fit_of(others, joint).error;
  for (float& belief : joint) belief = std::exp(belief);
  sums.expected += test::share_wrong(test::best_together(others, joint), others.truth);
}

void measure(const test::ChoicePlan& plan, const Contender& contender) {
  Errors sums;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) add_run(plan, contender, seed, sums);
  const auto percent = [](double sum) { return 100 * sum / kSeeds; };
  fmt::print("| {} | {} | {} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} |\n", plan.examples,
             plan.noise, contender.name, percent(sums.alone), percent(sums.together),
             percent(sums.beliefs), percent(sums.expected), sums.cpu_seconds / kSeeds);
  std::fflush(stdout);
}

}  // namespace
}  // namespace skein::bench

int main() {
  using namespace skein;
  fmt::print(
      "| examples | noise | learnt | alone | best of scores | largest belief | best of beliefs | "
      "CPU s |\n|---|---|---|---|---|---|---|---|\n");
  for (double noise : {0.2, 1.0}) {
    for (std::size_t examples : {1'500U, 6'000U}) {
      test::ChoicePlan plan;
      plan.examples = examples;
      plan.groups = 3;
      plan.places = 10;
      plan.channels = 12;
      plan.noise = noise;
      plan.collide = true;
      bench::measure(plan, {"each by itself", learning::Coupling::kNone});
      bench::measure(plan, {"marginals", learning::Coupling::kMarginals});
      bench::measure(plan, {"most likely", learning::Coupling::kMostLikely});
      bench::measure(plan, {"most likely, margin 1", learning::Coupling::kMostLikely, 1});
      bench::measure(plan, {"most likely, margin 3", learning::Coupling::kMostLikely, 3});
    }
  }
}
