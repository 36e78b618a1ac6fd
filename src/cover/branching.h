// Branch and bound over given columns, for parts of a month: better plans quickly, proof if it
// ends.
//
// Branching is on follow-ons (Ryan and Foster's rule, for rows in an order): for two rows r, s that
// some columns cover one right after the other, either every column does that covers one of them,
// or none does. Where follow-ons are whole, the columns are, but for columns with the same rows:
// those are branched on themselves. The search plunges: it takes the follow-on with the largest
// share first, which is nearly decided, and after the end of a plunge goes on from the open node
// with the least bound. Each node is solved by the dual simplex from its parent's basis.
#pragma once

#include <cstddef>
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
  bool cuts = false;  // tighten the first node (subset_rows.h)
  // Only solutions better by at least this are of interest.
  double least_gain = 1e-3;
  Deadline deadline;
};

struct BranchingResult {
  bool found = false;  // a better one than the start
  double value = 0;
  std::vector<std::size_t> columns;  // that are taken; the start's, if none was found
  double bound = 0;                  // over the chosen columns
  bool optimal = false;              // over the chosen columns
  int nodes = 0;
};

// Over the chosen columns only; the start's columns must be among them. Rows of a column are taken
// in their order.
BranchingResult branch_and_bound(const Problem& problem, const std::vector<std::size_t>& chosen,
                                 const BranchingOptions& options = {});

// The value of the columns as a solution: with rows that are left and budgets that are exceeded.
double value_of(const Problem& problem, const std::vector<std::size_t>& columns);

}  // namespace skein::cover
