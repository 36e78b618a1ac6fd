// AD3: alternating directions dual decomposition (Martins, Figueiredo, Aguiar, Smith, Xing 2015)
// for the linear relaxation of the most likely assignment of a factor graph.
//
// Each factor f has its own copy q_f of its variables, with an equal part of their scores. All have
// to agree with the shares p:
//
//    q_f = argmax  sum_i (theta_i / degree_i + lambda_fi) q_i + theta_f(q) - eta/2 ||q - p||^2
//    p_i = mean of q_fi over the factors of i
//    lambda_fi = lambda_fi - eta (q_fi - p_i)
//
// For any lambda with sum_f lambda_fi = 0 the factors' own maxima add up to an upper bound on every
// assignment. Factors whose input has not changed since their last turn are left alone; towards the
// end these are nearly all.
#pragma once

#include <cstddef>
#include <vector>

#include "base/clock.h"
#include "base/workers.h"
#include "factor_graph/graph.h"

namespace skein::factor_graph {

struct Ad3Options {
  int max_iterations = 2'000;
  // Stop when copies and shares differ by no more than this, and shares have settled as far (root
  // mean squares).
  double tolerance = 1e-6;
  // Stop when the best assignment is known to be this near to the best there is, relative to its
  // score.
  double gap = 1e-9;
  // First penalty, in times of the mean size of scores. Larger ones make copies agree sooner, on
  // worse assignments.
  double first_penalty = 0.5;
  // Look for bounds and assignments every so many iterations; later, less often.
  int iterations_between_bounds = 20;
  Deadline deadline;
};

enum class Ad3Stop {
  kSolved,      // the assignment is proven best, within the gap
  kConverged,   // the relaxation is solved; its shares are fractional
  kIterations,  // or no progress
  kTimeLimit,
  kInfeasible,  // proven: no assignment is allowed
};

const char* name_of(Ad3Stop stop);

// What to begin with next time, on the same graph with other scores.
struct Ad3State {
  std::vector<double> multipliers;  // lambda, by link
  std::vector<double> shares;       // p
  double penalty = 0;               // eta
};

struct Ad3Summary {
  std::vector<char> assignment;  // the best that was found; empty: none is allowed that was tried
  double primal = 0;             // its score; minus infinity: none
  double dual = 0;               // no assignment has more
  std::vector<double> shares;    // p, of the relaxation
  std::size_t fractional = 0;    // of them are neither 0 nor 1
  int iterations = 0;
  std::size_t factor_steps = 0;  // turns of single factors
  double primal_residual = 0;
  double dual_residual = 0;
  Ad3Stop stopped = Ad3Stop::kIterations;
  // Where no assignment was found: a factor that allows nothing at all, else the one with which the
  // others agree least, else, where shares agree, one that forbids what they are rounded to.
  std::size_t worst_factor = 0;
};

// The same for any number of threads. `state`, if given, is the start where it fits the graph, and
// gets the end.
Ad3Summary run_ad3(const Graph& graph, Workers& workers, const Ad3Options& options = {},
                   Ad3State* state = nullptr);

}  // namespace skein::factor_graph
