// What inference asks of single factors.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "factor_graph/graph.h"

namespace skein::factor_graph {

// The best values of the factor's variables,
//
//    max  sum_i u_i x_i + theta_f(x)        x allowed by f
//
// Returns the maximum; minus infinity if the factor allows nothing. `values` gets a best x.
double maximize(const Graph& graph, const Factor& factor, std::span<const double> scores,
                std::span<char> values);

// Of a factor over choices, what its last solution was made of: a start for the next.
struct FactorMemory {
  std::vector<std::vector<std::uint32_t>> states;  // of configurations, by choice
  std::vector<double> shares;
};

// The best point of the hull of what the factor allows,
//
//    min  ||q - a||^2 / 2 - theta_f(q) / eta
//
// in place of `a`. Hard factors: the nearest point (projections.h). Factors over choices: by active
// sets of configurations (Martins and others 2015, section 6).
void solve_quadratic(const Graph& graph, const Factor& factor, double eta, std::span<double> a,
                     FactorMemory* memory = nullptr);

}  // namespace skein::factor_graph
