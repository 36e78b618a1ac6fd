#include "cover/interior_point.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "cover/normal_matrix.h"

namespace skein::cover {
namespace {

using Vector = std::vector<double>;

// All variables in one vector: columns x, then u, s by rows, then e, y by budgets.
class Layout {
 public:
  explicit Layout(const Problem& problem)
      : problem_(problem),
        n_(problem.columns.size()),
        m_(problem.rows.size()),
        b_(problem.budgets.size()) {}

  std::size_t columns() const { return n_; }
  std::size_t rows() const { return m_; }
  std::size_t budgets() const { return b_; }
  std::size_t size() const { return n_ + 2 * m_ + 2 * b_; }
  std::size_t equations() const { return m_ + b_; }
  std::size_t under(std::size_t i) const { return n_ + i; }
  std::size_t over(std::size_t i) const { return n_ + m_ + i; }
  std::size_t excess(std::size_t b) const { return n_ + 2 * m_ + b; }
  std::size_t spare(std::size_t b) const { return n_ + 2 * m_ + b_ + b; }

  Vector costs() const {
    Vector costs(size(), 0.0);
    for (std::size_t j = 0; j < n_; ++j) costs[j] = problem_.columns.cost(j);
    for (std::size_t i = 0; i < m_; ++i) {
      costs[under(i)] = problem_.rows[i].under_cost;
      costs[over(i)] = problem_.rows[i].over_cost;
    }
    for (std::size_t b = 0; b < b_; ++b) costs[excess(b)] = problem_.budgets[b].excess_cost;
    return costs;
  }

  Vector right_side() const {
    Vector right(m_ + b_, 1.0);
    for (std::size_t b = 0; b < b_; ++b) right[m_ + b] = problem_.budgets[b].limit;
    return right;
  }

  // The left side of the equations.
  void multiply(const Vector& v, Vector& result) const {
    result.assign(m_ + b_, 0.0);
    for (std::size_t j = 0; j < n_; ++j) {
      const double value = v[j];
      for (std::uint32_t i : problem_.columns.rows(j)) result[i] += value;
      const std::size_t b = problem_.columns.budget(j);
      if (b != Column::kNoBudget) result[m_ + b] += problem_.columns.weight(j) * value;
    }
    for (std::size_t i = 0; i < m_; ++i) result[i] += v[under(i)] - v[over(i)];
    for (std::size_t b = 0; b < b_; ++b) result[m_ + b] += v[spare(b)] - v[excess(b)];
  }

  // Its transpose, for multipliers of the equations.
  void multiply_transposed(const Vector& p, Vector& result) const {
    result.resize(size());
    for (std::size_t j = 0; j < n_; ++j) {
      double sum = 0;
      for (std::uint32_t i : problem_.columns.rows(j)) sum += p[i];
      const std::size_t b = problem_.columns.budget(j);
      if (b != Column::kNoBudget) sum += problem_.columns.weight(j) * p[m_ + b];
      result[j] = sum;
    }
    for (std::size_t i = 0; i < m_; ++i) {
      result[under(i)] = p[i];
      result[over(i)] = -p[i];
    }
    for (std::size_t b = 0; b < b_; ++b) {
      result[excess(b)] = -p[m_ + b];
      result[spare(b)] = p[m_ + b];
    }
  }

