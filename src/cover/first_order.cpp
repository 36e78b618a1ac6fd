#include "cover/first_order.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/vector_code.h"

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

// The columns that may move until the next look, close together: an iteration reads each of their
// entries twice and nothing else of the problem. A budget is an entry with a weight.
struct Active {
  std::vector<std::size_t> column;      // of the problem
  std::vector<std::uint32_t> begin{0};  // of its rows, by column, and their end
  std::vector<std::uint32_t> row;
  std::vector<std::uint32_t> budget;  // row of it
  std::vector<double> weight;         // 0: there is none
  std::vector<double> cost;
  std::vector<double> step;
  std::vector<double> now, next, from;  // x

  std::size_t size() const { return column.size(); }

  void clear() {
    for (auto* list : {&weight, &cost, &step, &now, &next, &from}) list->clear();
    for (auto* list : {&begin, &row, &budget}) list->clear();
    column.clear();
    begin.push_back(0);
  }

  double reduced_cost(const double* y, std::size_t a) const {
    double even = cost[a] + weight[a] * y[budget[a]];
    double odd = 0;
    std::uint32_t e = begin[a];
    const std::uint32_t end = begin[a + 1];
    for (; e + 1 < end; e += 2) {
      even -= y[row[e]];
      odd -= y[row[e + 1]];
    }
    if (e < end) even -= y[row[e]];
    return even + odd;
  }

  void take_off(std::size_t a, double* slack) const {
    const double x = next[a];
    if (x == 0) return;
    for (std::uint32_t e = begin[a]; e < begin[a + 1]; ++e) slack[row[e]] -= x;
    slack[budget[a]] += weight[a] * x;
  }
};

// A step of the duals from `now` to `next`, in which slack changes likewise; then all go on as far
// again, and a little back to where the epoch began.
struct DualStep {
  const double* lowest;
  const double* highest;
  const double* step;
  double weight;
  double anchor;  // how far back
};

// A point, then what is left of the way back to the epoch's beginning.
inline double reflected(double now, double next, double from, double anchor) {
  return (1 - anchor) * (2 * next - now) + anchor * from;
}

// The square of the way of the duals, and its product with that of the slacks.
struct DualWay {
  double moved = 0;
  double crossed = 0;
};

SKEIN_VECTOR_CODE DualWay move_duals(const DualStep& by, std::size_t rows, double* y, double* slack,
                                     double* y_next, const double* slack_next, const double* y_from,
                                     const double* slack_from) {
  DualWay way;
  for (std::size_t i = 0; i < rows; ++i) {
    const double ahead = 2 * slack_next[i] - slack[i];
    const double step = by.weight * by.step[i];
    const double next = std::clamp(y[i] + step * ahead, by.lowest[i], by.highest[i]);
    const double moved = next - y[i];
    way.moved += moved * moved / step;
    way.crossed += moved * (slack_next[i] - slack[i]);
    y_next[i] = next;
    y[i] = reflected(y[i], next, y_from[i], by.anchor);
    slack[i] = reflected(slack[i], slack_next[i], slack_from[i], by.anchor);
  }
  return way;
}

SKEIN_VECTOR_CODE void reflect(std::size_t count, double* now, const double* next,
                               const double* from, double anchor) {
  for (std::size_t a = 0; a < count; ++a) now[a] = reflected(now[a], next[a], from[a], anchor);
}

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
    active_.clear();
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
      write_back();
      const Value value = value_of(next_);
      const bool restart = way <= kEnough * first || (way <= kSome * first && way > before) ||
                           since >= kLong * iterations;
      const bool end = reached(value) || iterations >= options_.max_iterations;
      if (restart || end || options_.deadline.passed()) return value;
      before = way;
    }
  }

  void look_around() {
    write_back();
    active_.clear();
    for (std::size_t j = 0; j < now_.x.size(); ++j) {
      const double dear = kDear * problem_.columns.cost(j);
      if (now_.x[j] == 0 && from_.x[j] == 0 && reduced_cost(now_.y, j) >= dear) continue;
      activate(j);
      if (!is_counted_[j]) count(j);
    }
    next_.x.assign(now_.x.size(), 0.0);
  }

  void activate(std::size_t j) {
    const ColumnStore& columns = problem_.columns;
    const auto rows = columns.rows(j);
    const bool has_budget = columns.budget(j) != Column::kNoBudget;
    active_.column.push_back(j);
    active_.row.insert(active_.row.end(), rows.begin(), rows.end());
    active_.begin.push_back(static_cast<std::uint32_t>(active_.row.size()));
    active_.budget.push_back(has_budget ? static_cast<std::uint32_t>(rows_ + columns.budget(j))
                                        : std::uint32_t{0});
    active_.weight.push_back(has_budget ? columns.weight(j) : 0);
    active_.cost.push_back(columns.cost(j));
    active_.step.push_back(x_step_[j]);
    active_.now.push_back(now_.x[j]);
    active_.next.push_back(0);
    active_.from.push_back(from_.x[j]);
  }

  // What the active columns have moved to.
  void write_back() {
    for (std::size_t a = 0; a < active_.size(); ++a) {
      now_.x[active_.column[a]] = active_.now[a];
      next_.x[active_.column[a]] = active_.next[a];
    }
  }

  // A step of the hybrid gradient, to `next_`; then on as far again, and a little back to where the
  // epoch began. Returns the length of the way to `next_`, which is 0 at a solution.
  double iterate(int since) {
    double moved = move_columns();
    next_.slack = right_;
    for (std::size_t a = 0; a < active_.size(); ++a) active_.take_off(a, next_.slack.data());
    const double anchor = 1.0 / (since + 2);
    reflect(active_.size(), active_.now.data(), active_.next.data(), active_.from.data(), anchor);
    next_.y.resize(now_.y.size());
    const DualWay way =
        move_duals({lowest_.data(), highest_.data(), y_step_.data(), weight_, anchor},
                   now_.y.size(), now_.y.data(), now_.slack.data(), next_.y.data(),
                   next_.slack.data(), from_.y.data(), from_.slack.data());
    moved += way.moved;
    return std::sqrt(std::max(0.0, moved - 2 * way.crossed));
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
    const double* y = now_.y.data();
    const std::size_t end = std::min(active_.size(), (block + 1) * kBlock);
    for (std::size_t a = block * kBlock; a < end; ++a) {
      const double step = active_.step[a] / weight_;
      active_.next[a] = std::max(0.0, active_.now[a] - step * active_.reduced_cost(y, a));
      const double by = active_.next[a] - active_.now[a];
      moved += by * by / step;
    }
    moved_[block] = moved;
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
  Active active_;
  std::vector<char> is_counted_;  // in the steps of rows, by column
  Point now_;                     // may be out of bounds within an epoch
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
