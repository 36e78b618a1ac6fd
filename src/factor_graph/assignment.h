// Graphs that are assignment problems, solved exactly as flows of least cost.
//
// If every factor asks for exactly one or at most one, every variable is in two of them at most,
// and factors can be put on two sides such that no variable is in two of one side, then variables
// are the arcs of a flow from one side to the other, and its best is whole.
#pragma once

#include "factor_graph/exhaustive.h"
#include "factor_graph/graph.h"

namespace skein::factor_graph {

bool is_assignment(const Graph& graph);

// The best assignment; scores are rounded to some 12 digits for it. is_assignment must hold.
BestAssignment solve_assignment(const Graph& graph);

}  // namespace skein::factor_graph