 private:
  const Problem& problem_;
  std::size_t n_;
  std::size_t m_;
  std::size_t b_;
};

double dot(const Vector& a, const Vector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// The largest step up to 1 that keeps v + step dv >= 0.
double longest_step(const Vector& v, const Vector& dv) {
  double step = 1;
  for (std::size_t k = 0; k < v.size(); ++k) {
    if (dv[k] < 0) step = std::min(step, -v[k] / dv[k]);
  }
  return step;
}

struct Direction {
  Vector v, p, z;
};

class Method {
 public:
  Method(const Problem& problem, Workers& workers, const InteriorPointOptions& options)
      : problem_(problem),
        options_(options),
        layout_(problem),
        matrix_(problem, workers),
        costs_(layout_.costs()),
        right_(layout_.right_side()) {}

  LpSolution run() {
    start();
    LpSolution result;
    for (;; ++result.iterations) {
      find_residuals();
      value(result);
      result.converged = gap_closed(result);
      if (result.converged || result.iterations >= options_.max_iterations) break;
      if (options_.deadline.passed()) break;
      if (!step()) break;
    }
    result.columns.assign(v_.begin(), v_.begin() + static_cast<std::ptrdiff_t>(layout_.columns()));
    result.duals.row.assign(p_.begin(), p_.begin() + static_cast<std::ptrdiff_t>(layout_.rows()));
    for (std::size_t b = 0; b < layout_.budgets(); ++b) {
      result.duals.budget.push_back(-p_[layout_.rows() + b]);
    }
    return result;
  }

 private:
  // Mehrotra's start: least squares, then a shift to positive values.
  void start() {
    const std::size_t size = layout_.size();
    v_.assign(size, 1.0);
    z_.assign(size, 1.0);
    factor();
    p_.assign(layout_.equations(), 0.0);
    // v = A'(A A')^-1 b, p = (A A')^-1 A c
    Vector multipliers = right_;
    solve(multipliers);
    layout_.multiply_transposed(multipliers, v_);
    layout_.multiply(costs_, p_);
    solve(p_);
    Vector covered;
    layout_.multiply_transposed(p_, covered);
    for (std::size_t k = 0; k < size; ++k) z_[k] = costs_[k] - covered[k];
    shift_to_positive();
  }

  void shift_to_positive() {
    const double low_v = std::max(0.0, -1.5 * *std::min_element(v_.begin(), v_.end()));
    const double low_z = std::max(0.0, -1.5 * *std::min_element(z_.begin(), z_.end()));
    for (double& value : v_) value += low_v + 1e-6;
    for (double& value : z_) value += low_z + 1e-6;
    const double product = dot(v_, z_);
    const double more_v = 0.5 * product / std::accumulate(z_.begin(), z_.end(), 0.0);
    const double more_z = 0.5 * product / std::accumulate(v_.begin(), v_.end(), 0.0);
    for (double& value : v_) value += more_v;
    for (double& value : z_) value += more_z;
  }

  void find_residuals() {
    layout_.multiply(v_, primal_residual_);
    for (std::size_t k = 0; k < right_.size(); ++k) {
      primal_residual_[k] = right_[k] - primal_residual_[k];
    }
    layout_.multiply_transposed(p_, dual_residual_);
    for (std::size_t k = 0; k < costs_.size(); ++k) {
      dual_residual_[k] = costs_[k] - dual_residual_[k] - z_[k];
    }
    mu_ = dot(v_, z_) / static_cast<double>(v_.size());
  }

  // Of the current point, completed to a feasible one.
  void value(LpSolution& result) const {
    result.primal = dot(costs_, v_);
    for (std::size_t i = 0; i < layout_.rows(); ++i) {
      const double missing = primal_residual_[i];
      result.primal += missing > 0 ? missing * problem_.rows[i].under_cost
                                   : -missing * problem_.rows[i].over_cost;
    }
    for (std::size_t b = 0; b < layout_.budgets(); ++b) {
      const double missing = primal_residual_[layout_.rows() + b];
      if (missing < 0) result.primal -= missing * problem_.budgets[b].excess_cost;
    }
    result.dual = dot(right_, p_);
  }

  bool gap_closed(const LpSolution& result) const {
    double infeasible = 0;
    for (std::size_t k = 0; k < costs_.size(); ++k) {
      infeasible = std::max(infeasible, std::abs(dual_residual_[k]));
    }
    return infeasible < 1e-6 * (1 + std::abs(result.primal)) &&
           result.primal - result.dual <= options_.gap * std::abs(result.primal);
  }

  bool factor() {
    Vector ratio(v_.size());
    for (std::size_t k = 0; k < v_.size(); ++k) ratio[k] = v_[k] / z_[k];
    ratio_ = std::move(ratio);
    Vector rows(layout_.rows());
    Vector budgets(layout_.budgets());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      rows[i] = ratio_[layout_.under(i)] + ratio_[layout_.over(i)];
    }
    for (std::size_t b = 0; b < budgets.size(); ++b) {
      budgets[b] = ratio_[layout_.excess(b)] + ratio_[layout_.spare(b)];
    }
    return matrix_.factor(std::span(ratio_).first(layout_.columns()), rows, budgets);
  }

  void solve(Vector& right) {
    matrix_.solve(std::span(right).first(layout_.rows()), std::span(right).subspan(layout_.rows()));
  }

  // The Newton direction for residuals of the equations (times `share`) and products `target`:
  //    A dv = share r_p,  A' dp + dz = share r_d,  z dv + v dz = target
  void direction(const Vector& target, double share, Direction& result) {
    const std::size_t size = layout_.size();
    work_.resize(size);
    for (std::size_t k = 0; k < size; ++k) {
      work_[k] = target[k] / z_[k] - share * ratio_[k] * dual_residual_[k];
    }
    layout_.multiply(work_, result.p);
    for (std::size_t k = 0; k < result.p.size(); ++k) {
      result.p[k] = share * primal_residual_[k] - result.p[k];
    }
    solve(result.p);
    layout_.multiply_transposed(result.p, result.z);
    result.v.resize(size);
    for (std::size_t k = 0; k < size; ++k) {
      result.z[k] = share * dual_residual_[k] - result.z[k];
      result.v[k] = target[k] / z_[k] - ratio_[k] * result.z[k];
    }
  }

  bool step() {
    if (!factor()) return false;
    const std::size_t size = layout_.size();
    Vector target(size);
    for (std::size_t k = 0; k < size; ++k) target[k] = -v_[k] * z_[k];
    Direction predictor;
    direction(target, 1, predictor);
    const double step_v = longest_step(v_, predictor.v);
    const double step_z = longest_step(z_, predictor.z);
    double ahead = 0;
    for (std::size_t k = 0; k < size; ++k) {
      ahead += (v_[k] + step_v * predictor.v[k]) * (z_[k] + step_z * predictor.z[k]);
    }
    ahead /= static_cast<double>(size);
    const double centring = std::pow(ahead / mu_, 3);
    for (std::size_t k = 0; k < size; ++k) {
      target[k] = centring * mu_ - v_[k] * z_[k] - predictor.v[k] * predictor.z[k];
    }
    Direction next;
    direction(target, 1, next);
    correct(next, centring * mu_);
    move(next);
    return true;
  }

  // Gondzio's correctors: pull products that would leave [0.1, 10] times the target back to it.
  void correct(Direction& next, double target_mu) {
    double step_v = longest_step(v_, next.v);
    double step_z = longest_step(z_, next.z);
    Vector target(v_.size());
    Direction more;
    for (int round = 0; round < options_.correctors; ++round) {
      if (std::min(step_v, step_z) > 0.95) return;
      const double aim_v = std::min(1.0, 1.08 * step_v + 0.08);
      const double aim_z = std::min(1.0, 1.08 * step_z + 0.08);
      for (std::size_t k = 0; k < v_.size(); ++k) {
        const double product = (v_[k] + aim_v * next.v[k]) * (z_[k] + aim_z * next.z[k]);
        const double kept = std::clamp(product, 0.1 * target_mu, 10 * target_mu);
        target[k] = std::max(kept - product, -10 * target_mu);
      }
      direction(target, 0, more);
      for (std::size_t k = 0; k < v_.size(); ++k) {
        more.v[k] += next.v[k];
        more.z[k] += next.z[k];
      }
      for (std::size_t k = 0; k < next.p.size(); ++k) more.p[k] += next.p[k];
      const double more_v = longest_step(v_, more.v);
      const double more_z = longest_step(z_, more.z);
      if (more_v + more_z < step_v + step_z + 0.02) return;
      std::swap(next, more);
      step_v = more_v;
      step_z = more_z;
    }
  }

  void move(const Direction& next) {
    const double damping = 0.9995;
    const double step_v = std::min(1.0, damping * longest_step(v_, next.v));
    const double step_z = std::min(1.0, damping * longest_step(z_, next.z));
    for (std::size_t k = 0; k < v_.size(); ++k) {
      v_[k] += step_v * next.v[k];
      z_[k] += step_z * next.z[k];
    }
    for (std::size_t k = 0; k < p_.size(); ++k) p_[k] += step_z * next.p[k];
  }

  const Problem& problem_;
  InteriorPointOptions options_;
  Layout layout_;
  NormalMatrix matrix_;
  Vector costs_;
  Vector right_;
  Vector v_, p_, z_;
  Vector primal_residual_, dual_residual_;
  Vector ratio_;
  Vector work_;
  double mu_ = 0;
};

}  // namespace

LpSolution solve_interior(const Problem& problem, Workers& workers,
                          const InteriorPointOptions& options) {
  return Method(problem, workers, options).run();
}

}  // namespace skein::cover
