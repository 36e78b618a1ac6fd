// Marginals of places that choose, of the largest entropy, where choices that exclude each other
// are made once at most on average:
//
//    max  sum_it p_it s_it + sum_i H(p_i)    s.t.  sum_t p_it = 1,  sum_{(i,t) in c} p_it <= 1
//
// over the places i and what excludes each other, c. With prices u_c >= 0 its dual is
//
//    min  sum_i log sum_t exp(s_it - u_c(it)) + sum_c u_c
//
// which is minimized in turns: each log sum, then each u_c = max(0, log sum exp(s_it - v_i)), the
// scaling of rows and columns of Sinkhorn (1967), for columns that may stay below 1. It is to
// assignments what the chain's log Z is to chains, but for correlations between places.
#pragma once

#include <span>

#include "learning/choice_graph.h"

namespace skein::learning {

struct SoftChoiceOptions {
  int most_rounds = 50;     // 0: places by themselves
  double tolerance = 1e-3;  // of what is chosen more than once
};

// Fills the marginals of all labels at all places, 0 where they are forbidden; returns the value of
// the dual.
double soft_choices(const ChoiceGraph& graph, std::span<const double> scores,
                    std::span<double> marginals, const SoftChoiceOptions& options = {});

}  // namespace skein::learning
