// A plan in overlapping windows, in the order of time (rolling horizon).
//
// Pairings that the relaxation takes whole are kept from the start. Each window then solves the
// part of the month in which pairings begin within it, for the flights that are left. Pairings that
// begin before the next window are kept. The others are only there to tell what these leave behind,
// so they may be taken in part (relax and fix), unless the relaxation is weak. What lies beyond the
// window counts with its price: a flight that leaves after the window costs its proven price if it
// is left, so that a pairing takes it along only where it is worth it.
//
// Hours cost what they do in the relaxation, sigma_b, wherever they are flown. A window has to meet
// no base's hours, so charging R above the relaxation's hours up to its end would make its own
// relaxation much weaker (measured: gaps several times as large). But among plans that cost nearly
// the same, those that stray from these hours are left, by a small charge. The last window has the
// true base rows.
//
// Without a relaxation of the whole month (no shares), its prices are those of whoever calls, and
// hours follow the flying: by the end of a window, each base may have done its share of it.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "base/checkpoint.h"
#include "base/units.h"
#include "optimizer/part_solver.h"
#include "optimizer/relaxation.h"

namespace skein::optimizer {

// Flights that leave later than this after a window's end are in no pairing that begins in it, but
// for rare long rests.
constexpr Minutes kWindowTail = 4 * kDay;

struct RollingOptions {
  Minutes window = 4 * kDay;
  Minutes overlap = 2 * kDay;  // less than the window
  // Whether pairings that begin within the overlap are taken whole too.
  bool whole_overlap = false;
  // Of an hour above the relaxation's, in times of R.
  double stray_charge = 0.25;
  PartOptions part;
  Checkpoint* checkpoint = nullptr;  // a step is a window
};

struct WindowReport {
  int number = 0;
  Instant begin, end;
  bool is_last = false;
  std::size_t flights = 0;  // in the part
  std::size_t kept = 0;     // pairings, so far
  PartSolution solution;
};

using WindowObserver = std::function<void(const WindowReport&)>;

std::vector<Candidate> roll(const schedule::Schedule& schedule, const pairing::Rules& rules,
                            pricing::Pricer& pricer, const std::vector<double>& targets,
                            const Relaxation& relaxation, const RollingOptions& options = {},
                            const WindowObserver& observer = {});

}  // namespace skein::optimizer
