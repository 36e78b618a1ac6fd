#include "learning/choice_coupling.h"

#include <cmath>
#include <functional>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include "support/choice_samples.h"
#include "support/finite_differences.h"

namespace skein::learning {
namespace {

constexpr int kManySweeps = 300;

std::vector<std::uint32_t> all_of(const ChoiceExamples& examples) {
  std::vector<std::uint32_t> all(examples.size());
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

// Calls visit(choices) for all choices that are allowed together.
void for_each_joint_choice(const ChoiceExamples& examples,
                           const std::function<void(const std::vector<std::uint32_t>&)>& visit) {
  std::vector<std::uint32_t> choices;
  std::set<std::pair<std::uint32_t, std::uint32_t>> taken;
  const std::function<void()> go_on = [&] {
    const std::size_t i = choices.size();
    if (i == examples.size()) return visit(choices);
    for (std::uint32_t y = 0; y <= examples.places; ++y) {
      if (examples.allowed[i * (examples.places + 1) + y] == 0) continue;
      const auto resource =
          y < examples.places
              ? std::pair(examples.group[i], examples.resource[i * examples.places + y])
              : std::pair(~0U, static_cast<std::uint32_t>(i));
      if (!taken.insert(resource).second) continue;
      choices.push_back(y);
      go_on();
      choices.pop_back();
      taken.erase(resource);
    }
  };
  go_on();
}

struct Enumerated {
  double log_partition = 0;
  std::vector<double> marginals;  // by example and class
};

Enumerated enumerate(const ChoiceExamples& examples, const std::vector<double>& scores) {
  const std::size_t classes = examples.places + 1;
  Enumerated result{0, std::vector<double>(scores.size(), 0.0)};
  double sum = 0;
  for_each_joint_choice(examples, [&](const std::vector<std::uint32_t>& choices) {
    double score = 0;
    for (std::size_t i = 0; i < choices.size(); ++i) score += scores[i * classes + choices[i]];
    const double weight = std::exp(score);
    sum += weight;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      result.marginals[i * classes + choices[i]] += weight;
    }
  });
  for (double& marginal : result.marginals) marginal /= sum;
  result.log_partition = std::log(sum);
  return result;
}

std::vector<double> random_scores(Rng& rng, const ChoiceExamples& examples, double scale = 1) {
  std::vector<double> scores(examples.size() * (examples.places + 1));
  for (double& score : scores) score = scale * rng.normal();
  return scores;
}

ChoiceExamples colliding(Rng& rng, std::size_t examples, std::size_t places,
                         std::size_t groups = 1) {
  test::ChoicePlan plan;
  plan.examples = examples;
  plan.groups = groups;
  plan.places = places;
  plan.collide = true;
  return test::planted_choices(rng, plan);
}

// Example i may take resources i and i + 1 only, so rivals are in a row.
ChoiceExamples rivals_in_a_row(Rng& rng) {
  return colliding(rng, 5, 2);
}

TEST(ChoiceCoupling, IsExactWhereRivalsAreInARow) {
  Rng rng(1);
  for (int trial = 0; trial < 20; ++trial) {
    const ChoiceExamples examples = rivals_in_a_row(rng);
    const auto scores = random_scores(rng, examples, 2);
    ChoiceCoupling coupling(examples, all_of(examples), Coupling::kMarginals);
    std::vector<double> beliefs(scores.size());
    coupling.infer(all_of(examples), scores, kManySweeps, beliefs);
    const Enumerated truth = enumerate(examples, scores);
    for (std::size_t k = 0; k < beliefs.size(); ++k) {
      ASSERT_NEAR(beliefs[k], truth.marginals[k], 1e-9);
    }
    EXPECT_NEAR(coupling.log_partition(all_of(examples), scores), truth.log_partition, 1e-9);
  }
}

TEST(ChoiceCoupling, IsNearerToTheMarginalsThanEachByItself) {
  Rng rng(2);
  double coupled = 0;
  double alone = 0;
  for (int trial = 0; trial < 20; ++trial) {
    const ChoiceExamples examples = colliding(rng, 6, 4);
    const auto scores = random_scores(rng, examples, 2);
    const Enumerated truth = enumerate(examples, scores);
    for (Coupling kind : {Coupling::kNone, Coupling::kMarginals}) {
      ChoiceCoupling coupling(examples, all_of(examples), kind);
      std::vector<double> beliefs(scores.size());
      coupling.infer(all_of(examples), scores, kManySweeps, beliefs);
      for (std::size_t k = 0; k < beliefs.size(); ++k) {
        (kind == Coupling::kNone ? alone : coupled) += std::abs(beliefs[k] - truth.marginals[k]);
      }
    }
  }
  EXPECT_LT(coupled, 0.3 * alone);
}

TEST(ChoiceCoupling, NoResourceIsExpectedMoreThanOnce) {
  Rng rng(3);
  const ChoiceExamples examples = colliding(rng, 60, 5, 3);
  const auto scores = random_scores(rng, examples, 4);
  ChoiceCoupling coupling(examples, all_of(examples), Coupling::kMarginals);
  std::vector<double> beliefs(scores.size());
  coupling.infer(all_of(examples), scores, kManySweeps, beliefs);
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> expected;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    for (std::size_t y = 0; y < 5; ++y) {
      if (examples.allowed[i * 6 + y] == 0) {
        EXPECT_EQ(beliefs[i * 6 + y], 0);
      } else {
        expected[{examples.group[i], examples.resource[i * 5 + y]}] += beliefs[i * 6 + y];
      }
    }
  }
  for (const auto& [resource, sum] : expected) EXPECT_LE(sum, 1 + 1e-6);
}

TEST(ChoiceCoupling, BeliefsAreSlopesOfTheLogPartition) {
  Rng rng(4);
  const ChoiceExamples examples = colliding(rng, 6, 4, 2);
  auto scores = random_scores(rng, examples);
  const auto all = all_of(examples);
  ChoiceCoupling coupling(examples, all, Coupling::kMarginals);
  std::vector<double> beliefs(scores.size());
  coupling.infer(all, scores, kManySweeps, beliefs);
  std::vector<double> ignored(scores.size());
  const auto value = [&] {
    coupling.infer(all, scores, kManySweeps, ignored);
    return coupling.log_partition(all, scores);
  };
  for (std::size_t k = 0; k < scores.size(); ++k) {
    EXPECT_NEAR(beliefs[k], test::slope_by_differences(scores[k], value), 1e-7);
  }
}

TEST(ChoiceCoupling, OldMessagesChangeTheLogPartitionLittle) {
  Rng rng(5);
  const ChoiceExamples examples = colliding(rng, 6, 4);
  auto scores = random_scores(rng, examples);
  const auto all = all_of(examples);
  std::vector<double> beliefs(scores.size());
  const auto error_after = [&](double step) {
    ChoiceCoupling coupling(examples, all, Coupling::kMarginals);
    coupling.infer(all, scores, kManySweeps, beliefs);
    auto moved = scores;
    Rng same(6);
    for (double& score : moved) score += step * same.normal();
    const double with_old = coupling.log_partition(all, moved);
    coupling.infer(all, moved, kManySweeps, beliefs);
    return std::abs(with_old - coupling.log_partition(all, moved));
  };
  // Of second order in the change.
  EXPECT_LT(error_after(1e-3), 2e-2 * error_after(1e-2));
}

TEST(ChoiceCoupling, MaximaFindTheAssignment) {
  Rng rng(7);
  for (int trial = 0; trial < 30; ++trial) {
    const ChoiceExamples examples = colliding(rng, 12, 4);
    const auto scores = random_scores(rng, examples, 2);
    ChoiceCoupling coupling(examples, all_of(examples), Coupling::kMostLikely);
    std::vector<double> beliefs(scores.size());
    coupling.infer(all_of(examples), scores, kManySweeps, beliefs);
    const auto best =
        test::best_together(examples, std::vector<float>(scores.begin(), scores.end()));
    for (std::size_t i = 0; i < examples.size(); ++i) {
      ASSERT_EQ(beliefs[i * 5 + best[i]], 1) << "trial " << trial << ", example " << i;
    }
  }
}

TEST(ChoiceCoupling, GroupsDoNotHearOfEachOther) {
  Rng rng(8);
  ChoiceExamples examples = colliding(rng, 8, 3);
  for (std::size_t i = 0; i < 8; ++i) examples.group[i] = static_cast<std::uint32_t>(i);
  const auto scores = random_scores(rng, examples);
  std::vector<double> beliefs(scores.size());
  std::vector<double> alone(scores.size());
  const auto all = all_of(examples);
  ChoiceCoupling(examples, all, Coupling::kMarginals).infer(all, scores, 5, beliefs);
  ChoiceCoupling(examples, all, Coupling::kNone).infer(all, scores, 5, alone);
  EXPECT_EQ(beliefs, alone);
}

TEST(JointLogBeliefs, AreThoseOfManySweeps) {
  Rng rng(9);
  const ChoiceExamples examples = colliding(rng, 40, 4, 2);
  const auto scores = random_scores(rng, examples, 2);
  const auto joint =
      joint_log_beliefs(examples, std::vector<float>(scores.begin(), scores.end()), {300, 1e-9});
  ChoiceCoupling coupling(examples, all_of(examples), Coupling::kMarginals);
  std::vector<double> beliefs(scores.size());
  coupling.infer(all_of(examples), scores, kManySweeps, beliefs);
  for (std::size_t k = 0; k < beliefs.size(); ++k) {
    EXPECT_NEAR(std::exp(static_cast<double>(joint[k])), beliefs[k], 1e-5);
  }
}

}  // namespace
}  // namespace skein::learning
