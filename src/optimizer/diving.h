// From the relaxation to a plan: fix what the relaxation is nearly sure of, solve again with new
// pairings for what is left, and so on.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "base/clock.h"
#include "optimizer/column_generation.h"
#include "optimizer/master.h"
#include "pricing/pricer.h"

namespace skein::optimizer {

struct DivingOptions {
  // Pairings with at least this share are fixed together; if there are none, the best `at_least`.
  double sure_share = 0.85;
  std::size_t at_least = 1;
  // How exactly the relaxation is solved again after each step.
  double gap = 1e-4;
  int max_rounds = 6;
  Deadline deadline;
};

struct DiveReport {
  int step = 0;
  std::size_t open_flights = 0;
  std::size_t fixed = 0;  // pairings, so far
  double lp = 0;          // of fixed pairings and the rest's relaxation
};

using DiveObserver = std::function<void(const DiveReport&)>;

// The flights that a part of the month leaves to be covered, and the hours left at the bases.
struct Part {
  pricing::OpenFlights open;
  std::vector<double> targets;  // empty: without base rows
};

// Pairings for the part. `columns` are candidates to begin with, `prices` proven for it. Flights
// that no pairing covers stay open.
std::vector<Candidate> dive(const schedule::Schedule& schedule, const pairing::Rules& rules,
                            pricing::Pricer& pricer, const Part& part,
                            std::vector<Candidate> columns, const pricing::Prices& prices,
                            const DivingOptions& options = {}, const DiveObserver& observer = {});

}  // namespace skein::optimizer
