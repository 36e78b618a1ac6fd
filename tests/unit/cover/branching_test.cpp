#include "cover/branching.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

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

// Dead ends are given up, but not forgotten.
TEST(Branching, EqualsBranchAndCutIfDearStepsAreAvoided) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Rng rng(seed);
    const Problem problem = scarce_problem(rng);
    const auto all = all_columns(problem);
    BranchingOptions options;
    options.dear = 0.1 + static_cast<double>(seed % 5);
    const BranchingResult result = branch_and_bound(problem, all, options);
    ASSERT_TRUE(result.found);
    EXPECT_TRUE(result.optimal) << "seed " << seed;
    EXPECT_NEAR(result.value, solve_integer(problem, all).value, 1e-3) << "seed " << seed;
  }
}

// The least over all choices of the columns before `whole`, the others in part.
double least_with_some_whole(const Problem& problem, std::size_t whole) {
  double least = std::numeric_limits<double>::infinity();
  RestrictedLp lp(problem, all_columns(problem));
  for (std::size_t choice = 0; choice < (std::size_t{1} << whole); ++choice) {
    lp.allow_all();
    std::vector<int> covered(problem.rows.size(), 0);
    bool fits = true;
    for (std::size_t k = 0; k < whole; ++k) {
      if ((choice >> k & 1) == 0) {
        lp.forbid(k);
        continue;
      }
      for (std::uint32_t row : lp.rows(k)) fits = fits && ++covered[row] == 1;
    }
    for (std::size_t k = 0; k < whole && fits; ++k) {
      if ((choice >> k & 1) != 0) lp.take(k);
    }
    if (fits && lp.solve()) least = std::min(least, lp.value());
  }
  return least;
}

TEST(Branching, SomeColumnsMayStayInPart) {
  constexpr std::size_t kWholeColumns = 8;
  int between = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Rng rng(seed);
    const Problem problem = scarce_problem(rng);
    const auto all = all_columns(problem);
    BranchingOptions options;
    options.may_stay_in_part.assign(problem.columns.size(), 1);
    std::fill_n(options.may_stay_in_part.begin(), kWholeColumns, 0);
    const BranchingResult result = branch_and_bound(problem, all, options);
    ASSERT_TRUE(result.found);
    EXPECT_TRUE(result.optimal) << "seed " << seed;
    EXPECT_NEAR(result.value, least_with_some_whole(problem, kWholeColumns), 1e-3)
        << "seed " << seed;
    for (std::size_t column : result.columns) EXPECT_LT(column, kWholeColumns);
    RestrictedLp relaxed(problem, all);
    ASSERT_TRUE(relaxed.solve());
    const double whole = branch_and_bound(problem, all).value;
    between += result.value > relaxed.value() + 1e-6 && result.value < whole - 1e-6;
  }
  EXPECT_GT(between, 3);
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
