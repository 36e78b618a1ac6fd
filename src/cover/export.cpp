#include "cover/export.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <iterator>
#include <string_view>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "base/files.h"
#include "base/input_error.h"

// COIN-OR could write both forms, but rounds numbers in LP files, and writes in place.
namespace skein::cover {
namespace {

constexpr const char* kObjective = "cost";
constexpr std::size_t kLongestName = 80;  // readers stop at 100 or more, and we add to it

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Words that mean something in LP files.
bool is_reserved(std::string_view name) {
  static constexpr std::array<std::string_view, 31> kWords = {
      "min",     "max",      "minimize", "maximize", "minimum",  "maximum", "subject", "such",
      "st",      "to",       "that",     "bound",    "bounds",   "free",    "inf",     "infinity",
      "integer", "integers", "int",      "general",  "generals", "gen",     "binary",  "binaries",
      "bin",     "semi",     "sos",      "sos1",     "sos2",     "end",     kObjective};
  std::string lower(name);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return std::find(kWords.begin(), kWords.end(), lower) != kWords.end();
}

// "12" and "E190" would be read as a number, and as a part of one.
bool is_safe_start(std::string_view name) {
  if (name.empty() || !is_letter(name.front())) return false;
  const bool exponent = name.front() == 'e' || name.front() == 'E';
  return !exponent || (name.size() > 1 && !is_digit(name[1]));
}

std::string safe_name(std::string_view name, std::string_view kind) {
  std::string safe(name.substr(0, kLongestName));
  std::replace_if(
      safe.begin(), safe.end(), [](char c) { return !is_letter(c) && !is_digit(c) && c != '_'; },
      '_');
  if (is_safe_start(safe) && !is_reserved(safe)) return safe;
  return fmt::format("{}_{}", kind, safe);
}

// Safe and different names. What is safe already keeps its name, whatever the others become.
std::vector<std::string> safe_names(const std::vector<std::string>& names, std::string_view kind) {
  std::vector<std::string> safe(names.size());
  std::unordered_set<std::string> taken;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (safe_name(names[i], kind) == names[i] && taken.insert(names[i]).second) safe[i] = names[i];
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!safe[i].empty()) continue;
    const std::string plain = safe_name(names[i], kind);
    safe[i] = plain;
    for (int number = 2; !taken.insert(safe[i]).second; ++number) {
      safe[i] = fmt::format("{}_{}", plain, number);
    }
  }
  return safe;
}

struct Entry {
  std::size_t at = 0;  // row or variable
  double factor = 1;
};

struct Variable {
  std::string name;
  double cost = 0;
  bool binary = false;
  std::vector<Entry> rows;
};

struct Constraint {
  std::string name;
  bool equal = true;  // else at most
  double right = 1;
};

struct Model {
  std::vector<Constraint> rows;
  std::vector<Variable> variables;
};

struct SafeNames {
  explicit SafeNames(const ModelNames& names) : budgets(safe_names(names.budgets, "base")) {
    rows = names.rows;
    for (const std::string& budget : budgets) rows.push_back("hours_" + budget);
    rows = safe_names(rows, "row");
  }

  std::vector<std::string> budgets;
  std::vector<std::string> rows;  // of the problem, then of the budgets
};

std::vector<Constraint> constraints(const Problem& problem, const SafeNames& names) {
  std::vector<Constraint> rows;
  for (std::size_t i = 0; i < problem.rows.size(); ++i) rows.push_back({names.rows[i], true, 1});
  for (const Budget& budget : problem.budgets) {
    rows.push_back({names.rows[rows.size()], false, budget.limit});
  }
  return rows;
}

void add_pairings(Model& model, const Problem& problem, bool binary) {
  const ColumnStore& columns = problem.columns;
  const std::size_t digits = std::max<std::size_t>(4, std::to_string(columns.size()).size());
  for (std::size_t j = 0; j < columns.size(); ++j) {
    Variable variable{fmt::format("p{:0{}}", j + 1, digits), columns.cost(j), binary, {}};
    for (std::uint32_t row : columns.rows(j)) variable.rows.push_back({row, 1});
    if (columns.budget(j) != Column::kNoBudget) {
      variable.rows.push_back({problem.rows.size() + columns.budget(j), columns.weight(j)});
    }
    model.variables.push_back(std::move(variable));
  }
}

// u, s and e of problem.h. Names of rows are different, so those of their variables are too.
void add_slacks(Model& model, const Problem& problem, const SafeNames& names, bool surplus) {
  const std::size_t m = problem.rows.size();
  for (std::size_t i = 0; i < m; ++i) {
    const Row& row = problem.rows[i];
    model.variables.push_back({"uncovered_" + names.rows[i], row.under_cost, false, {{i, 1}}});
    if (!surplus) continue;
    model.variables.push_back({"surplus_" + names.rows[i], row.over_cost, false, {{i, -1}}});
  }
  for (std::size_t b = 0; b < problem.budgets.size(); ++b) {
    model.variables.push_back(
        {"excess_" + names.budgets[b], problem.budgets[b].excess_cost, false, {{m + b, -1}}});
  }
}

