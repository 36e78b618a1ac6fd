// Inference on random chains and graphs: what holds for every one of them.
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "factor_graph/ad3.h"
#include "factor_graph/chain.h"
#include "factor_graph/exhaustive.h"
#include "factor_graph/tree.h"
#include "support/random_graph.h"

namespace skein::factor_graph {
namespace {

constexpr double kForbidden = -std::numeric_limits<double>::infinity();

struct AnyChain {
  std::vector<double> nodes, pairs, triples;
  ChainShape shape;

  ChainScores scores() const { return {shape, nodes, pairs, triples}; }
};

Rng any_rng() {
  return Rng(*rc::gen::arbitrary<std::uint64_t>());
}

// Label 0 is allowed everywhere, so that something is.
std::vector<double> any_table(Rng& rng, std::size_t tables, std::size_t size, double scale,
                              double forbidden) {
  std::vector<double> table(tables * size);
  for (std::size_t i = 0; i < table.size(); ++i) {
    table[i] = scale * rng.normal();
    if (i % size != 0 && rng.chance(forbidden)) table[i] = kForbidden;
  }
  return table;
}

double any_scale() {
  return *rc::gen::element(0.1, 3.0, 300.0);
}

ChainShape any_shape(int most_order) {
  ChainShape shape;
  shape.order = *rc::gen::inRange(1, most_order + 1);
  shape.length = *rc::gen::inRange<std::size_t>(1, 12);
  shape.labels = *rc::gen::inRange<std::size_t>(1, 6);
  return shape;
}

AnyChain any_chain(const ChainShape& shape, double scale, double forbidden) {
  Rng rng = any_rng();
  const bool shared = *rc::gen::arbitrary<bool>();
  const std::size_t square = shape.labels * shape.labels;
  const auto places = [&](std::size_t fewer) {
    if (shape.length <= fewer) return std::size_t{0};
    return shared ? 1 : shape.length - fewer;
  };
  AnyChain chain;
  chain.shape = shape;
  chain.nodes = any_table(rng, shape.length, shape.labels, scale, forbidden);
  chain.pairs = any_table(rng, places(1), square, scale, forbidden);
  if (shape.order == 2) {
    chain.triples = any_table(rng, places(2), square * shape.labels, scale, forbidden);
  }
  return chain;
}

TreeScores as_tree(const AnyChain& chain) {
  const std::size_t labels = chain.shape.labels;
  const std::size_t square = labels * labels;
  TreeScores tree;
  for (std::size_t t = 0; t < chain.shape.length; ++t) {
    const auto node = chain.nodes.begin() + static_cast<std::ptrdiff_t>(t * labels);
    tree.nodes.emplace_back(node, node + static_cast<std::ptrdiff_t>(labels));
    if (t == 0) continue;
    const std::size_t place = chain.pairs.size() == square ? 0 : t - 1;
    const auto table = chain.pairs.begin() + static_cast<std::ptrdiff_t>(place * square);
    tree.edges.push_back({t - 1, t, {table, table + static_cast<std::ptrdiff_t>(square)}});
  }
  return tree;
}

void require_near(double a, double b, double tolerance) {
  if (std::abs(a - b) > tolerance * (1 + std::abs(b)))
    RC_FAIL(std::to_string(a) + " is not " + std::to_string(b));
}

TEST(ChainProperty, AChainIsATree) {
  EXPECT_TRUE(rc::check([] {
    const AnyChain chain = any_chain(any_shape(1), any_scale(), *rc::gen::element(0.0, 0.2));
    const TreeScores tree = as_tree(chain);
    const ChainMarginals marginals = infer(chain.scores());
    const TreeMarginals expected = infer(tree);
    require_near(marginals.log_partition, expected.log_partition, 1e-11);
    require_near(entropy(marginals), entropy(tree, expected), 1e-7);
    require_near(most_likely(chain.scores()).score, most_likely(tree).score, 1e-11);
    const std::vector<double> nodes = marginals.nodes();
    const std::size_t labels = chain.shape.labels;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      require_near(nodes[i], expected.nodes[i / labels][i % labels], 1e-9);
    }
    for (std::size_t i = 0; chain.shape.length > 1 && i < marginals.windows.size(); ++i) {
      const std::size_t size = labels * labels;
      require_near(marginals.windows[i], expected.edges[i / size][i % size], 1e-9);
    }
  }));
}

TEST(ChainProperty, EntropyIsThatOfSoManyLabelingsAtMost) {
  EXPECT_TRUE(rc::check([] {
    const AnyChain chain = any_chain(any_shape(2), any_scale(), *rc::gen::element(0.0, 0.2));
    const double value = entropy(infer(chain.scores()));
    RC_ASSERT(value >= -1e-9);
    RC_ASSERT(value <= static_cast<double>(chain.shape.length) *
                               std::log(static_cast<double>(chain.shape.labels)) +
                           1e-9);
  }));
}

TEST(ChainProperty, DivergenceIsNeverNegative) {
  EXPECT_TRUE(rc::check([] {
    const ChainShape shape = any_shape(2);
    // With scores far apart, probabilities of q would be 0 to rounding where those of p are not.
    const double scale = *rc::gen::element(0.1, 3.0);
    const ChainMarginals p = infer(any_chain(shape, scale, 0).scores());
    const AnyChain other = any_chain(shape, scale, 0);
    const ChainMarginals q = infer(other.scores());
    RC_ASSERT(divergence(p, q) >= -1e-9);
    RC_ASSERT(std::abs(divergence(p, p)) <= 1e-9);
    // Fenchel: log Z of q is the most that expected score and entropy reach.
    const double reached = expected_score(other.scores(), p) + entropy(p);
    RC_ASSERT(reached <= q.log_partition + 1e-9 * (1 + std::abs(q.log_partition)));
  }));
}

TEST(Ad3Property, BoundsHoldAndAssignmentsAreAllowedWithAnyFactor) {
  EXPECT_TRUE(rc::check([] {
    Rng rng = any_rng();
    const FactorKind kind = *rc::gen::elementOf(test::all_factor_kinds());
    const Graph graph = test::random_graph(rng, kind);
    const double best = search_all(graph).score;
    Ad3Options options;
    options.max_iterations = *rc::gen::element(1, 30, 1'000);
    Workers workers(1);
    const Ad3Summary summary = run_ad3(graph, workers, options);
    RC_ASSERT(summary.dual >= best - 1e-7 * (1 + std::abs(summary.dual)));
    RC_ASSERT(summary.assignment.empty() == (summary.primal == kForbidden));
    if (summary.stopped == Ad3Stop::kInfeasible) RC_ASSERT(best == kForbidden);
    if (summary.assignment.empty()) {
      RC_ASSERT(summary.worst_factor < graph.factors().size());
      return;
    }
    RC_ASSERT(graph.forbidding_factor(summary.assignment) == graph.factors().size());
    require_near(graph.score_of(summary.assignment), summary.primal, 1e-12);
    RC_ASSERT(summary.primal <= best + 1e-9);
  }));
}

}  // namespace
}  // namespace skein::factor_graph
