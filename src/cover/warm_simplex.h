// The relaxation by CLP's primal simplex, from the basis of the problem before, which had fewer
// columns: what column generation was built on for decades, and what the other methods are compared
// with. Its duals are those of a vertex, which jump from round to round.
#pragma once

#include <cstddef>
#include <memory>

#include "base/clock.h"
#include "cover/problem.h"

namespace skein::cover {

class WarmSimplex {
 public:
  WarmSimplex();
  ~WarmSimplex();
  WarmSimplex(WarmSimplex&&) noexcept;
  WarmSimplex& operator=(WarmSimplex&&) noexcept;

  // Costs of rows may have changed since the last call. With other rows, or fewer columns, it
  // begins anew.
  LpSolution solve(const Problem& problem, const Deadline& deadline = {});
  // The next call has other columns than the last.
  void forget();

 private:
  struct Solver;
  std::unique_ptr<Solver> solver_;
};

}  // namespace skein::cover
