#include "cover/subset_rows.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include <gtest/gtest.h>

#include "base/random.h"
#include "cover/integer.h"
#include "cover/restricted_lp.h"
#include "support/random_cover.h"

namespace skein::cover {
namespace {

using test::all_columns;

constexpr double kNoLimit = std::numeric_limits<double>::infinity();

Problem weak_problem(Rng& rng) {
  Problem problem = test::random_cover(rng, 10 + rng.below(10), 30 + rng.below(40), rng.below(3));
  return test::made_scarce(rng, std::move(problem), 0.7, 5);
}

double left_side(const RestrictedLp& lp, const RowTriple& triple) {
  double sum = 0;
  for (std::size_t k = 0; k < lp.size(); ++k) {
    if (covers_two(lp.rows(k), triple)) sum += lp.share(k);
  }
  return sum;
}

std::set<RowTriple> violated_by_definition(const RestrictedLp& lp, std::uint32_t rows,
                                           double least) {
  std::set<RowTriple> violated;
  for (std::uint32_t a = 0; a < rows; ++a) {
    for (std::uint32_t b = a + 1; b < rows; ++b) {
      for (std::uint32_t c = b + 1; c < rows; ++c) {
        if (left_side(lp, {a, b, c}) >= 1 + least) violated.insert({a, b, c});
      }
    }
  }
  return violated;
}

TEST(SubsetRows, FindsEveryTripleThatIsViolated) {
  std::size_t found = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Rng rng(seed);
    const Problem problem = weak_problem(rng);
    RestrictedLp lp(problem, all_columns(problem));
    ASSERT_TRUE(lp.solve());
    CutOptions all;
    all.per_round = 100'000;
    all.per_row = 100'000;
    const auto triples = violated_triples(lp, all);
    const auto rows = static_cast<std::uint32_t>(problem.rows.size());
    EXPECT_EQ(std::set<RowTriple>(triples.begin(), triples.end()),
              violated_by_definition(lp, rows, all.least_violation))
        << "seed " << seed;
    EXPECT_TRUE(std::is_sorted(triples.begin(), triples.end(), [&](const auto& a, const auto& b) {
      return left_side(lp, a) > left_side(lp, b) + 1e-9;
    }));
    found += triples.size();
  }
  EXPECT_GT(found, 20U);
}

TEST(SubsetRows, RaiseTheRelaxationButNotAboveWholeSolutions) {
  int raised = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Rng rng(seed);
    const Problem problem = weak_problem(rng);
    RestrictedLp lp(problem, all_columns(problem));
    ASSERT_TRUE(lp.solve());
    const double before = lp.value();
    ASSERT_TRUE(cut_off(lp, kNoLimit));
    EXPECT_TRUE(violated_triples(lp).empty());
    EXPECT_GE(lp.value(), before - 1e-7);
    EXPECT_LE(lp.value(), solve_integer(problem, all_columns(problem)).value + 1e-6)
        << "seed " << seed;
    raised += lp.value() > before + 1e-6;
  }
  EXPECT_GT(raised, 5);
}

TEST(SubsetRows, HoldForColumnsThatComeLater) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Rng rng(seed);
    const Problem problem = weak_problem(rng);
    std::vector<std::size_t> first = all_columns(problem);
    first.resize(first.size() / 2);
    RestrictedLp grown(problem, first);
    ASSERT_TRUE(grown.solve());
    ASSERT_TRUE(cut_off(grown, kNoLimit));
    for (std::size_t j = first.size(); j < problem.columns.size(); ++j) grown.add(j);
    ASSERT_TRUE(grown.solve());
    RestrictedLp whole(problem, all_columns(problem));
    for (const RowTriple& cut : grown.cuts()) whole.add_cut(cut);
    ASSERT_TRUE(whole.solve());
    EXPECT_NEAR(grown.value(), whole.value(), 1e-6 * (1 + whole.value())) << "seed " << seed;
  }
}

// Strong duality: sum_i pi_i - sum_b sigma_b H_b - sum_S mu_S.
TEST(SubsetRows, DualsAddUpToTheValue) {
  double charged = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Rng rng(seed);
    const Problem problem = weak_problem(rng);
    RestrictedLp lp(problem, all_columns(problem));
    ASSERT_TRUE(lp.solve());
    ASSERT_TRUE(cut_off(lp, kNoLimit));
    double value = dual_value(problem, lp.duals());
    for (std::size_t c = 0; c < lp.cuts().size(); ++c) {
      EXPECT_GE(lp.cut_dual(c), -1e-9);
      value -= lp.cut_dual(c);
      charged += lp.cut_dual(c);
    }
    EXPECT_NEAR(value, lp.value(), 1e-6 * (1 + lp.value())) << "seed " << seed;
  }
  EXPECT_GT(charged, 0);
}

}  // namespace
}  // namespace skein::cover
