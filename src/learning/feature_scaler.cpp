#include "learning/feature_scaler.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/input_error.h"

namespace skein::learning {
namespace {

constexpr double kSmallest = 1e-12;  // spreads below are none
// Of many rows, so many are enough for medians and quartiles.
constexpr std::size_t kRowsForQuartiles = 4096;
constexpr std::size_t kRowsAtOnce = 4096;

double norm_of(std::span<const float> row) {
  double square = 0;
  for (float value : row) square += static_cast<double>(value) * static_cast<double>(value);
  return std::sqrt(square);
}

class ScalerLearning {
 public:
  ScalerLearning(FeatureScaler& scaler, std::span<const float> rows, std::size_t features,
                 Workers& workers)
      : scaler_(scaler),
        values_(rows),
        features_(features),
        rows_(rows.size() / features),
        workers_(workers) {}

  void run() {
    measure_moments();
    scaler_.shift.assign(features_, 0.0F);
    scaler_.factor.assign(features_, 1.0F);
    for (std::size_t j = 0; j < features_; ++j) {
      const auto [centre, width] = spread(j);
      scaler_.shift[j] = static_cast<float>(centre);
      scaler_.factor[j] = width > kSmallest ? static_cast<float>(1 / width) : 0.0F;
    }
    const double square = mean_square();
    const auto times = static_cast<float>(square > 0 ? scaler_.norm / std::sqrt(square) : 1);
    for (float& factor : scaler_.factor) factor *= times;
  }

 private:
  // Sums over blocks of rows, put together in their order.
  void measure_moments() {
    const std::size_t blocks = (rows_ + kRowsAtOnce - 1) / kRowsAtOnce;
    std::vector<std::vector<double>> sums(blocks);
    workers_.run(blocks, [&](std::size_t block, std::size_t) {
      sums[block].assign(2 * features_, 0.0);
      const std::size_t end = std::min(rows_, (block + 1) * kRowsAtOnce);
      for (std::size_t i = block * kRowsAtOnce; i < end; ++i) add_row(i, sums[block].data());
    });
    means_.assign(features_, 0.0);
    squares_.assign(features_, 0.0);
    for (const std::vector<double>& own : sums) {
      for (std::size_t j = 0; j < features_; ++j) {
        means_[j] += own[j] / static_cast<double>(rows_);
        squares_[j] += own[features_ + j] / static_cast<double>(rows_);
      }
    }
  }

  void add_row(std::size_t row, double* sums) const {
    const float* values = values_.data() + row * features_;
    for (std::size_t j = 0; j < features_; ++j) {
      const auto value = static_cast<double>(values[j]);
      sums[j] += value;
      sums[features_ + j] += value * value;
    }
  }

  // Centre and width of a feature.
  std::pair<double, double> spread(std::size_t j) const {
    switch (scaler_.scaling) {
      case Scaling::kMinMax:
        return extremes(j);
      case Scaling::kRobust:
        return quartiles(j);
      case Scaling::kStandard:
        return {means_[j], std::sqrt(std::max(0.0, squares_[j] - means_[j] * means_[j]))};
      default:
        return {means_[j], 1.0};
    }
  }

  std::pair<double, double> extremes(std::size_t j) const {
    float least = values_[j];
    float most = least;
    for (std::size_t i = 1; i < rows_; ++i) {
      least = std::min(least, values_[i * features_ + j]);
      most = std::max(most, values_[i * features_ + j]);
    }
    return {least, static_cast<double>(most) - static_cast<double>(least)};
  }

  std::pair<double, double> quartiles(std::size_t j) const {
    const std::size_t count = std::min(rows_, kRowsForQuartiles);
    std::vector<float> sample(count);
    for (std::size_t k = 0; k < count; ++k) sample[k] = values_[k * rows_ / count * features_ + j];
    std::sort(sample.begin(), sample.end());
    return {sample[count / 2],
            static_cast<double>(sample[count * 3 / 4]) - static_cast<double>(sample[count / 4])};
  }

  // Of the norms of rows, with shift and factor as they are: E (x - s)^2 = E x^2 - 2 s E x + s^2.
  double mean_square() const {
    double sum = 0;
    for (std::size_t j = 0; j < features_; ++j) {
      const auto shift = static_cast<double>(scaler_.shift[j]);
      const auto factor = static_cast<double>(scaler_.factor[j]);
      const double square = squares_[j] - 2 * shift * means_[j] + shift * shift;
      sum += factor * factor * std::max(0.0, square);
    }
    return sum;
  }

  FeatureScaler& scaler_;
  std::span<const float> values_;
  std::size_t features_;
  std::size_t rows_;
  Workers& workers_;
  std::vector<double> means_;
  std::vector<double> squares_;
};

}  // namespace

const std::vector<std::string>& scaling_names() {
  static const std::vector<std::string> names{"mean-norm", "standard", "min-max", "robust",
                                              "normalizer"};
  return names;
}

const std::string& name_of(Scaling scaling) {
  return scaling_names()[static_cast<std::size_t>(scaling)];
}

Scaling scaling_from(const std::string& name) {
  const auto& names = scaling_names();
  const auto at = std::find(names.begin(), names.end(), name);
  if (at != names.end()) return static_cast<Scaling>(at - names.begin());
  throw InputError({"", 0, "scaling", fmt::format("there is no scaling {}", in_quotes(name)),
                    fmt::format("choose one of {}", fmt::join(names, ", "))});
}

void FeatureScaler::learn(std::span<const float> rows, std::size_t features, Workers& workers) {
  shift.clear();
  factor.clear();
  if (scaling != Scaling::kNormalizer) ScalerLearning(*this, rows, features, workers).run();
}

void FeatureScaler::apply(std::span<float> row) const {
  if (scaling == Scaling::kNormalizer) {
    const double size = norm_of(row);
    const auto times = static_cast<float>(size > 0 ? norm / size : 0);
    for (float& value : row) value *= times;
    return;
  }
  for (std::size_t j = 0; j < row.size(); ++j) row[j] = (row[j] - shift[j]) * factor[j];
}

// For the normalizer x -> c x/|x|: c/|x| (g - (g x) x/|x|^2).
void FeatureScaler::pull_back(std::span<const float> row, std::span<float> gradient) const {
  if (scaling != Scaling::kNormalizer) {
    for (std::size_t j = 0; j < row.size(); ++j) gradient[j] *= factor[j];
    return;
  }
  const double size = norm_of(row);
  double along = 0;
  for (std::size_t j = 0; j < row.size(); ++j) {
    along += static_cast<double>(gradient[j]) * static_cast<double>(row[j]);
  }
  for (std::size_t j = 0; j < row.size(); ++j) {
    const double turned =
        static_cast<double>(gradient[j]) - along / (size * size) * static_cast<double>(row[j]);
    gradient[j] = size > 0 ? static_cast<float>(norm / size * turned) : 0.0F;
  }
}

}  // namespace skein::learning
