#include "learning/lbfgs.h"

#include <algorithm>
#include <cmath>
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

double norm(std::span<const double> values) {
  return std::sqrt(product(values, values));
}

}  // namespace

Lbfgs::Lbfgs(const Crf& crf, std::unique_ptr<Objective> objective, const LbfgsOptions& options)
    : crf_(crf), objective_(std::move(objective)), options_(options) {
  now_.weights.assign(crf.dimension(), 0.0);
  look(now_);
}

void Lbfgs::look(Point& point) {
  point.gradient.resize(point.weights.size());
  point.value = objective_->value(point.weights, point.gradient);
  counts_.oracle_calls += crf_.samples();
}

double Lbfgs::gradient_norm() const {
  return norm(now_.gradient);
}

bool Lbfgs::converged() const {
  return gradient_norm() <= options_.tolerance * std::max(1.0, norm(now_.weights));
}

double Lbfgs::lower_bound() const {
  return now_.value - product(now_.gradient, now_.gradient) / (2 * objective_->lambda());
}

void Lbfgs::run_epoch() {
  if (!finished()) stuck_ = !move_along(direction());
}

// -H gradient by the two-loop recursion.
std::vector<double> Lbfgs::direction() const {
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

// To a point that meets Wolfe's conditions, by doubling and halving. False if there is none.
bool Lbfgs::move_along(const std::vector<double>& d) {
  const double slope = product(now_.gradient, d);
  if (slope >= 0) return false;
  double low = 0;
  double high = std::numeric_limits<double>::infinity();
  double step = pairs_.empty() ? 1 / norm(d) : 1;
  Point next;
  for (int trial = 0; trial < kMostTrials; ++trial) {
    next.weights = now_.weights;
    add(step, d, next.weights);
    look(next);
    if (next.value > now_.value + kEnoughDecrease * step * slope) {
      high = step;
    } else if (product(next.gradient, d) < kEnoughFlatter * slope) {
      low = step;
    } else {
      remember(next);
      now_ = std::move(next);
      ++counts_.updates;
      return true;
    }
    step = std::isinf(high) ? 2 * step : (low + high) / 2;
  }
  return false;
}

void Lbfgs::remember(const Point& next) {
  Pair pair{next.weights, next.gradient, 0};
  add(-1, now_.weights, pair.step);
  add(-1, now_.gradient, pair.change);
  pair.product = product(pair.step, pair.change);
  if (pair.product <= 0) return;
  if (pairs_.size() == options_.memory) pairs_.erase(pairs_.begin());
  pairs_.push_back(std::move(pair));
}

void Lbfgs::exchange(StateArchive& archive) {
  archive.exchange("oracle calls", counts_.oracle_calls);
  archive.exchange("updates", counts_.updates);
  archive.exchange("weights", now_.weights);
  archive.exchange("gradient", now_.gradient);
  archive.exchange("value", now_.value);
  std::uint64_t pairs = pairs_.size();
  archive.exchange("pairs", pairs);
  pairs_.resize(std::min<std::uint64_t>(pairs, options_.memory));
  for (Pair& pair : pairs_) {
    pair.step.resize(now_.weights.size());
    pair.change.resize(now_.weights.size());
    archive.exchange("step", pair.step);
    archive.exchange("change", pair.change);
    archive.exchange("product", pair.product);
  }
}

LbfgsResult minimize(const Crf& crf, double lambda, Workers& workers, const LbfgsOptions& options,
                     const std::function<void(const LbfgsIteration&)>& observer) {
  Lbfgs lbfgs(crf, std::make_unique<Objective>(crf, lambda, workers), options);
  LbfgsResult result;
  while (true) {
    if (observer) observer({result.iterations, lbfgs.value(), lbfgs.gradient_norm()});
    result.converged = lbfgs.converged();
    const bool at_end = result.iterations >= options.max_iterations || options.deadline.passed();
    if (lbfgs.finished() || at_end) break;
    lbfgs.run_epoch();
    ++result.iterations;
  }
  result.value = lbfgs.value();
  result.lower_bound = lbfgs.lower_bound();
  result.weights.assign(lbfgs.weights().begin(), lbfgs.weights().end());
  return result;
}

}  // namespace skein::learning
