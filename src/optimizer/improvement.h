// Local improvement: parts of a plan are taken apart and solved again, nearly to optimality, while
// the rest stays; over and over with shifted parts.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "base/clock.h"
#include "base/units.h"
#include "optimizer/diving.h"
#include "optimizer/master.h"
#include "pricing/pricer.h"

namespace skein::optimizer {

struct ImprovementOptions {
  // Pairings are freed that begin within this time; the next part begins a share of it later.
  Minutes window = 4 * kDay;
  double shift = 0.5;
  // Passes over the month; a pass that improves nothing is the last.
  int max_passes = 10;
  // Columns and branch-and-cut nodes for a part.
  std::size_t max_columns = 4'000;
  double near_share = 0.5;
  std::size_t near_pairings = 10;
  int max_nodes = 300;
  double max_seconds = 20;  // for the integer program of a part
  // Stop when the plan is this close to the bound.
  double gap = 0;
  double bound = 0;
  Deadline deadline;
};

struct ImprovementReport {
  int pass = 0;
  Instant begin;            // of the part
  std::size_t flights = 0;  // in it
  double before = 0;        // cost of the part
  double bound = 0;         // its relaxation
  double after = 0;
  double total = 0;  // cost of the plan
};

using ImprovementObserver = std::function<void(const ImprovementReport&)>;

// Never returns a plan that costs more. `pool` are pairings worth trying, `prices` proven for the
// whole month.
std::vector<Candidate> improve(const schedule::Schedule& schedule, const pairing::Rules& rules,
                               pricing::Pricer& pricer, const std::vector<double>& targets,
                               std::vector<Candidate> plan, const std::vector<Candidate>& pool,
                               const pricing::Prices& prices,
                               const ImprovementOptions& options = {},
                               const ImprovementObserver& observer = {});

}  // namespace skein::optimizer
