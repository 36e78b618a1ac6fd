// The standard start of the Struct-CKN paper, `skein solve --method weekly`: a typical week is
// solved once, its plan is rolled over the month, pairings that lost flights or became illegal are
// broken into their legal parts, and what is open then is covered greedily.
#pragma once

#include "base/clock.h"
#include "base/workers.h"
#include "plan/month_folder.h"
#include "plan/plan.h"
#include "seeding/greedy.h"
#include "seeding/plan_figures.h"
#include "seeding/weekly_start.h"
#include "workflow/plan_folder.h"

namespace skein::workflow {

struct StandardStartOptions {
  double week_gap = 0.005;  // of the week's plan to its bound
  bool base_rows = true;
  Deadline deadline;
};

struct StandardStart {
  seeding::WeeklyStart rolled;
  seeding::PlanFigures initial;   // as rolled
  seeding::PlanFigures feasible;  // as broken
  plan::Plan plan;                // with what was left covered
  seeding::GreedyStop stopped = seeding::GreedyStop::kFinished;
};

// Throws InputError where the month has no seven days.
StandardStart make_standard_start(const plan::Month& month, const StandardStartOptions& options,
                                  Workers& workers, EventLog& log);

}  // namespace skein::workflow
