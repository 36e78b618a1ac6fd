// What locked pairings leave of a month: flights that nobody operates yet, and hours that bases may
// still do. What the locked ones cost comes on top of every plan for the rest, and of every bound.
#pragma once

#include <cstddef>
#include <vector>

#include "optimizer/master.h"
#include "optimizer/part.h"
#include "pairing/rules.h"
#include "schedule/schedule.h"

namespace skein::optimizer {

struct MonthLeft {
  Part part;
  double locked_cost = 0;
  std::size_t locked_deadheads = 0;
};

MonthLeft month_left(const schedule::Schedule& schedule, const pairing::Rules& rules,
                     bool base_rows);

}  // namespace skein::optimizer
