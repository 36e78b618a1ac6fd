#include "learning/table_descent.h"

#include <cmath>
#include <numbers>
#include <span>

namespace skein::learning {

TableDescent::TableDescent(std::size_t ids, std::size_t size, const TableDescentOptions& options)
    : options_(options), mean_(ids, size), squares_(ids, 0.0), steps_(ids, 0) {}

void TableDescent::step(kernels::Matrix<float>& table, const kernels::Matrix<float>& gradient,
                        double progress) {
  const double length = options_.length * (1 + std::cos(std::numbers::pi * progress)) / 2;
  for (std::size_t id = 0; id < table.rows; ++id) {
    double square = 0;
    for (float slope : gradient.row(id)) {
      square += static_cast<double>(slope) * static_cast<double>(slope);
    }
    if (square == 0) continue;
    const auto count = static_cast<double>(++steps_[id]);
    squares_[id] += (1 - options_.forgetting) * (square - squares_[id]);
    const double root = std::sqrt(squares_[id] / (1 - std::pow(options_.forgetting, count)));
    const double scale = length / root / (1 - std::pow(options_.momentum, count));
    const auto mean = mean_.row(id);
    for (std::size_t j = 0; j < mean.size(); ++j) {
      mean[j] += (1 - options_.momentum) * (static_cast<double>(gradient(id, j)) - mean[j]);
      table(id, j) = static_cast<float>(static_cast<double>(table(id, j)) - scale * mean[j]);
    }
  }
}

void TableDescent::exchange(StateArchive& archive) {
  archive.exchange("steps of ids", std::span<std::uint64_t>(steps_));
  archive.exchange("mean gradients", mean_.values);
  archive.exchange("mean squares", squares_);
}

}  // namespace skein::learning
