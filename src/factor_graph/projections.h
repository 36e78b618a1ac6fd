// The nearest point to `a` in the hull of the values that a hard factor allows, in place: what AD3
// asks of its factors (Martins, Figueiredo, Aguiar, Smith, Xing 2015, section 5). All take linear
// time, or nearly.
#pragma once

#include <cstdint>
#include <span>

namespace skein::factor_graph {

// q >= 0, sum q = total
void project_on_simplex(std::span<double> a, double total = 1);

// Exactly one; at most one; at least one.
void project_exactly_one(std::span<double> a);
void project_at_most_one(std::span<double> a);
void project_at_least_one(std::span<double> a);

// 0 <= q <= 1, sum q <= budget
void project_budget(std::span<double> a, std::uint32_t budget);

// The last is the output: 0 <= q <= 1, q_i <= q_out <= sum_i q_i
void project_or_out(std::span<double> a);

// min (q_1 - a_1)^2 / 2 + (q_2 - a_2)^2 / 2 - score q_12 over 0 <= q_12 <= q_1, q_2 <= 1 and
// q_1 + q_2 - 1 <= q_12. Returns q_12.
double project_pair(double& a1, double& a2, double score);

}  // namespace skein::factor_graph
