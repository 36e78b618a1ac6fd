// The master as a file that other solvers read, with names that mean something.
//
// Variables: the pairings p0001, p0002, ... in the order of the columns; uncovered_<row>; in the
// linear form surplus_<row>; excess_<budget>. Rows: those of the problem under the names given, the
// budgets as hours_<budget>; the objective is `cost`.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cover/problem.h"

namespace skein::cover {

// As the user knows them. They need not be unique, nor free of any character: what solvers cannot
// read is replaced, and names that are then the same get numbers.
struct ModelNames {
  std::vector<std::string> rows;
  std::vector<std::string> budgets;
};

enum class ModelForm {
  kInteger,  // columns are taken whole, and rows covered once: there is no surplus
  kLinear,   // the relaxation, as solve_simplex solves it
};

// Writes the problem with all its columns, in the form that the name asks for: LP (.lp) or free MPS
// (.mps). Throws InputError for another name, or where the file cannot be written.
void write_model(const std::filesystem::path& file, const Problem& problem, const ModelNames& names,
                 ModelForm form);

}  // namespace skein::cover
