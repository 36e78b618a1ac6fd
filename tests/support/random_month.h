// Small random schedules and rules that press every rule, for property tests.
#pragma once

#include <cstddef>

#include "base/random.h"
#include "pairing/rules.h"
#include "schedule/schedule.h"

namespace skein::test {

struct RandomScheduleOptions {
  std::size_t flights = 150;
  int days = 5;
  int fleets = 2;
  bool late_period = false;  // let the planning period begin after the first flights
};

// Stations on three continents, the first two of them bases, with flights at random times around a
// change of the clocks.
schedule::Schedule random_schedule(Rng& rng, const RandomScheduleOptions& options = {});

// One preset with some of its rules and costs changed at random, on or off, tight or wide.
pairing::Rules random_rules(Rng& rng, const schedule::Schedule& schedule);

}  // namespace skein::test
