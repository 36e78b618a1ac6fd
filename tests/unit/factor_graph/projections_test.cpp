// The point q of a polytope is the nearest to a if and only if (a - q)(v - q) <= 0 for all its
// vertices v.
#include "factor_graph/projections.h"

#include <cmath>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.h"
#include "factor_graph/graph.h"

namespace skein::factor_graph {
namespace {

using Point = std::vector<double>;

struct Case {
  const char* name;
  std::function<std::size_t(Graph&, std::span<const Variable>)> add;
  std::function<void(std::span<double>)> project;
  std::function<bool(const Point&)> holds;  // of a point in the unit cube, with some tolerance
};

constexpr double kTolerance = 1e-9;

double sum_of(const Point& q, std::size_t count) {
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += q[i];
  return sum;
}

std::vector<Case> cases() {
  return {
      {"exactly one", [](Graph& g, auto v) { return g.add_exactly_one(v); }, project_exactly_one,
       [](const Point& q) { return std::abs(sum_of(q, q.size()) - 1) < kTolerance; }},
      {"at most one", [](Graph& g, auto v) { return g.add_at_most_one(v); }, project_at_most_one,
       [](const Point& q) { return sum_of(q, q.size()) < 1 + kTolerance; }},
      {"at least one", [](Graph& g, auto v) { return g.add_at_least_one(v); }, project_at_least_one,
       [](const Point& q) { return sum_of(q, q.size()) > 1 - kTolerance; }},
      {"budget of 2", [](Graph& g, auto v) { return g.add_budget(v, 2); },
       [](std::span<double> a) { project_budget(a, 2); },
       [](const Point& q) { return sum_of(q, q.size()) < 2 + kTolerance; }},
      {"budget of 0", [](Graph& g, auto v) { return g.add_budget(v, 0); },
       [](std::span<double> a) { project_budget(a, 0); },
       [](const Point& q) { return sum_of(q, q.size()) < kTolerance; }},
      {"or with output",
       [](Graph& g, auto v) { return g.add_or_out(v.first(v.size() - 1), v.back()); },
       project_or_out,
       [](const Point& q) {
         for (std::size_t i = 0; i + 1 < q.size(); ++i) {
           if (q[i] > q.back() + kTolerance) return false;
         }
         return q.back() < sum_of(q, q.size() - 1) + kTolerance;
       }},
  };
}

std::vector<char> bits(std::size_t code, std::size_t size) {
  std::vector<char> values(size);
  for (std::size_t i = 0; i < size; ++i) values[i] = static_cast<char>(code >> i & 1);
  return values;
}

void expect_nearest(const Case& one, const Point& a, const Point& q) {
  Graph graph;
  std::vector<Variable> variables;
  for (std::size_t i = 0; i < a.size(); ++i) variables.push_back(graph.add_variable(0));
  const Factor factor = graph.factors()[one.add(graph, variables)];
  for (double value : q) ASSERT_TRUE(value >= -kTolerance && value <= 1 + kTolerance) << one.name;
  ASSERT_TRUE(one.holds(q)) << one.name;
  for (std::size_t code = 0; code < std::size_t{1} << a.size(); ++code) {
    const std::vector<char> vertex = bits(code, a.size());
    if (std::isinf(graph.factor_score(factor, vertex))) continue;
    double product = 0;
    for (std::size_t i = 0; i < a.size(); ++i) product += (a[i] - q[i]) * (vertex[i] - q[i]);
    ASSERT_LE(product, 1e-7) << one.name;
  }
}

TEST(Projections, AreNearest) {
  for (const Case& one : cases()) {
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
      SCOPED_TRACE(seed);
      Rng rng(seed);
      Point a(static_cast<std::size_t>(rng.between(2, 7)));
      const double scale = rng.chance(0.2) ? 20 : 1;
      // Some of them alike.
      for (double& value : a) value = scale * (rng.chance(0.3) ? rng.between(-1, 2) : rng.normal());
      Point q = a;
      one.project(q);
      expect_nearest(one, a, q);
    }
  }
}

TEST(Projections, OnSimplexOfAnyTotal) {
  Point a{0.5, 3, -1, 2.5};
  project_on_simplex(a, 2);
  EXPECT_EQ(a, (Point{0, 1.25, 0, 0.75}));
}

// Over q = w_10 (1,0) + w_01 (0,1) + w_11 (1,1) the gradient at the best point is highest at the
// vertices that it is made of.
// Where the second lies on the level, rounding puts it below and above in turn.
TEST(Projections, EndWherePointsLieOnTheLevel) {
  Point a{1.853013247571732, 0.8530132475717322};
  project_exactly_one(a);
  EXPECT_NEAR(a[0], 1, kTolerance);
  EXPECT_NEAR(a[1], 0, kTolerance);
}

TEST(Projections, PairIsTheBestPoint) {
  for (std::uint64_t seed = 0; seed < 2'000; ++seed) {
    Rng rng(seed);
    const double a1 = 1.5 * rng.normal();
    const double a2 = 1.5 * rng.normal();
    const double score = rng.normal();
    double q1 = a1;
    double q2 = a2;
    const double both = project_pair(q1, q2, score);
    EXPECT_GE(both, std::max(0.0, q1 + q2 - 1) - kTolerance);
    EXPECT_LE(both, std::min(q1, q2) + kTolerance);
    const double d1 = a1 - q1;
    const double d2 = a2 - q2;
    const double at_best = d1 * q1 + d2 * q2 + score * both;
    for (double vertex : {0.0, d1, d2, d1 + d2 + score}) {
      EXPECT_LE(vertex, at_best + 1e-9) << "seed " << seed;
    }
  }
}

}  // namespace
}  // namespace skein::factor_graph
