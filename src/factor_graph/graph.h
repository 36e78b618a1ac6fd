// Factor graphs over binary variables: the most likely of all assignments
//
//    max  sum_i theta_i x_i + sum_f theta_f(x_f)        x binary
//
// where a factor f scores the variables that it names together, or forbids some of their values. A
// variable with several states is a choice: as many binary variables, exactly one of which is 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace skein::factor_graph {

using Variable = std::uint32_t;

enum class FactorKind : std::uint8_t {
  kExactlyOne,  // of its variables is 1
  kAtMostOne,   // is 1
  kAtLeastOne,  // is 1
  kOrOut,       // the last is 1 if and only if some other is
  kBudget,      // at most `budget` are 1
  kPair,        // theta if both are 1
  kDense,       // theta of the states of its choices, by a table
  kSequence,    // theta of the states of neighbouring choices, by tables
};

const char* name_of(FactorKind kind);

// For factors over choices: the variables of all of them, one choice after the other.
struct Factor {
  FactorKind kind = FactorKind::kExactlyOne;
  std::uint32_t first = 0;  // of Graph::links()
  std::uint32_t size = 0;   // links
  std::uint32_t data = 0;   // what else the kind needs; Graph knows where
};

// Scores are finite numbers, but for the tables of factors, where minus infinity forbids; others
// throw InputError, and change nothing.
class Graph {
 public:
  Variable add_variable(double score);
  // Returns the first of its variables; they are numbered on from there.
  Variable add_choice(std::span<const double> scores);

  // Each returns the number of the factor. At least one variable, all of them different.
  std::size_t add_exactly_one(std::span<const Variable> variables);
  std::size_t add_at_most_one(std::span<const Variable> variables);
  std::size_t add_at_least_one(std::span<const Variable> variables);
  std::size_t add_or_out(std::span<const Variable> inputs, Variable output);
  std::size_t add_budget(std::span<const Variable> variables, std::uint32_t budget);
  std::size_t add_pair(Variable a, Variable b, double score);

  // Choices are given by their first variables and sizes, which add_choice made. The table has the
  // last choice innermost.
  struct Choice {
    Variable first = 0;
    std::uint32_t states = 0;
  };
  std::size_t add_dense(std::span<const Choice> choices, std::span<const double> table);
  // Tables between neighbours, one after the other.
  std::size_t add_sequence(std::span<const Choice> choices, std::span<const double> tables);

  std::size_t variables() const { return scores_.size(); }
  double score(Variable variable) const { return scores_[variable]; }
  std::span<const double> scores() const { return scores_; }
  void set_score(Variable variable, double score);

  const std::vector<Factor>& factors() const { return factors_; }
  std::span<const Variable> links() const { return links_; }
  std::span<const Variable> variables_of(const Factor& factor) const {
    return {links_.data() + factor.first, factor.size};
  }

  std::uint32_t budget(const Factor& factor) const { return budgets_[factor.data]; }
  double pair_score(const Factor& factor) const { return tables_[factor.data]; }
  std::span<const std::uint32_t> states_of(const Factor& factor) const;  // by choice
  std::span<const double> table_of(const Factor& factor) const;

  // Of the factor alone; minus infinity if it forbids these values. `values` are of its variables.
  double factor_score(const Factor& factor, std::span<const char> values) const;
  // Of all; minus infinity if some factor forbids it.
  double score_of(std::span<const char> assignment) const;
  // The first factor that forbids the assignment; factors().size() if none does.
  std::size_t forbidding_factor(std::span<const char> assignment) const;

 private:
  struct Tables {
    std::uint32_t first_states = 0, choices = 0;
    std::size_t first_entry = 0, entries = 0;
  };

  void require_table(FactorKind kind, std::span<const double> table) const;
  std::size_t add(FactorKind kind, std::span<const Variable> variables, std::uint32_t data = 0);
  std::size_t add_tables(FactorKind kind, std::span<const Choice> choices,
                         std::span<const double> entries);
  double choices_score(const Factor& factor, std::span<const char> values) const;

  std::vector<double> scores_;
  std::vector<Factor> factors_;
  std::vector<Variable> links_;
  std::vector<std::uint32_t> budgets_;
  std::vector<Tables> table_places_;
  std::vector<std::uint32_t> states_;
  std::vector<double> tables_;  // of pairs too
};

}  // namespace skein::factor_graph
