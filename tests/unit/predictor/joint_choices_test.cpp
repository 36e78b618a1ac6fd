#include "predictor/joint_choices.h"

#include <cmath>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "base/random.h"
#include "predictor/calibration.h"

namespace skein::predictor {
namespace {

using learning::ChoiceExamples;

constexpr float kForbidden = -std::numeric_limits<float>::infinity();

struct Drawn {
  ChoiceExamples examples;
  std::vector<float> scores;
};

// Examples with three candidates among six things, in two groups.
Drawn draw(Rng& rng, std::size_t count) {
  Drawn drawn;
  ChoiceExamples& examples = drawn.examples;
  examples.channels = 1;
  examples.places = 3;
  examples.values.assign(count * 3, 0.0F);
  for (std::size_t k = 0; k < count; ++k) {
    std::vector<std::uint32_t> things{0, 1, 2, 3, 4, 5};
    rng.shuffle(std::span(things));
    for (std::size_t place = 0; place < 3; ++place) {
      const bool allowed = rng.chance(0.8);
      examples.resource.push_back(things[place]);
      examples.allowed.push_back(allowed ? 1 : 0);
      drawn.scores.push_back(allowed ? static_cast<float>(rng.normal()) : kForbidden);
    }
    examples.allowed.push_back(1);
    drawn.scores.push_back(static_cast<float>(rng.normal() - 2));
    examples.truth.push_back(3);
    examples.group.push_back(k < count / 2 ? 0 : 1);
  }
  return drawn;
}

// The best sum over all choices of examples from `k` on.
double best_of_all(const Drawn& drawn, std::size_t k,
                   std::set<std::pair<std::uint32_t, std::uint32_t>>& taken) {
  if (k == drawn.examples.size()) return 0;
  double best = static_cast<double>(drawn.scores[k * 4 + 3]) + best_of_all(drawn, k + 1, taken);
  for (std::size_t place = 0; place < 3; ++place) {
    if (drawn.examples.allowed[k * 4 + place] == 0) continue;
    const std::pair thing{drawn.examples.group[k], drawn.examples.resource[k * 3 + place]};
    if (!taken.insert(thing).second) continue;
    best = std::max(
        best, static_cast<double>(drawn.scores[k * 4 + place]) + best_of_all(drawn, k + 1, taken));
    taken.erase(thing);
  }
  return best;
}

TEST(JointChoices, AreTheBestOfAllWithinTheConstraints) {
  Rng rng(7);
  Workers workers(2);
  for (int trial = 0; trial < 40; ++trial) {
    const Drawn drawn = draw(rng, 8);
    std::set<std::pair<std::uint32_t, std::uint32_t>> nothing;
    const double best = best_of_all(drawn, 0, nothing);
    for (const bool exact : {true, false}) {
      const JointChoices joint = choose_jointly(drawn.examples, drawn.scores, {exact}, workers);
      EXPECT_NEAR(joint.log_probability, best, 1e-5);
      EXPECT_GT(joint.bound, best - 1e-5);
      std::set<std::pair<std::uint32_t, std::uint32_t>> taken;
      for (std::size_t k = 0; k < 8; ++k) {
        EXPECT_NE(drawn.examples.allowed[k * 4 + joint.chosen[k]], 0);
        if (joint.chosen[k] == 3) continue;
        const std::uint32_t thing = drawn.examples.resource[k * 3 + joint.chosen[k]];
        EXPECT_TRUE(taken.insert({drawn.examples.group[k], thing}).second);
      }
    }
  }
}

// With what pairs add, of all choices.
double best_with_pairs(const Drawn& drawn, std::span<const PairScore> pairs,
                       std::vector<std::uint32_t>& chosen) {
  const std::size_t k = chosen.size();
  std::set<std::pair<std::uint32_t, std::uint32_t>> taken;
  double sum = 0;
  for (std::size_t e = 0; e < k; ++e) {
    sum += static_cast<double>(drawn.scores[e * 4 + chosen[e]]);
    if (chosen[e] == 3) continue;
    const std::pair thing{drawn.examples.group[e], drawn.examples.resource[e * 3 + chosen[e]]};
    if (!taken.insert(thing).second) return -std::numeric_limits<double>::infinity();
  }
  if (k == drawn.examples.size()) {
    for (const PairScore& pair : pairs) {
      const bool both = chosen[pair.first.example] == pair.first.place &&
                        chosen[pair.second.example] == pair.second.place;
      if (both) sum += pair.score;
    }
    return sum;
  }
  double best = -std::numeric_limits<double>::infinity();
  for (std::uint32_t y = 0; y < 4; ++y) {
    if (drawn.examples.allowed[k * 4 + y] == 0) continue;
    chosen.push_back(y);
    best = std::max(best, best_with_pairs(drawn, pairs, chosen));
    chosen.pop_back();
  }
  return best;
}

TEST(JointChoices, WithPairsAreTheBestOfAllWhereThatIsProven) {
  Rng rng(8);
  Workers workers(1);
  for (int trial = 0; trial < 20; ++trial) {
    const Drawn drawn = draw(rng, 6);
    std::vector<PairScore> pairs;
    for (std::uint32_t a = 0; a < 6; ++a) {
      const std::uint32_t b = a % 3 == 2 ? a - 1 : a + 1;  // of the same group
      const auto place = static_cast<std::uint32_t>(rng.below(3));
      const bool allowed =
          drawn.examples.allowed[a * 4 + place] != 0 && drawn.examples.allowed[b * 4 + place] != 0;
      if (allowed) pairs.push_back({{a, place}, {b, place}, 2 * rng.normal()});
    }
    std::vector<std::uint32_t> nothing;
    const double best = best_with_pairs(drawn, pairs, nothing);
    const JointChoices exact = choose_jointly(drawn.examples, drawn.scores, {true}, workers, pairs);
    EXPECT_NEAR(exact.log_probability, best, 1e-5);
    const JointChoices near = choose_jointly(drawn.examples, drawn.scores, {}, workers, pairs);
    EXPECT_LE(near.log_probability, best + 1e-5);
    EXPECT_GE(near.bound, best - 1e-5);
    std::set<std::pair<std::uint32_t, std::uint32_t>> taken;
    for (std::size_t k = 0; k < 6; ++k) {
      EXPECT_NE(drawn.examples.allowed[k * 4 + near.chosen[k]], 0);
      if (near.chosen[k] == 3) continue;
      const std::uint32_t thing = drawn.examples.resource[k * 3 + near.chosen[k]];
      EXPECT_TRUE(taken.insert({drawn.examples.group[k], thing}).second);
    }
  }
}

TEST(JointChoices, AloneEachTakesItsBest) {
  Rng rng(7);
  const Drawn drawn = draw(rng, 20);
  const auto chosen = choose_alone(drawn.examples, drawn.scores);
  for (std::size_t k = 0; k < 20; ++k) {
    for (std::size_t y = 0; y < 4; ++y) {
      EXPECT_GE(drawn.scores[k * 4 + chosen[k]], drawn.scores[k * 4 + y]);
    }
  }
}

// Truths are drawn from the probabilities; models that are three times too sure are found out.
TEST(Calibration, FindsTheTemperatureThatTruthsWereDrawnAt) {
  Rng rng(9);
  Drawn drawn = draw(rng, 4000);
  const auto chances = probabilities(drawn.examples, drawn.scores, 1);
  for (std::size_t k = 0; k < 4000; ++k) {
    drawn.examples.truth[k] =
        static_cast<std::uint32_t>(rng.pick(std::span(chances).subspan(k * 4, 4)));
  }
  EXPECT_NEAR(fit_temperature(drawn.examples, drawn.scores), 1, 0.1);
  for (float& score : drawn.scores) score *= 3;
  EXPECT_NEAR(fit_temperature(drawn.examples, drawn.scores), 3, 0.3);
}

TEST(Calibration, ProbabilitiesAddUpAndForbiddenOnesAreNone) {
  Rng rng(9);
  const Drawn drawn = draw(rng, 50);
  const auto chances = probabilities(drawn.examples, drawn.scores, 0.5);
  for (std::size_t k = 0; k < 50; ++k) {
    double sum = 0;
    for (std::size_t y = 0; y < 4; ++y) {
      sum += chances[k * 4 + y];
      EXPECT_EQ(chances[k * 4 + y] == 0, drawn.examples.allowed[k * 4 + y] == 0);
    }
    EXPECT_NEAR(sum, 1, 1e-12);
  }
}

}  // namespace
}  // namespace skein::predictor
