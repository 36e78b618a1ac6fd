#include "cover/first_order.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace skein::cover {
namespace {

constexpr int kIterationsBetweenChecks = 40;
// Columns that are not taken are left alone for some iterations while their reduced costs are above
// this share of their costs.
constexpr int kIterationsBetweenLooks = 20;
constexpr double kDear = 0.02;
// Restart where the gap fell to the first of these shares, or to the second and rises again, or
// this share of all iterations went by.
constexpr double kEnough = 0.2;
constexpr double kSome = 0.8;
constexpr double kLong = 0.36;
constexpr std::size_t kBlock = 4'096;  // columns of one task
constexpr double kWeightMemory = 0.5;

struct Point {
  std::vector<double> x;
  std::vector<double> y;      // pi, then sigma
  std::vector<double> slack;  // 1 - A x, then h x - H
};

struct Value {
  double primal = 0;
  double dual = 0;
  double gap() const { return primal - dual; }
};

class Solver {
 public:
  Solver(const Problem& problem, const LpSolution& start, Workers& workers,
         const FirstOrderOptions& options)
      : problem_(problem), workers_(workers), options_(options), rows_(problem.rows.size()) {
    set_bounds();
    set_steps();
    set_start(start);
  }

  LpSolution run() {
    Value best = value_of(now_);
    double at_restart = best.gap();
    double before = at_restart;
    int since = 0;
    int iterations = 0;
    begin_average();
    while (iterations < options_.max_iterations && !reached(best)) {
      for (int k = 0; k < kIterationsBetweenChecks; ++k) {
        if (k % kIterationsBetweenLooks == 0) look_around();
        iterate(++iterations);
      }
      since += kIterationsBetweenChecks;
      if (options_.deadline.passed()) break;
      const Point average = mean();
      const Value of_average = value_of(average);
      const Value of_now = value_of(now_);
      const bool average_is_better = of_average.gap() < of_now.gap();
      best = average_is_better ? of_average : of_now;
      const bool restart = best.gap() <= kEnough * at_restart ||
                           (best.gap() <= kSome * at_restart && best.gap() > before) ||
                           since >= kLong * iterations || reached(best);
      before = best.gap();
      if (!restart) continue;
      if (average_is_better) now_ = average;
      balance();
      at_restart = best.gap();
      since = 0;
      begin_average();
    }
    return result(iterations);
  }

 private:
  bool reached(const Value& value) const { return value.gap() <= options_.gap * value.primal; }

  void set_bounds() {
    for (const Row& row : problem_.rows) {
      lowest_.push_back(-row.over_cost);
      highest_.push_back(row.under_cost);
      right_.push_back(1);
    }
    for (const Budget& budget : problem_.budgets) {
      lowest_.push_back(0);
      highest_.push_back(budget.excess_cost);
      right_.push_back(-budget.limit);
    }
  }

  void set_steps() {
    const ColumnStore& columns = problem_.columns;
    x_step_.assign(columns.size(), 1);
    y_step_.assign(right_.size(), 0);
    for (std::size_t j = 0; j < columns.size(); ++j) {
      double sum = static_cast<double>(columns.rows(j).size());
      for (std::uint32_t row : columns.rows(j)) y_step_[row] += 1;
      if (columns.budget(j) != Column::kNoBudget) {
        y_step_[rows_ + columns.budget(j)] += columns.weight(j);
        sum += columns.weight(j);
      }
      x_step_[j] = 1 / std::max(1.0, sum);
    }
    for (double& step : y_step_) step = 1 / std::max(1.0, step);
  }

  void set_start(const LpSolution& start) {
    now_.x = start.columns;
    now_.x.resize(problem_.columns.size(), 0.0);
    now_.y = start.duals.row;
    now_.y.resize(rows_, 0.0);
    now_.y.insert(now_.y.end(), start.duals.budget.begin(), start.duals.budget.end());
    now_.y.resize(right_.size(), 0.0);
    for (std::size_t i = 0; i < now_.y.size(); ++i) {
      now_.y[i] = std::clamp(now_.y[i], lowest_[i], highest_[i]);
    }
    now_.slack = slack_of(now_.x);
    weight_ = first_weight();
  }

