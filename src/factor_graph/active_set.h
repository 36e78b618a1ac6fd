// Quadratic problems of factors over choices, whose hull has too many faces to be written down: by
// active sets of configurations, found by the factor's own maximization (Martins and others 2015,
// section 6; Nocedal and Wright, Numerical Optimization, algorithm 16.3).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "factor_graph/factor_solver.h"
#include "factor_graph/graph.h"

namespace skein::factor_graph {

struct BestStates {
  std::vector<std::uint32_t> states;  // by choice
  double score = 0;
};

// max over configurations of  sum of the scores of its states + weight theta_f. For dense factors
// by looking at all of them, for sequences from left to right.
BestStates best_states(const Graph& graph, const Factor& factor, std::span<const double> scores,
                       double weight);

// As solve_quadratic.
void solve_by_active_set(const Graph& graph, const Factor& factor, double eta, std::span<double> a,
                         FactorMemory& memory);

}  // namespace skein::factor_graph
