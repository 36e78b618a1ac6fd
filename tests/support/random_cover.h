// Small masters for tests.
#pragma once

#include <vector>

#include "base/random.h"
#include "cover/problem.h"

namespace skein::test {

// Columns cover four rows on average. With budgets, each column is charged to one of them by its
// number of rows.
cover::Problem random_cover(Rng& rng, std::size_t rows, std::size_t columns, std::size_t budgets);

std::vector<std::size_t> all_columns(const cover::Problem& problem);

}  // namespace skein::test
