// Soft set partitioning with budgets: the restricted master problem.
//
//    min  sum_j c_j x_j + sum_i (U_i u_i + O_i s_i) + sum_b R_b e_b
//    s.t. sum_j a_ij x_j + u_i - s_i = 1                for every row i       dual  pi_i
//         sum_{j in b} h_j x_j - e_b + y_b = H_b        for every budget b    dual -sigma_b
//         x, u, s, e, y >= 0
//
// a_ij is 0 or 1; a column belongs to one budget at most. u_i leaves a row uncovered and s_i covers
// it more than once, both at a price, so every choice of columns can be completed, and the duals
// are bounded: -O_i <= pi_i <= U_i, 0 <= sigma_b <= R_b. The reduced cost of a column is
// c_j - sum_i a_ij pi_i + sigma_b h_j.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace skein::cover {

struct Row {
  double under_cost = 0;  // U_i
  double over_cost = 0;   // O_i
};

struct Budget {
  double limit = 0;        // H_b
  double excess_cost = 0;  // R_b
};

struct Column {
  static constexpr std::size_t kNoBudget = std::numeric_limits<std::size_t>::max();

  double cost = 0;
  std::vector<std::uint32_t> rows;  // increasing
  std::size_t budget = kNoBudget;
  double weight = 0;  // h_j
};

// Columns close together, in the order in which they were added.
class ColumnStore {
 public:
  std::size_t size() const { return costs_.size(); }
  void add(const Column& column);
  void set_cost(std::size_t j, double cost) { costs_[j] = cost; }

  double cost(std::size_t j) const { return costs_[j]; }
  std::span<const std::uint32_t> rows(std::size_t j) const {
    return {rows_.data() + begins_[j], rows_.data() + begins_[j + 1]};
  }
  std::size_t budget(std::size_t j) const { return budgets_[j]; }
  double weight(std::size_t j) const { return weights_[j]; }
  std::size_t entries() const { return rows_.size(); }

 private:
  std::vector<double> costs_;
  std::vector<std::size_t> begins_{0};
  std::vector<std::uint32_t> rows_;
  std::vector<std::size_t> budgets_;
  std::vector<double> weights_;
};

struct Problem {
  std::vector<Row> rows;
  std::vector<Budget> budgets;
  ColumnStore columns;
};

struct Duals {
  std::vector<double> row;     // pi
  std::vector<double> budget;  // sigma
};

// Of the linear relaxation, more or less exact.
struct LpSolution {
  Duals duals;
  std::vector<double> columns;  // x
  double primal = 0;            // value of a feasible solution
  double dual = 0;              // a lower bound, if the duals are feasible
  int iterations = 0;
  // False if it stopped before, at the limit of iterations, time or precision; the values above
  // hold.
  bool converged = false;
};

double reduced_cost(const Problem& problem, const Duals& duals, std::size_t column);
// sum_i pi_i - sum_b sigma_b H_b
double dual_value(const Problem& problem, const Duals& duals);

}  // namespace skein::cover
