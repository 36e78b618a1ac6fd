// Products of dense rows of features, one row for each place, with a table of weights that has a
// row of labels for each feature. Behind the table, weights go on for at least 8 numbers (biases).
#pragma once

#include <cstddef>
#include <span>

namespace skein::factor_graph {

// `places` rows of `features` numbers, one after the other.
struct FeatureRows {
  const float* values = nullptr;
  std::size_t places = 0;
  std::size_t features = 0;
};

// scores(t, y) += sum_j rows(t, j) weights(j, y)
void add_scores(const FeatureRows& rows, std::span<const double> weights, std::size_t labels,
                std::span<double> scores);
// weights(j, y) += times sum_t rows(t, j) moments(t, y)
void add_outer(const FeatureRows& rows, double times, std::span<const double> moments,
               std::size_t labels, std::span<double> weights);
// products(t, u) = sum_j rows(t, j) rows(u, j)
void fill_products(const FeatureRows& rows, std::span<double> products);

}  // namespace skein::factor_graph
