// The best plan that takes its pairings from several.
//
// Plans that were made in different ways are good at different places. Over the pairings of all of
// them branch and bound is quick: most are in every plan, and what is not falls apart into small
// pieces that only the hours of the bases hold together.
#pragma once

#include <vector>

#include "base/clock.h"
#include "optimizer/master.h"
#include "optimizer/part.h"
#include "pairing/rules.h"
#include "schedule/schedule.h"

namespace skein::optimizer {

struct MergingOptions {
  int max_nodes = 2'000;
  Deadline deadline;
};

// Of the month, or what is left of it. Never dearer than the first plan.
std::vector<Candidate> merged(const schedule::Schedule& schedule, const pairing::Rules& rules,
                              const Part& month, const std::vector<std::vector<Candidate>>& plans,
                              const MergingOptions& options = {});

}  // namespace skein::optimizer
