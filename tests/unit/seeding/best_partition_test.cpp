#include "seeding/best_partition.h"

#include <limits>

#include <gtest/gtest.h>

#include "base/random.h"

namespace skein::seeding {
namespace {

PartitionProblem random_problem(Rng& rng) {
  PartitionProblem problem;
  problem.items = 1 + rng.below(7);
  problem.below = 1000;
  for (std::uint64_t i = 0, sets = 1 + rng.below(12); i < sets; ++i) {
    PartitionSet set;
    for (std::uint32_t item = 0; item < problem.items; ++item) {
      if (rng.chance(0.35)) set.items.push_back(item);
    }
    set.cost = rng.uniform();
    if (!set.items.empty()) problem.sets.push_back(std::move(set));
  }
  return problem;
}

// Infinite where the chosen sets do not have each item once.
double cost_of(const PartitionProblem& problem, std::uint64_t chosen) {
  std::vector<int> count(problem.items, 0);
  double cost = 0;
  for (std::size_t set = 0; set < problem.sets.size(); ++set) {
    if ((chosen >> set & 1U) == 0) continue;
    cost += problem.sets[set].cost;
    for (std::uint32_t item : problem.sets[set].items) ++count[item];
  }
  for (int times : count) {
    if (times != 1) return std::numeric_limits<double>::infinity();
  }
  return cost;
}

TEST(BestPartition, IsTheCheapestOfAll) {
  int solved = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Rng rng(seed);
    const PartitionProblem problem = random_problem(rng);
    double least = std::numeric_limits<double>::infinity();
    for (std::uint64_t chosen = 0; chosen < (1U << problem.sets.size()); ++chosen) {
      least = std::min(least, cost_of(problem, chosen));
    }
    const auto best = best_partition(problem);
    ASSERT_EQ(best.has_value(), least < problem.below) << "seed " << seed;
    if (!best) continue;
    ++solved;
    std::uint64_t chosen = 0;
    for (std::size_t set : *best) chosen |= std::uint64_t{1} << set;
    EXPECT_NEAR(cost_of(problem, chosen), least, 1e-6) << "seed " << seed;
  }
  EXPECT_GT(solved, 100);
}

TEST(BestPartition, IsNotGivenAtOrAboveTheLimit) {
  PartitionProblem problem;
  problem.items = 1;
  problem.sets = {{{0}, 5}};
  problem.below = 5;
  EXPECT_FALSE(best_partition(problem));
  problem.below = 5.1;
  EXPECT_TRUE(best_partition(problem));
  problem.max_steps = 0;
  EXPECT_FALSE(best_partition(problem));
}

}  // namespace
}  // namespace skein::seeding
