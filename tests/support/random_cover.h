// Small masters for tests.
#pragma once

#include <vector>

#include "base/random.h"
#include "cover/problem.h"

namespace skein::test {

// Columns cover four rows on average. With budgets, each column is charged to one of them by its
// number of rows.
cover::Problem random_cover(Rng& rng, std::size_t rows, std::size_t columns, std::size_t budgets);

// The same with some rows that cost little to leave, and budgets that are too small, so that both
// are made use of.
cover::Problem made_scarce(Rng& rng, cover::Problem problem, double share_of_dear_rows,
                           double largest_budget);

std::vector<std::size_t> all_columns(const cover::Problem& problem);

}  // namespace skein::test