  // Both sides' ways are about as long as the start's, if there is one.
  double first_weight() const {
    double x = 0;
    double y = 0;
    for (std::size_t j = 0; j < now_.x.size(); ++j) x += now_.x[j] * now_.x[j] / x_step_[j];
    for (std::size_t i = 0; i < now_.y.size(); ++i) y += now_.y[i] * now_.y[i] / y_step_[i];
    if (x > 0 && y > 0) return std::sqrt(y / x);
    double costs = 1;
    for (std::size_t j = 0; j < problem_.columns.size(); ++j) costs += problem_.columns.cost(j);
    return costs / static_cast<double>(std::max<std::size_t>(1, problem_.columns.size()));
  }

  std::vector<double> slack_of(const std::vector<double>& x) const {
    std::vector<double> slack = right_;
    for (std::size_t j = 0; j < x.size(); ++j) take_off(j, x[j], slack);
    return slack;
  }

  void take_off(std::size_t j, double x, std::vector<double>& slack) const {
    if (x == 0) return;
    const ColumnStore& columns = problem_.columns;
    for (std::uint32_t row : columns.rows(j)) slack[row] -= x;
    if (columns.budget(j) != Column::kNoBudget) {
      slack[rows_ + columns.budget(j)] += columns.weight(j) * x;
    }
  }

  double reduced_cost(const std::vector<double>& y, std::size_t j) const {
    const ColumnStore& columns = problem_.columns;
    double cost = columns.cost(j);
    for (std::uint32_t row : columns.rows(j)) cost -= y[row];
    if (columns.budget(j) != Column::kNoBudget) {
      cost += columns.weight(j) * y[rows_ + columns.budget(j)];
    }
    return cost;
  }

  void look_around() {
    active_.clear();
    for (std::size_t j = 0; j < now_.x.size(); ++j) {
      const double dear = kDear * problem_.columns.cost(j);
      if (now_.x[j] > 0 || reduced_cost(now_.y, j) < dear) active_.push_back(j);
    }
    next_.x.assign(now_.x.size(), 0.0);
  }

  // With a step that is short enough for both sides.
  void iterate(int iteration) {
    while (true) {
      double moved = move_columns();
      next_.slack = right_;
      for (std::size_t j : active_) take_off(j, next_.x[j], next_.slack);
      double crossed = 0;
      moved += move_duals(crossed);
      const double used = step_;
      const double longest = crossed == 0 ? 2 * step_ : moved / (2 * std::abs(crossed));
      const double k = iteration + 1;
      step_ = std::min((1 - std::pow(k, -0.3)) * longest, (1 + std::pow(k, -0.6)) * step_);
      if (used > longest) continue;
      std::swap(now_, next_);
      add_to_average(used);
      return;
    }
  }

  // Returns the square of the way, in the norm of the steps. Blocks are the same for any number of
  // threads, so the sum is too.
  double move_columns() {
    const std::size_t blocks = (active_.size() + kBlock - 1) / kBlock;
    moved_.assign(blocks, 0.0);
    workers_.run(blocks, [this](std::size_t block, std::size_t) { move_block(block); });
    return std::accumulate(moved_.begin(), moved_.end(), 0.0);
  }

  void move_block(std::size_t block) {
    double moved = 0;
    const std::size_t end = std::min(active_.size(), (block + 1) * kBlock);
    for (std::size_t a = block * kBlock; a < end; ++a) {
      const std::size_t j = active_[a];
      const double step = step_ / weight_ * x_step_[j];
      next_.x[j] = std::max(0.0, now_.x[j] - step * reduced_cost(now_.y, j));
      const double by = next_.x[j] - now_.x[j];
      moved += weight_ * by * by / x_step_[j];
    }
    moved_[block] = moved;
  }

