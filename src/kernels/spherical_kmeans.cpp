#include "kernels/spherical_kmeans.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/hot_loops.h"

namespace skein::kernels {
namespace {

constexpr double kSame = 1e-6;        // directions this near to a centre are that centre
constexpr double kLittleGain = 1e-5;  // of the mean product, in a round

template <class Scalar>
double product(std::span<const Scalar> a, std::span<const Scalar> b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) {
    sum += static_cast<double>(a[j]) * static_cast<double>(b[j]);
  }
  return sum;
}

template <class Scalar>
class KMeans {
 public:
  KMeans(const Matrix<Scalar>& directions, const KMeansOptions& options, Rng& rng)
      : directions_(directions), options_(options), rng_(rng), belongs_(directions.rows) {}

  KMeansResult<Scalar> run() {
    choose_first();
    double before = -1;
    for (result_.rounds = 1; result_.rounds <= options_.most_rounds; ++result_.rounds) {
      assign();
      if (result_.mean_product - before < kLittleGain) break;
      before = result_.mean_product;
      move_centres();
    }
    return std::move(result_);
  }

 private:
  void take(std::size_t direction) {
    const auto row = directions_.row(direction);
    result_.centres.values.insert(result_.centres.values.end(), row.begin(), row.end());
    ++result_.centres.rows;
  }

  // Every next one with chances by its distance from those before.
  void choose_first() {
    result_.centres.columns = directions_.columns;
    std::vector<double> distances(directions_.rows, 2.0);
    Numbers<Scalar> products(directions_.rows);
    std::size_t next = rng_.below(directions_.rows);
    while (true) {
      take(next);
      if (result_.centres.rows == options_.centres) return;
      hot_loops<Scalar>().multiply({directions_.rows, 1, directions_.columns}, Transposed::kSecond,
                                   directions_.values.data(), directions_.row(next).data(),
                                   Into::kReplace, products.data());
      bool others = false;
      for (std::size_t i = 0; i < distances.size(); ++i) {
        const double distance = 1 - static_cast<double>(products[i]);
        distances[i] = std::min(distances[i], distance < kSame ? 0.0 : distance);
        others = others || distances[i] > 0;
      }
      if (!others) return;
      next = rng_.pick(distances);
    }
  }

  void assign() {
    const std::size_t centres = result_.centres.rows;
    products_.reshape(std::min(kRowsAtOnce, directions_.rows), centres);
    double sum = 0;
    for (std::size_t begin = 0; begin < directions_.rows; begin += kRowsAtOnce) {
      const std::size_t rows = std::min(kRowsAtOnce, directions_.rows - begin);
      hot_loops<Scalar>().multiply({rows, centres, directions_.columns}, Transposed::kSecond,
                                   directions_.row(begin).data(), result_.centres.values.data(),
                                   Into::kReplace, products_.values.data());
      for (std::size_t i = 0; i < rows; ++i) {
        const auto row = products_.row(i);
        const auto best = std::max_element(row.begin(), row.end());
        belongs_[begin + i] = static_cast<std::size_t>(best - row.begin());
        sum += static_cast<double>(*best);
      }
    }
    result_.mean_product = sum / static_cast<double>(directions_.rows);
  }

  void move_centres() {
    Matrix<double> sums(result_.centres.rows, directions_.columns);
    for (std::size_t i = 0; i < directions_.rows; ++i) {
      const auto row = directions_.row(i);
      for (std::size_t j = 0; j < row.size(); ++j) {
        sums(belongs_[i], j) += static_cast<double>(row[j]);
      }
    }
    for (std::size_t k = 0; k < sums.rows; ++k) {
      const double norm = std::sqrt(product<double>(sums.row(k), sums.row(k)));
      // A centre that nothing belongs to becomes some direction.
      const auto fallback = directions_.row(norm > 0 ? 0 : rng_.below(directions_.rows));
      for (std::size_t j = 0; j < sums.columns; ++j) {
        result_.centres(k, j) = norm > 0 ? static_cast<Scalar>(sums(k, j) / norm) : fallback[j];
      }
    }
  }

  static constexpr std::size_t kRowsAtOnce = 1024;

  const Matrix<Scalar>& directions_;
  const KMeansOptions& options_;
  Rng& rng_;
  std::vector<std::size_t> belongs_;
  Matrix<Scalar> products_;
  KMeansResult<Scalar> result_;
};

}  // namespace

template <class Scalar>
KMeansResult<Scalar> spherical_kmeans(const Matrix<Scalar>& directions,
                                      const KMeansOptions& options, Rng& rng) {
  return KMeans<Scalar>(directions, options, rng).run();
}

template KMeansResult<float> spherical_kmeans(const Matrix<float>&, const KMeansOptions&, Rng&);
template KMeansResult<double> spherical_kmeans(const Matrix<double>&, const KMeansOptions&, Rng&);

}  // namespace skein::kernels
