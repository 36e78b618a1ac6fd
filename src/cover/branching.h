// Branch and bound over given columns, for parts of a month: better plans quickly, proof if it
// ends.
//
// Branching is on follow-ons (Ryan and Foster's rule, for rows in an order): for two rows r, s that
// some columns cover one right after the other, either every column does that covers one of them,
// or none does. (Columns that may stay in part count as if they did not.) Where follow-ons are
// whole, the columns are, but for columns with the same rows: those are branched on themselves. The
// search plunges: it takes the follow-on with the largest share first, which is nearly decided, and
// after the end of a plunge goes on from the open node with the least bound. Each node is solved by
// the dual simplex from its parent's basis.
//
// Where rows must not be left, a plunge may run into a dead end: a row that nothing can cover any
// more, by decisions far above. It is given up then, and the next plunges decide first on the rows
// that were left (as in the weighted-degree heuristic of constraint programming).
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "base/clock.h"
#include "cover/problem.h"

namespace skein::cover {

struct BranchingOptions {
  // Where nothing is known yet, the first plunge goes to its end even if it takes more.
  int max_nodes = 1'000;
  // A solution known already, as columns; only better ones are looked for. Empty: none.
  std::vector<std::size_t> start;
  // Follow-ons with at least this share are taken for decided, all at once; 1: none are, and the
  // search is exact. Less is for large problems, where one plunge has to do.
  double sure_share = 1;
  // A step down that raises the value by more is taken only if the others do; if rows are left by
  // it, it is a dead end.
  double dear = std::numeric_limits<double>::infinity();
  // Of the problem's columns, those that may stay in part: 1. Empty: none.
  std::vector<char> may_stay_in_part;
  bool cuts = false;  // tighten the first node (subset_rows.h)
  // Only solutions better by at least this are of interest.
  double least_gain = 1e-3;
  Deadline deadline;
};

struct BranchingResult {
  bool found = false;  // a better one than the start
  double value = 0;
  // That are taken; the start's, if none was found. Without those that may stay in part.
  std::vector<std::size_t> columns;
  double bound = 0;      // over the chosen columns
  bool optimal = false;  // over the chosen columns
  int nodes = 0;
};

// Over the chosen columns only; the start's columns must be among them. Rows of a column are taken
// in their order.
BranchingResult branch_and_bound(const Problem& problem, const std::vector<std::size_t>& chosen,
                                 const BranchingOptions& options = {});

// The value of the columns as a solution: with rows that are left and budgets that are exceeded.
double value_of(const Problem& problem, const std::vector<std::size_t>& columns);

}  // namespace skein::cover