  // Likewise; `crossed` is the product of the ways through the matrix.
  double move_duals(double& crossed) {
    double moved = 0;
    next_.y.resize(now_.y.size());
    for (std::size_t i = 0; i < now_.y.size(); ++i) {
      const double ahead = 2 * next_.slack[i] - now_.slack[i];
      next_.y[i] =
          std::clamp(now_.y[i] + step_ * weight_ * y_step_[i] * ahead, lowest_[i], highest_[i]);
      const double by = next_.y[i] - now_.y[i];
      moved += by * by / (y_step_[i] * weight_);
      crossed += by * (next_.slack[i] - now_.slack[i]);
    }
    return moved;
  }

  void begin_average() {
    from_ = now_;
    sum_x_.assign(now_.x.size(), 0.0);
    sum_y_.assign(now_.y.size(), 0.0);
    total_ = 0;
  }

  void add_to_average(double share) {
    total_ += share;
    for (std::size_t j : active_) sum_x_[j] += share * now_.x[j];
    for (std::size_t i = 0; i < sum_y_.size(); ++i) sum_y_[i] += share * now_.y[i];
  }

  Point mean() const {
    Point point{sum_x_, sum_y_, {}};
    for (double& x : point.x) x /= total_;
    for (double& y : point.y) y /= total_;
    point.slack = slack_of(point.x);
    return point;
  }

  // Steps in proportion to the ways that both sides had to go.
  void balance() {
    double x = 0;
    double y = 0;
    for (std::size_t j = 0; j < now_.x.size(); ++j) {
      const double by = now_.x[j] - from_.x[j];
      x += by * by / x_step_[j];
    }
    for (std::size_t i = 0; i < now_.y.size(); ++i) {
      const double by = now_.y[i] - from_.y[i];
      y += by * by / y_step_[i];
    }
    if (x < 1e-20 || y < 1e-20) return;
    const double ratio = std::sqrt(y / x);
    weight_ = std::exp(kWeightMemory * std::log(ratio) + (1 - kWeightMemory) * std::log(weight_));
  }

  // An optimal x has no entry above 1, so a column with a negative reduced cost r adds at least r.
  Value value_of(const Point& point) const {
    Value value;
    for (std::size_t j = 0; j < point.x.size(); ++j) {
      value.primal += problem_.columns.cost(j) * point.x[j];
      value.dual += std::min(0.0, reduced_cost(point.y, j));
    }
    for (std::size_t i = 0; i < point.y.size(); ++i) {
      value.primal += std::max(highest_[i] * point.slack[i], lowest_[i] * point.slack[i]);
      value.dual += right_[i] * point.y[i];
    }
    return value;
  }

  LpSolution result(int iterations) {
    const Value value = value_of(now_);
    LpSolution result;
    const auto budgets = now_.y.begin() + static_cast<std::ptrdiff_t>(rows_);
    result.duals.row.assign(now_.y.begin(), budgets);
    result.duals.budget.assign(budgets, now_.y.end());
    result.columns = std::move(now_.x);
    result.primal = value.primal;
    result.dual = value.dual;
    result.iterations = iterations;
    result.converged = reached(value);
    return result;
  }

  const Problem& problem_;
  Workers& workers_;
  const FirstOrderOptions& options_;
  std::vector<double> moved_;  // by block
  std::size_t rows_;
  std::vector<double> lowest_;
  std::vector<double> highest_;
  std::vector<double> right_;
  std::vector<double> x_step_;
  std::vector<double> y_step_;
  std::vector<std::size_t> active_;  // columns that may move until the next look
  Point now_;
  Point next_;
  Point from_;  // where the average begins
  std::vector<double> sum_x_;
  std::vector<double> sum_y_;
  double total_ = 0;
  double step_ = 1;
  double weight_ = 1;
};

}  // namespace

LpSolution solve_first_order(const Problem& problem, const LpSolution& start, Workers& workers,
                             const FirstOrderOptions& options) {
  return Solver(problem, start, workers, options).run();
}

}  // namespace skein::cover
