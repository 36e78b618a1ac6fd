// Sums over long vectors.
#pragma once

#include <span>

namespace skein::factor_graph {

double product(std::span<const double> a, std::span<const double> b);
// to += times from
void add(double times, std::span<const double> from, std::span<double> to);
// values += step (goal - values)
void approach(double step, std::span<const double> goal, std::span<double> values);

}  // namespace skein::factor_graph
