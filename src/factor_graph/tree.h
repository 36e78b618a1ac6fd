// Trees and forests: exact marginals and most likely states by messages from the leaves to the
// roots and back, in the log domain.
//
//    score(y) = sum_v node_v(y_v) + sum_{(v, w)} edge_vw(y_v, y_w)
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skein::factor_graph {

struct TreeEdge {
  std::size_t first = 0;
  std::size_t second = 0;
  std::vector<double> scores;  // states of first x states of second
};

struct TreeScores {
  std::vector<std::vector<double>> nodes;  // by node, its states
  std::vector<TreeEdge> edges;
};

struct TreeMarginals {
  std::vector<std::vector<double>> nodes;
  std::vector<std::vector<double>> edges;
  double log_partition = 0;
};

struct TreeLabeling {
  std::vector<std::uint32_t> states;
  double score = 0;
};

// Throws InputError if edges close a cycle, name a node that is not there, or have a table of
// another size than their nodes' states ask for; if a node has no states; for scores that are no
// numbers; and, with the node, where minus infinities forbid everything.
TreeMarginals infer(const TreeScores& scores);
TreeLabeling most_likely(const TreeScores& scores);

double score_of(const TreeScores& scores, std::span<const std::uint32_t> states);
double entropy(const TreeScores& scores, const TreeMarginals& marginals);

}  // namespace skein::factor_graph
