#include "learning/lbfgs.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <utility>

#include "factor_graph/vectors.h"

namespace skein::learning {
namespace {

using factor_graph::add;
using factor_graph::product;

constexpr double kEnoughDecrease = 1e-4;  // Wolfe's conditions
constexpr double kEnoughFlatter = 0.9;
constexpr int kMostTrials = 30;

struct Pair {
  std::vector<double> step;    // s
  std::vector<double> change;  // y, of the gradient
  double product = 0;          // s y
};

struct Point {
  std::vector<double> weights;
  std::vector<double> gradient;
  double value = 0;
};

class Lbfgs {
 public:
  Lbfgs(Objective& objective, std::vector<double> start, const LbfgsOptions& options)
      : objective_(objective), options_(options) {
    now_.weights = std::move(start);
    now_.gradient.resize(now_.weights.size());
    now_.value = objective.value(now_.weights, now_.gradient);
  }

  LbfgsResult run(const std::function<void(const LbfgsIteration&)>& observer) {
    LbfgsResult result;
    for (int k = 0;; ++k) {
      const double norm = std::sqrt(product(now_.gradient, now_.gradient));
      if (observer) observer({k, now_.value, norm});
      result.iterations = k;
      const double size = std::sqrt(product(now_.weights, now_.weights));
      result.converged = norm <= options_.tolerance * std::max(1.0, size);
      if (result.converged || k >= options_.max_iterations || options_.deadline.passed()) break;
      if (!move_along(direction())) break;
    }
    result.value = now_.value;
    result.lower_bound =
        now_.value - product(now_.gradient, now_.gradient) / (2 * objective_.lambda());
    result.weights = std::move(now_.weights);
    return result;
  }

 private:
  // -H gradient by the two-loop recursion.
  std::vector<double> direction() const {
    std::vector<double> d = now_.gradient;
    std::vector<double> shares(pairs_.size());
    for (std::size_t k = pairs_.size(); k-- > 0;) {
      shares[k] = product(pairs_[k].step, d) / pairs_[k].product;
      add(-shares[k], pairs_[k].change, d);
    }
    if (!pairs_.empty()) {
      const Pair& last = pairs_.back();
      const double scale = last.product / product(last.change, last.change);
      for (double& value : d) value *= scale;
    }
    for (std::size_t k = 0; k < pairs_.size(); ++k) {
      const double share = product(pairs_[k].change, d) / pairs_[k].product;
      add(shares[k] - share, pairs_[k].step, d);
    }
    for (double& value : d) value = -value;
    return d;
  }

  // To a point that meets Wolfe's conditions, by doubling and halving. False if there is none: the
  // precision of the values is reached.
  bool move_along(const std::vector<double>& d) {
    const double slope = product(now_.gradient, d);
    if (slope >= 0) return false;
    double low = 0;
    double high = std::numeric_limits<double>::infinity();
    double step = pairs_.empty() ? 1 / std::sqrt(product(d, d)) : 1;
    Point next;
    next.gradient.resize(d.size());
    for (int trial = 0; trial < kMostTrials; ++trial) {
      next.weights = now_.weights;
      add(step, d, next.weights);
      next.value = objective_.value(next.weights, next.gradient);
      if (next.value > now_.value + kEnoughDecrease * step * slope) {
        high = step;
      } else if (product(next.gradient, d) < kEnoughFlatter * slope) {
        low = step;
      } else {
        remember(next);
        now_ = std::move(next);
        return true;
      }
      step = std::isinf(high) ? 2 * step : (low + high) / 2;
    }
    return false;
  }

  void remember(const Point& next) {
    Pair pair{next.weights, next.gradient, 0};
    add(-1, now_.weights, pair.step);
    add(-1, now_.gradient, pair.change);
    pair.product = product(pair.step, pair.change);
    if (pair.product <= 0) return;
    if (pairs_.size() == static_cast<std::size_t>(options_.memory)) pairs_.pop_front();
    pairs_.push_back(std::move(pair));
  }

  Objective& objective_;
  const LbfgsOptions& options_;
  Point now_;
  std::deque<Pair> pairs_;
};

}  // namespace

LbfgsResult minimize(Objective& objective, std::vector<double> start, const LbfgsOptions& options,
                     const std::function<void(const LbfgsIteration&)>& observer) {
  return Lbfgs(objective, std::move(start), options).run(observer);
}

}  // namespace skein::learning
