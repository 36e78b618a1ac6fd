#include "factor_graph/tree.h"

#include <cmath>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "base/random.h"
#include "support/complaints.h"

namespace skein::factor_graph {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// A forest: a node has an edge to one of those before it, or none.
TreeScores random_forest(Rng& rng, double scale) {
  TreeScores scores;
  const int nodes = rng.between(1, 6);
  for (int v = 0; v < nodes; ++v) {
    std::vector<double> own(static_cast<std::size_t>(rng.between(1, 3)));
    for (double& score : own) score = scale * rng.normal();
    scores.nodes.push_back(own);
    if (v == 0 || rng.chance(0.2)) continue;
    TreeEdge edge;
    edge.first = rng.below(static_cast<std::uint64_t>(v));
    edge.second = static_cast<std::size_t>(v);
    if (rng.chance(0.5)) std::swap(edge.first, edge.second);
    edge.scores.resize(scores.nodes[edge.first].size() * scores.nodes[edge.second].size());
    for (double& score : edge.scores) score = scale * rng.normal();
    scores.edges.push_back(edge);
  }
  return scores;
}

using States = std::vector<std::uint32_t>;

void for_each_labeling(const TreeScores& scores, const std::function<void(const States&)>& action) {
  States states(scores.nodes.size(), 0);
  while (true) {
    action(states);
    std::size_t v = 0;
    while (v < states.size() && ++states[v] == scores.nodes[v].size()) states[v++] = 0;
    if (v == states.size()) return;
  }
}

TEST(Tree, EqualsSumsOverAllStates) {
  for (double scale : {1.0, 500.0}) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      SCOPED_TRACE(seed);
      Rng rng(seed);
      const TreeScores scores = random_forest(rng, scale);
      double most = -INFINITY;
      for_each_labeling(scores,
                        [&](const States& y) { most = std::max(most, score_of(scores, y)); });
      double sum = 0;
      for_each_labeling(scores,
                        [&](const States& y) { sum += std::exp(score_of(scores, y) - most); });
      const double log_partition = most + std::log(sum);
      auto nodes = scores.nodes;
      for (auto& node : nodes) std::fill(node.begin(), node.end(), 0.0);
      std::vector<std::vector<double>> edges;
      for (const TreeEdge& edge : scores.edges) edges.emplace_back(edge.scores.size(), 0.0);
      double exact_entropy = 0;
      for_each_labeling(scores, [&](const States& y) {
        const double log_p = score_of(scores, y) - log_partition;
        const double p = std::exp(log_p);
        if (p > 0) exact_entropy -= p * log_p;
        for (std::size_t v = 0; v < y.size(); ++v) nodes[v][y[v]] += p;
        for (std::size_t e = 0; e < edges.size(); ++e) {
          const auto& [first, second, table] = scores.edges[e];
          edges[e][y[first] * scores.nodes[second].size() + y[second]] += p;
        }
      });
      const TreeMarginals marginals = infer(scores);
      EXPECT_NEAR(marginals.log_partition, log_partition, 1e-11 * (1 + std::abs(log_partition)));
      for (std::size_t v = 0; v < nodes.size(); ++v) {
        for (std::size_t s = 0; s < nodes[v].size(); ++s) {
          EXPECT_NEAR(marginals.nodes[v][s], nodes[v][s], 1e-9);
        }
      }
      for (std::size_t e = 0; e < edges.size(); ++e) {
        for (std::size_t s = 0; s < edges[e].size(); ++s) {
          EXPECT_NEAR(marginals.edges[e][s], edges[e][s], 1e-9);
        }
      }
      EXPECT_NEAR(entropy(scores, marginals), exact_entropy, 1e-8);
      const TreeLabeling best = most_likely(scores);
      EXPECT_NEAR(best.score, most, 1e-9 * (1 + std::abs(most)));
      EXPECT_NEAR(score_of(scores, best.states), most, 1e-9 * (1 + std::abs(most)));
    }
  }
}

TEST(Tree, CyclesAreRefused) {
  TreeScores scores;
  scores.nodes.assign(3, {0, 0});
  const std::vector<double> table(4, 0.0);
  scores.edges = {{0, 1, table}, {1, 2, table}, {2, 0, table}};
  EXPECT_NE(test::complaint_of([&] { infer(scores); }).problem.find("cycle"), std::string::npos);
  scores.edges = {{0, 1, table}, {0, 1, table}};
  EXPECT_NE(test::complaint_of([&] { most_likely(scores); }).problem.find("cycle"),
            std::string::npos);
  scores.edges = {{1, 1, table}};
  EXPECT_NE(test::complaint_of([&] { infer(scores); }).problem.find("cycle"), std::string::npos);
}

TEST(Tree, TablesOfWrongSizeAreRefused) {
  TreeScores scores;
  scores.nodes.assign(2, {0, 0});
  scores.edges = {{0, 1, {1, 2, 3}}};
  EXPECT_EQ(test::complaint_of([&] { infer(scores); }).field, "edges");
  scores.edges = {{0, 2, {1, 2, 3, 4}}};
  EXPECT_EQ(test::complaint_of([&] { infer(scores); }).field, "edges");
  scores.edges.clear();
  scores.nodes[1].clear();
  EXPECT_EQ(test::complaint_of([&] { infer(scores); }).field, "nodes");
}

// Nodes 1 and 2 ask for different states of node 0.
TEST(Tree, ContradictionsAreNamedByNode) {
  const double no = -INFINITY;
  TreeScores scores;
  scores.nodes.assign(5, {0, 0});
  scores.edges = {{0, 1, {0, 0, no, no}}, {2, 0, {no, 0, no, 0}}, {3, 4, {0, 0, 0, no}}};
  for (const auto& action : {std::function<void()>([&] { infer(scores); }),
                             std::function<void()>([&] { most_likely(scores); })}) {
    const Complaint complaint = test::complaint_of(action);
    EXPECT_EQ(complaint.field, "nodes");
    EXPECT_NE(complaint.problem.find("node 0"), std::string::npos) << complaint.problem;
  }
}

TEST(Tree, ScoresThatAreNoNumbersAreRefused) {
  for (double bad : {kNan, kInfinity}) {
    TreeScores scores;
    scores.nodes = {{0, 0}, {0, bad}};
    EXPECT_NE(test::complaint_of([&] { infer(scores); }).problem.find("node 1"), std::string::npos);
    scores.nodes[1][1] = 0;
    scores.edges = {{0, 1, {0, 0, 0, bad}}};
    EXPECT_NE(test::complaint_of([&] { most_likely(scores); }).problem.find("edge 0"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace skein::factor_graph
