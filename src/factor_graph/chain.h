// Chains: sequences of labels in which neighbours influence each other.
//
//    score(y) = sum_t node_t(y_t) + sum_t pair_t(y_{t-1}, y_t) + sum_t triple_t(y_{t-2}, y_{t-1},
//    y_t) p(y) = exp(score(y) - log Z)
//
// Without triples the chain is of first order, with them of second. Its junction tree is a chain of
// windows of order + 1 labels, next to each other; two windows share a separator of `order` labels.
// A chain that is shorter has one window, of all its labels. Window and separator marginals
// determine p, and with it
//
//    H(p)      = sum_C H(mu_C) - sum_S H(mu_S)                        (entropy)
//    KL(p||q)  = sum_C KL(mu_C||nu_C) - sum_S KL(mu_S||nu_S)
//
// (Le Priol, Piche, Lacoste-Julien 2018).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/aligned.h"

namespace skein::factor_graph {

struct ChainShape {
  std::size_t length = 0;  // at least 1
  std::size_t labels = 0;  // at least 1
  int order = 1;           // 1 or 2

  std::size_t labels_in_window() const;
  std::size_t windows() const { return length - labels_in_window() + 1; }
  std::size_t separators() const { return windows() - 1; }
  std::size_t window_size() const;     // entries of a window's table
  std::size_t separator_size() const;  // and of a separator's; 1 where there is none

  friend bool operator==(const ChainShape&, const ChainShape&) = default;
};

// Tables have the last label innermost. Pairs and triples may be the same all along the chain: then
// there is one table, else one for each place.
struct ChainScores {
  ChainShape shape;
  std::span<const double> nodes;    // length x labels
  std::span<const double> pairs;    // labels^2, or (length - 1) of them; empty: all 0
  std::span<const double> triples;  // labels^3, or (length - 2) of them; empty: all 0
};

struct ChainMarginals {
  ChainShape shape;
  AlignedVector windows;     // one table after the other
  AlignedVector separators;  // likewise
  double log_partition = 0;

  // Of single labels, length x labels.
  std::vector<double> nodes() const;
};

// Memory that inference works in; kept by whoever calls it often.
struct ChainWorkspace {
  AlignedVector forward;
  AlignedVector backward;
  AlignedVector factors;
  AlignedVector ahead;
};

// All inference throws InputError, with the place, where the scores allow no labeling at all;
// `infer` also for scores that are no numbers.

// Sum-product. Sums are kept in a scaled form while the range of the scores allows it, else in the
// log domain, which is slower; both are exact to rounding.
void infer(const ChainScores& scores, ChainMarginals& marginals, ChainWorkspace& workspace);
ChainMarginals infer(const ChainScores& scores);
// The same into tables that have room for them; returns log Z.
double infer(const ChainScores& scores, std::span<double> windows, std::span<double> separators,
             ChainWorkspace& workspace);

struct ChainLabeling {
  std::vector<std::uint32_t> labels;
  double score = 0;
};

// The labels with the highest score; of several, the first in the order of the last labels.
ChainLabeling most_likely(const ChainScores& scores);

double score_of(const ChainScores& scores, std::span<const std::uint32_t> labels);
// sum_y p(y) score(y), for the p of the marginals.
double expected_score(const ChainScores& scores, const ChainMarginals& marginals);

double entropy(const ChainMarginals& marginals);
double divergence(const ChainMarginals& p, const ChainMarginals& q);  // KL(p||q)

}  // namespace skein::factor_graph
