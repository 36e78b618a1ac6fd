#include "cover/first_order.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace skein::cover {
namespace {

constexpr int kIterationsBetweenChecks = 40;
// Columns that are not taken are left alone for some iterations while their reduced costs are above
// the first of these shares of their costs; above the second, steps make no allowance for them.
constexpr int kIterationsBetweenLooks = 20;
constexpr double kDear = 0.02;
constexpr double kFar = 0.1;
// Restart where the way of an iteration fell to the first of these shares, or to the second and
// rises again, or this share of all iterations went by.
constexpr double kEnough = 0.2;
constexpr double kSome = 0.8;
constexpr double kLong = 0.36;
constexpr std::size_t kBlock = 4'096;  // columns of one task
constexpr double kWeightMemory = 0.3;
// Budgets are few rows with thousands of large entries. Counted in full they would make the steps
// of all columns short; counted in tenths, their own steps are shorter, and iterations half as
// many.
constexpr double kBudgetScale = 0.1;

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
    set_column_steps();
    set_start(start);
  }

  LpSolution run() {
    Value value = value_of(now_);
    int iterations = 0;
    while (iterations < options_.max_iterations && !reached(value) && !options_.deadline.passed()) {
      begin_epoch();
      value = run_epoch(iterations);
      now_ = next_;
      balance();
    }
    return result(value, iterations);
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

  // 1 / sum of a column's entries, and below of a row's: then no iteration leads away.
  void set_column_steps() {
    const ColumnStore& columns = problem_.columns;
    x_step_.assign(columns.size(), 1);
    for (std::size_t j = 0; j < columns.size(); ++j) {
      double sum = static_cast<double>(columns.rows(j).size());
      if (columns.budget(j) != Column::kNoBudget) sum += kBudgetScale * columns.weight(j);
      x_step_[j] = 1 / std::max(1.0, sum);
    }
  }

  // Over the columns that may soon move: the fewer, the longer the steps.
  void set_row_steps() {
    y_step_.assign(right_.size(), 1);
    is_counted_.assign(problem_.columns.size(), 0);
    for (std::size_t j = 0; j < is_counted_.size(); ++j) {
      const double far = kFar * problem_.columns.cost(j);
      if (now_.x[j] != 0 || reduced_cost(now_.y, j) <= far) count(j);
    }
  }

  void count(std::size_t j) {
    is_counted_[j] = 1;
    const auto shorten = [](double& step, double entry) { step = 1 / (1 / step + entry); };
    const ColumnStore& columns = problem_.columns;
    for (std::uint32_t row : columns.rows(j)) shorten(y_step_[row], 1);
    if (columns.budget(j) == Column::kNoBudget) return;
    shorten(y_step_[rows_ + columns.budget(j)], columns.weight(j) / kBudgetScale);
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
    set_row_steps();
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

  void begin_epoch() {
    from_ = now_;
    set_row_steps();
  }

  // Iterations until a restart; the last of them leads to `next_`, whose value is returned.
  Value run_epoch(int& iterations) {
    double first = 0;
    double before = 0;
    for (int since = 0; true;) {
      double way = 0;
      for (int k = 0; k < kIterationsBetweenChecks; ++k, ++since) {
        if (k % kIterationsBetweenLooks == 0) look_around();
        way = iterate(since);
        if (since == 0) first = way;
      }
      iterations += kIterationsBetweenChecks;
      const Value value = value_of(next_);
      const bool restart = way <= kEnough * first || (way <= kSome * first && way > before) ||
                           since >= kLong * iterations;
      const bool end = reached(value) || iterations >= options_.max_iterations;
      if (restart || end || options_.deadline.passed()) return value;
      before = way;
    }
  }

  void look_around() {
    active_.clear();
    for (std::size_t j = 0; j < now_.x.size(); ++j) {
      const double dear = kDear * problem_.columns.cost(j);
      if (now_.x[j] == 0 && from_.x[j] == 0 && reduced_cost(now_.y, j) >= dear) continue;
      active_.push_back(j);
      if (!is_counted_[j]) count(j);
    }
    next_.x.assign(now_.x.size(), 0.0);
  }

  // A step of the hybrid gradient, to `next_`; then on as far again, and a little back to where the
  // epoch began. Returns the length of the way to `next_`, which is 0 at a solution.
  double iterate(int since) {
    double moved = move_columns();
    next_.slack = right_;
    for (std::size_t j : active_) take_off(j, next_.x[j], next_.slack);
    double crossed = 0;
    moved += move_duals(crossed);
    const double anchor = 1.0 / (since + 2);
    for (std::size_t j : active_) mix(now_.x[j], next_.x[j], from_.x[j], anchor);
    for (std::size_t i = 0; i < now_.y.size(); ++i) {
      mix(now_.y[i], next_.y[i], from_.y[i], anchor);
      mix(now_.slack[i], next_.slack[i], from_.slack[i], anchor);
    }
    return std::sqrt(std::max(0.0, moved - 2 * crossed));
  }

  static void mix(double& now, double next, double from, double anchor) {
    now = (1 - anchor) * (2 * next - now) + anchor * from;
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
      const double step = x_step_[j] / weight_;
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
      next_.y[i] = std::clamp(now_.y[i] + weight_ * y_step_[i] * ahead, lowest_[i], highest_[i]);
      const double by = next_.y[i] - now_.y[i];
      moved += by * by / (y_step_[i] * weight_);
      crossed += by * (next_.slack[i] - now_.slack[i]);
    }
    return moved;
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

  LpSolution result(const Value& value, int iterations) {
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
  std::vector<char> is_counted_;     // in the steps of rows, by column
  Point now_;                        // may be out of bounds within an epoch
  Point next_;
  Point from_;  // where the epoch began
  double weight_ = 1;
};

}  // namespace

LpSolution solve_first_order(const Problem& problem, const LpSolution& start, Workers& workers,
                             const FirstOrderOptions& options) {
  return Solver(problem, start, workers, options).run();
}

}  // namespace skein::cover
