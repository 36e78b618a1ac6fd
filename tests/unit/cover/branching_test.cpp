#include "cover/branching.h"

#include <cmath>
#include <utility>

#include <gtest/gtest.h>

#include "base/random.h"
#include "cover/integer.h"
#include "cover/restricted_lp.h"
#include "cover/simplex.h"
#include "support/random_cover.h"

namespace skein::cover {
namespace {

using test::all_columns;
using test::random_cover;

Problem scarce_problem(Rng& rng) {
  Problem problem = random_cover(rng, 10 + rng.below(10), 20 + rng.below(40), rng.below(3));
  return test::made_scarce(rng, std::move(problem), 0.7, 5);
}

TEST(Branching, EqualsBranchAndCut) {
  int branched = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Rng rng(seed);
    const Problem problem = scarce_problem(rng);
    const auto all = all_columns(problem);
    BranchingOptions options;
    options.cuts = seed % 2 == 0;
    const BranchingResult result = branch_and_bound(problem, all, options);
    ASSERT_TRUE(result.found);
    EXPECT_TRUE(result.optimal) << "seed " << seed;
    EXPECT_NEAR(result.value, value_of(problem, result.columns), 1e-9);
    EXPECT_NEAR(result.value, solve_integer(problem, all).value, 1e-3) << "seed " << seed;
    branched += result.nodes > 2;
  }
  EXPECT_GT(branched, 20);
}

TEST(Branching, KeepsTheStartUnlessThereIsBetter) {
  int improved = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Rng rng(seed);
    const Problem problem = scarce_problem(rng);
    BranchingOptions options;
    options.start = {rng.below(problem.columns.size())};
    options.cuts = seed % 2 == 0;
    const double before = value_of(problem, options.start);
    const BranchingResult result = branch_and_bound(problem, all_columns(problem), options);
    EXPECT_LE(result.value, before);
    if (result.found) {
      EXPECT_LT(result.value, before);
      ++improved;
    } else {
      EXPECT_EQ(result.columns, options.start);
    }
  }
  EXPECT_GT(improved, 20);
}

TEST(Branching, TellsThatItDidNotFinish) {
  int unfinished = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Rng rng(seed);
    const Problem problem = scarce_problem(rng);
    const double best = branch_and_bound(problem, all_columns(problem)).value;
    BranchingOptions options;
    options.max_nodes = 2;
    const BranchingResult result = branch_and_bound(problem, all_columns(problem), options);
    EXPECT_LE(result.bound, best + 1e-6);
    if (result.optimal) {
      EXPECT_NEAR(result.value, best, 1e-3);
    } else {
      ++unfinished;
    }
  }
  EXPECT_GT(unfinished, 5);
}

TEST(Branching, WithSureConnectionsTakenForDecidedIsNotCalledOptimal) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Rng rng(seed);
    const Problem problem = scarce_problem(rng);
    const double best = branch_and_bound(problem, all_columns(problem)).value;
    BranchingOptions options;
    options.sure_share = 0.4;
    const BranchingResult result = branch_and_bound(problem, all_columns(problem), options);
    EXPECT_GE(result.value, best - 1e-3);
    if (result.optimal) {
      EXPECT_NEAR(result.value, best, 1e-3);
    }
  }
}

TEST(Branching, ADeadlineEndsASimplexRunThatIsUnderWay) {
  Rng rng(1);
  const Problem problem = random_cover(rng, 200, 2'000, 2);
  const Deadline passed = Deadline::in_seconds(0);
  EXPECT_TRUE(solve_simplex(problem, all_columns(problem)).optimal);
  EXPECT_FALSE(solve_simplex(problem, all_columns(problem), passed).optimal);
  EXPECT_TRUE(RestrictedLp(problem, all_columns(problem)).solve());
  EXPECT_FALSE(RestrictedLp(problem, all_columns(problem), passed).solve());
}

}  // namespace
}  // namespace skein::cover
