#include "factor_graph/rows.h"

#include <cassert>

#include "factor_graph/kernels.h"

namespace skein::factor_graph {
namespace {

RowsShape shape_of(std::size_t places, std::size_t features, std::size_t labels) {
  return {static_cast<std::ptrdiff_t>(places), static_cast<std::ptrdiff_t>(features),
          static_cast<std::ptrdiff_t>(labels)};
}

}  // namespace

void add_scores(const FeatureRows& rows, std::span<const double> weights, std::size_t labels,
                std::span<double> scores) {
  assert(weights.size() >= rows.features * labels + 8 && scores.size() >= rows.places * labels);
  kernels().add_scores(shape_of(rows.places, rows.features, labels), rows.values, weights.data(),
                       scores.data());
}

void add_outer(const FeatureRows& rows, double times, std::span<const double> moments,
               std::size_t labels, std::span<double> weights) {
  assert(weights.size() >= rows.features * labels + 8 && moments.size() >= rows.places * labels);
  kernels().add_outer(shape_of(rows.places, rows.features, labels), rows.values, times,
                      moments.data(), weights.data());
}

void fill_products(const FeatureRows& rows, std::span<double> products) {
  const auto row = [&](std::size_t t) { return rows.values + t * rows.features; };
  for (std::size_t t = 0; t < rows.places; ++t) {
    for (std::size_t u = 0; u <= t; ++u) {
      const double product =
          kernels().row_product(row(t), row(u), static_cast<std::ptrdiff_t>(rows.features));
      products[t * rows.places + u] = product;
      products[u * rows.places + t] = product;
    }
  }
}

}  // namespace skein::factor_graph
