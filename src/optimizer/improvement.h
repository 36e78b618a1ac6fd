// Local improvement: parts of a plan are taken apart and solved again, nearly to optimality, while
// the rest stays; over and over with other parts.
//
// Several kinds of parts alternate. Whole ones hold all pairings that begin within some days: what
// can be gained there is found. But a crew that ends its day elsewhere changes the days after it,
// so some gains need many days at once: for those, parts hold only the pairings on which plan and
// relaxation differ (the idea of relaxation-induced neighbourhood search, Danna and others 2005),
// over as long a time as their flights stay few enough. A third kind begins where the plan loses
// most: plan cost less bound is the sum of the reduced costs of its pairings and what its rows
// leave, so a part is grown around a pairing with a large one, along pairings of small reduced
// costs that share flights with it. In dense months, where whole parts are short, a fourth kind
// counts too: the pairings of one base, over some time.
//
// Some parts that lie far from each other are solved side by side, on as many threads as there are.
// They share the hours that bases have left, so that what they gain adds up.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "base/checkpoint.h"
#include "base/units.h"
#include "base/workers.h"
#include "optimizer/part_solver.h"
#include "optimizer/relaxation.h"

namespace skein::optimizer {

struct ImprovementOptions {
  // Length of whole parts; the next begins half of it later. 0: none, where a day has too many
  // flights.
  Minutes window = 3 * kDay;
  // Flights in parts of differing pairings, or of one base, which must be few enough for branch and
  // bound to get somewhere.
  std::size_t max_run_flights = 800;
  // In parts around a loss, at first: they get larger while branch and bound settles most of them.
  std::size_t losing_flights = 300;
  // Whether parts of single bases are tried too.
  bool by_base = false;
  // Only parts around losses, grown along other pairings in every pass: for what is left when all
  // else gains nothing more.
  bool only_losing = false;
  // Passes over the month; one kind after the other. It ends when all kinds together gain no more
  // than this share of the gap.
  int max_passes = 20;
  double least_gain = 0.03;
  PartOptions part;
  // Stop when the plan is this close to the bound.
  double gap = 0;
  double bound = 0;
  Checkpoint* checkpoint = nullptr;  // a step is a few parts, solved side by side
};

enum class PartKind { kWhole, kDiffering, kLosing, kBase };

struct ImprovementReport {
  int pass = 0;
  PartKind kind = PartKind::kWhole;
  Instant begin;            // of the part
  std::size_t flights = 0;  // in it
  PartSolution solution;
  double total = 0;  // cost of the plan
};

using ImprovementObserver =
    std::function<void(const ImprovementReport&, const std::vector<Candidate>& plan)>;

// Never returns a plan that costs more, and the same for any number of threads. The parts of
// differing pairings are best where the shares of the relaxation are those of a vertex.
std::vector<Candidate> improve(const schedule::Schedule& schedule, const pairing::Rules& rules,
                               Workers& workers, const std::vector<double>& targets,
                               std::vector<Candidate> plan, const Relaxation& relaxation,
                               const ImprovementOptions& options = {},
                               const ImprovementObserver& observer = {});

}  // namespace skein::optimizer
