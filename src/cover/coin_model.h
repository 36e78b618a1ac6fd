// The master in the form of the COIN-OR libraries.
#pragma once

#include <vector>

#include <CoinPackedMatrix.hpp>

#include "cover/problem.h"

namespace skein::cover {

// Variables: the chosen columns, then u, s by rows, then e by budgets. Rows: those of the problem,
// then the budgets as inequalities.
struct CoinModel {
  CoinModel(const Problem& problem, const std::vector<std::size_t>& chosen);

  CoinPackedMatrix matrix;
  std::vector<double> costs;
  std::vector<double> lower;  // of the variables
  std::vector<double> upper;
  std::vector<double> row_lower;
  std::vector<double> row_upper;
};

}  // namespace skein::cover
