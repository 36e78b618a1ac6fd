// The restricted master in whole columns, by CBC's branch and cut: what our own branching is
// checked against.
#pragma once

#include <cstddef>
#include <vector>

#include "cover/problem.h"

namespace skein::cover {

struct IntegerOptions {
  // Limits: nodes give the same result on every machine, time does not.
  int max_nodes = 2'000;
  double max_seconds = 60;
  double gap = 1e-6;  // relative
  // A solution known already, as columns; nothing worse is returned. Empty: none.
  std::vector<std::size_t> start;
};

struct IntegerResult {
  bool found = false;
  double value = 0;
  std::vector<std::size_t> columns;  // that are taken
  bool optimal = false;              // over the chosen columns
};

// Over the chosen columns only; the start's columns must be among them.
IntegerResult solve_integer(const Problem& problem, const std::vector<std::size_t>& chosen,
                            const IntegerOptions& options = {});

}  // namespace skein::cover