Model model_of(const Problem& problem, const ModelNames& names, ModelForm form) {
  const SafeNames safe(names);
  Model model{constraints(problem, safe), {}};
  add_pairings(model, problem, form == ModelForm::kInteger);
  add_slacks(model, problem, safe, form == ModelForm::kLinear);
  return model;
}

using Text = fmt::memory_buffer;

template <class... Args>
void print(Text& text, fmt::format_string<Args...> format, Args&&... args) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Args>(args)...);
}

// Some readers have buffers of a few hundred characters for a line.
constexpr std::size_t kTermsPerLine = 6;

void print_term(Text& text, std::size_t number, double factor, const std::string& name) {
  if (number > 0 && number % kTermsPerLine == 0) print(text, "\n  ");
  print(text, " {}", factor < 0 ? "-" : "+");
  if (std::abs(factor) != 1) print(text, " {}", std::abs(factor));
  print(text, " {}", name);
}

std::vector<std::vector<Entry>> by_rows(const Model& model) {
  std::vector<std::vector<Entry>> rows(model.rows.size());
  for (std::size_t j = 0; j < model.variables.size(); ++j) {
    for (const Entry& entry : model.variables[j].rows) rows[entry.at].push_back({j, entry.factor});
  }
  return rows;
}

void print_binaries(Text& text, const Model& model) {
  std::size_t number = 0;
  for (const Variable& variable : model.variables) {
    if (!variable.binary) continue;
    if (number == 0) print(text, "Binaries");
    if (number++ % kTermsPerLine == 0) print(text, "\n ");
    print(text, " {}", variable.name);
  }
  if (number > 0) print(text, "\n");
}

// Variables are at least 0 where nothing else is said.
Text lp_text(const Model& model) {
  Text text;
  print(text, "Minimize\n {}:", kObjective);
  for (std::size_t j = 0; j < model.variables.size(); ++j) {
    print_term(text, j, model.variables[j].cost, model.variables[j].name);
  }
  print(text, "\nSubject To\n");
  const auto rows = by_rows(model);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    print(text, " {}:", model.rows[i].name);
    for (std::size_t k = 0; k < rows[i].size(); ++k) {
      print_term(text, k, rows[i][k].factor, model.variables[rows[i][k].at].name);
    }
    print(text, " {} {}\n", model.rows[i].equal ? "=" : "<=", model.rows[i].right);
  }
  print_binaries(text, model);
  print(text, "End\n");
  return text;
}

void print_columns(Text& text, const Model& model) {
  print(text, "COLUMNS\n");
  bool in_binaries = false;
  const auto mark = [&](bool binary) {
    if (binary == in_binaries) return;
    print(text, " MARKER 'MARKER' '{}'\n", binary ? "INTORG" : "INTEND");
    in_binaries = binary;
  };
  for (const Variable& variable : model.variables) {
    mark(variable.binary);
    print(text, " {} {} {}\n", variable.name, kObjective, variable.cost);
    for (const Entry& entry : variable.rows) {
      print(text, " {} {} {}\n", variable.name, model.rows[entry.at].name, entry.factor);
    }
  }
  mark(false);
}

Text mps_text(const Model& model) {
  Text text;
  print(text, "NAME skein FREE\nROWS\n N {}\n", kObjective);
  for (const Constraint& row : model.rows) print(text, " {} {}\n", row.equal ? 'E' : 'L', row.name);
  print_columns(text, model);
  print(text, "RHS\n");
  for (const Constraint& row : model.rows) print(text, " RHS {} {}\n", row.name, row.right);
  print(text, "BOUNDS\n");
  for (const Variable& variable : model.variables) {
    if (variable.binary) print(text, " UP BOUND {} 1\n", variable.name);
  }
  print(text, "ENDATA\n");
  return text;
}

}  // namespace

void write_model(const std::filesystem::path& file, const Problem& problem, const ModelNames& names,
                 ModelForm form) {
  assert(names.rows.size() == problem.rows.size());
  assert(names.budgets.size() == problem.budgets.size());
  const std::string ending = file.extension().string();
  if (ending != ".lp" && ending != ".mps") {
    throw InputError({file, 0, "", "the name does not say in which form the model is to be written",
                      "let it end in .lp or .mps"});
  }
  const Model model = model_of(problem, names, form);
  const Text text = ending == ".lp" ? lp_text(model) : mps_text(model);
  write_file(file, {text.data(), text.size()});
}

}  // namespace skein::cover
