// A scorer that knows a plan, but not for certain.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>

#include "base/random.h"
#include "plan/plan.h"
#include "pricing/connection_scorer.h"
#include "schedule/schedule.h"

namespace skein::test {

struct PlantedOptions {
  // For this share of the flights what the plan does is the likeliest, with this probability; for
  // the others something else is, and the plan's choice has half of the rest. So it is wrong as
  // often as it says.
  double certainty = 0.8;
  std::size_t candidates = 20;  // next flights, the first to leave within two days
  std::uint64_t seed = 1;
};

// Flights that the plan does not operate may go on to any candidate alike.
pricing::ConnectionScores planted_scores(const schedule::Schedule& schedule, const plan::Plan& plan,
                                         const PlantedOptions& options);

// Any probabilities, for some of the flights that leave where another arrives, whether or not the
// rules let a crew connect.
pricing::ConnectionScores random_scores(Rng& rng, const schedule::Schedule& schedule,
                                        std::size_t candidates = 6);

// Scores by hand: "a>b 0.7", "a ends 0.3", "a starts 0.9", "a layover 1"; 0 for all else.
pricing::ConnectionScores small_scores(const schedule::Schedule& schedule,
                                       std::initializer_list<std::string> scores);

}  // namespace skein::test
