#include "factor_graph/graph.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "base/input_error.h"

namespace skein::factor_graph {
namespace {

constexpr double kForbidden = -std::numeric_limits<double>::infinity();

double allowed_if(bool allowed) {
  return allowed ? 0 : kForbidden;
}

void require_finite(std::size_t variable, double score) {
  if (std::isfinite(score)) return;
  throw InputError(
      {"", 0, "score",
       fmt::format("variable {} has the score {}, not a finite number", variable, score),
       "give it a finite score; a budget of 0 keeps a variable from being 1"});
}

// The one that is 1; states if there is none or more than one.
std::size_t state_of(std::span<const char> values) {
  const auto at = std::find(values.begin(), values.end(), 1);
  if (at == values.end() || std::count(at, values.end(), 1) > 1) return values.size();
  return static_cast<std::size_t>(at - values.begin());
}

}  // namespace

const char* name_of(FactorKind kind) {
  switch (kind) {
    case FactorKind::kExactlyOne:
      return "exactly one";
    case FactorKind::kAtMostOne:
      return "at most one";
    case FactorKind::kAtLeastOne:
      return "at least one";
    case FactorKind::kOrOut:
      return "or with output";
    case FactorKind::kBudget:
      return "budget";
    case FactorKind::kPair:
      return "pair";
    case FactorKind::kDense:
      return "dense";
    case FactorKind::kSequence:
      return "sequence";
  }
  return "";
}

Variable Graph::add_variable(double score) {
  require_finite(scores_.size(), score);
  scores_.push_back(score);
  return static_cast<Variable>(scores_.size() - 1);
}

Variable Graph::add_choice(std::span<const double> scores) {
  const auto first = static_cast<Variable>(scores_.size());
  for (std::size_t s = 0; s < scores.size(); ++s) require_finite(first + s, scores[s]);
  scores_.insert(scores_.end(), scores.begin(), scores.end());
  std::vector<Variable> variables(scores.size());
  std::iota(variables.begin(), variables.end(), first);
  add_exactly_one(variables);
  return first;
}

void Graph::set_score(Variable variable, double score) {
  require_finite(variable, score);
  scores_[variable] = score;
}

void Graph::require_table(FactorKind kind, std::span<const double> table) const {
  const bool may_forbid = kind != FactorKind::kPair;
  for (std::size_t k = 0; k < table.size(); ++k) {
    if (std::isfinite(table[k]) || (may_forbid && table[k] == kForbidden)) continue;
    throw InputError({"", 0, "score",
                      fmt::format("factor {} ({}) has the score {} in entry {}", factors_.size(),
                                  name_of(kind), table[k], k),
                      may_forbid ? "give finite scores, or minus infinity for what is forbidden"
                                 : "give a finite score; at most one of a pair forbids both"});
  }
}

std::size_t Graph::add(FactorKind kind, std::span<const Variable> variables, std::uint32_t data) {
  assert(!variables.empty());
  assert(std::all_of(variables.begin(), variables.end(),
                     [&](Variable variable) { return variable < scores_.size(); }));
  factors_.push_back({kind, static_cast<std::uint32_t>(links_.size()),
                      static_cast<std::uint32_t>(variables.size()), data});
  links_.insert(links_.end(), variables.begin(), variables.end());
  return factors_.size() - 1;
}

std::size_t Graph::add_exactly_one(std::span<const Variable> variables) {
  return add(FactorKind::kExactlyOne, variables);
}

std::size_t Graph::add_at_most_one(std::span<const Variable> variables) {
  return add(FactorKind::kAtMostOne, variables);
}

std::size_t Graph::add_at_least_one(std::span<const Variable> variables) {
  return add(FactorKind::kAtLeastOne, variables);
}

std::size_t Graph::add_or_out(std::span<const Variable> inputs, Variable output) {
  std::vector<Variable> variables(inputs.begin(), inputs.end());
  variables.push_back(output);
  return add(FactorKind::kOrOut, variables);
}

std::size_t Graph::add_budget(std::span<const Variable> variables, std::uint32_t budget) {
  budgets_.push_back(budget);
  return add(FactorKind::kBudget, variables, static_cast<std::uint32_t>(budgets_.size() - 1));
}

std::size_t Graph::add_pair(Variable a, Variable b, double score) {
  assert(a != b);
  require_table(FactorKind::kPair, {&score, 1});
  tables_.push_back(score);
  const std::vector<Variable> both{a, b};
  return add(FactorKind::kPair, both, static_cast<std::uint32_t>(tables_.size() - 1));
}

std::size_t Graph::add_tables(FactorKind kind, std::span<const Choice> choices,
                              std::span<const double> entries) {
  require_table(kind, entries);
  table_places_.push_back({static_cast<std::uint32_t>(states_.size()),
                           static_cast<std::uint32_t>(choices.size()), tables_.size(),
                           entries.size()});
  std::vector<Variable> variables;
  for (const Choice& choice : choices) {
    states_.push_back(choice.states);
    for (std::uint32_t s = 0; s < choice.states; ++s) variables.push_back(choice.first + s);
  }
  tables_.insert(tables_.end(), entries.begin(), entries.end());
  return add(kind, variables, static_cast<std::uint32_t>(table_places_.size() - 1));
}

std::size_t Graph::add_dense(std::span<const Choice> choices, std::span<const double> table) {
  [[maybe_unused]] std::size_t entries = 1;
  for (const Choice& choice : choices) entries *= choice.states;
  assert(table.size() == entries);
  return add_tables(FactorKind::kDense, choices, table);
}

std::size_t Graph::add_sequence(std::span<const Choice> choices, std::span<const double> tables) {
  [[maybe_unused]] std::size_t entries = 0;
  for (std::size_t c = 1; c < choices.size(); ++c) {
    entries += std::size_t{choices[c - 1].states} * choices[c].states;
  }
  assert(tables.size() == entries);
  return add_tables(FactorKind::kSequence, choices, tables);
}

std::span<const std::uint32_t> Graph::states_of(const Factor& factor) const {
  const Tables& place = table_places_[factor.data];
  return {states_.data() + place.first_states, place.choices};
}

std::span<const double> Graph::table_of(const Factor& factor) const {
  const Tables& place = table_places_[factor.data];
  return {tables_.data() + place.first_entry, place.entries};
}

double Graph::choices_score(const Factor& factor, std::span<const char> values) const {
  const auto table = table_of(factor);
  double score = 0;
  std::size_t index = 0;   // dense: of the entry
  std::size_t first = 0;   // sequence: of the table between this choice and the one before
  std::size_t before = 0;  // state of the choice before
  std::size_t begin = 0;
  std::size_t states_before = 0;
  for (std::uint32_t states : states_of(factor)) {
    const std::size_t state = state_of(values.subspan(begin, states));
    if (state == states) return kForbidden;
    if (factor.kind == FactorKind::kSequence && begin > 0) {
      score += table[first + before * states + state];
      first += states_before * states;
    }
    index = index * states + state;
    before = state;
    begin += states;
    states_before = states;
  }
  return factor.kind == FactorKind::kDense ? table[index] : score;
}

double Graph::factor_score(const Factor& factor, std::span<const char> values) const {
  const auto ones = std::count(values.begin(), values.end(), 1);
  switch (factor.kind) {
    case FactorKind::kExactlyOne:
      return allowed_if(ones == 1);
    case FactorKind::kAtMostOne:
      return allowed_if(ones <= 1);
    case FactorKind::kAtLeastOne:
      return allowed_if(ones >= 1);
    case FactorKind::kOrOut:
      return allowed_if((values.back() == 1) == (ones > values.back()));
    case FactorKind::kBudget:
      return allowed_if(ones <= static_cast<std::ptrdiff_t>(budget(factor)));
    case FactorKind::kPair:
      return ones == 2 ? pair_score(factor) : 0;
    case FactorKind::kDense:
    case FactorKind::kSequence:
      return choices_score(factor, values);
  }
  return 0;
}

double Graph::score_of(std::span<const char> assignment) const {
  double score = 0;
  for (std::size_t i = 0; i < scores_.size(); ++i) {
    if (assignment[i] == 1) score += scores_[i];
  }
  std::vector<char> values;
  for (const Factor& factor : factors_) {
    values.clear();
    for (Variable variable : variables_of(factor)) values.push_back(assignment[variable]);
    score += factor_score(factor, values);
  }
  return score;
}

std::size_t Graph::forbidding_factor(std::span<const char> assignment) const {
  std::vector<char> values;
  for (std::size_t f = 0; f < factors_.size(); ++f) {
    values.clear();
    for (Variable variable : variables_of(factors_[f])) values.push_back(assignment[variable]);
    if (factor_score(factors_[f], values) == kForbidden) return f;
  }
  return factors_.size();
}

}  // namespace skein::factor_graph
