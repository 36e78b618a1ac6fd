// A plan by diving, for months whose windows hold too many undecided flights for branch and bound.
//
// The pairings with the largest shares in the relaxation are taken, the relaxation of what is left
// is solved again with new pairings for it, and so on: what was taken changes which pairings are
// worth having, and flights that it leaves alone get pairings of their own. Nothing is given back;
// that is for the improvement after it.
//
// The shares of a relaxation are spread over more pairings than need be. So before some are taken,
// they are drawn together (cover/sharpening.h): that costs less than taking pairings with shares of
// a half.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "base/checkpoint.h"
#include "base/clock.h"
#include "optimizer/relaxation.h"
#include "pairing/rules.h"
#include "pricing/pricer.h"
#include "schedule/schedule.h"

namespace skein::optimizer {

struct DivingOptions {
  // Pairings with at least this share are taken at once.
  double sure_share = 0.9;
  // At least this share of the flights left is taken in each step.
  double least_step = 0.05;
  // As soon as no more flights than this are left, it ends.
  std::size_t leave = 0;
  // How exactly the relaxations are solved, and how many rounds each may take.
  double lp_gap = 5e-4;
  int max_rounds = 20;
  // Labels kept per flight within a duty (pricing/pricer.h). What is taken loses more than what
  // they miss.
  std::size_t max_labels = 4;
  // Steps are made longer so that they end before this; from then on they are as long as may be,
  // and few rounds each, until all flights are decided on.
  Deadline pace;
  // After it, flights are left.
  Deadline deadline;
  // A step is one of the dive; the relaxation's pool must be kept by whoever calls.
  Checkpoint* checkpoint = nullptr;
};

struct DiveReport {
  int step = 0;
  std::size_t open = 0;     // flights left
  std::size_t taken = 0;    // pairings so far
  std::size_t columns = 0;  // of the last relaxation
  double cost = 0;          // of what is taken, and of the relaxation of the rest
};

using DiveObserver = std::function<void(const DiveReport&)>;

struct Dived {
  std::vector<Candidate> taken;
  // Of the relaxation's pool: 1 for those that are taken, and what the last relaxation gives the
  // others, if flights are left.
  std::vector<double> shares;
};

// Pairings found on the way are added to the relaxation's pool.
Dived dive(const schedule::Schedule& schedule, const pairing::Rules& rules, pricing::Pricer& pricer,
           const std::vector<double>& targets, Relaxation& relaxation,
           const DivingOptions& options = {}, const DiveObserver& observer = {});

}  // namespace skein::optimizer
