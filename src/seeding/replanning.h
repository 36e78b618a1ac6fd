// Makes a legal plan better, a few neighbouring pairings at a time: their flights are planned anew
// by rounds of the greedy planner (greedy.h), and the better of the two is kept.
//
// Neighbours of a pairing are those whose flights leave a station soon after one of its flights has
// arrived there: crews that could change places. In a part, prices start as what the flights cost
// now: each shares the cost of its pairing equally. So the old pairings score 0, and every pairing
// with a negative score promises something.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/clock.h"
#include "base/units.h"
#include "pairing/rules.h"
#include "plan/plan.h"
#include "schedule/schedule.h"
#include "seeding/connection_costs.h"
#include "seeding/pairing_search.h"
#include "seeding/ways_out.h"

namespace skein::seeding {

struct ReplanOptions {
  // In each pass the pairings that cost most per flight, this share of all, are the middles of
  // parts. More of both gives cheaper plans in more time.
  int passes = 6;
  double middles = 0.3;
  std::size_t part_pairings = 8;
  int rounds = 4;  // of the greedy planner per part
  double price_step = 0.3;
  // Prices of a part start this share too high or low, at random: so that a part that is tried
  // again may come out otherwise.
  double price_noise = 0.2;
  SearchOptions search;
  WaysOutOptions ways_out;
  ConnectionCosts* beliefs = nullptr;  // as in greedy.h
  std::uint64_t seed = 1;              // of the noise
  Deadline deadline;
};

struct ReplanSummary {
  std::size_t parts = 0;
  std::size_t improved = 0;  // of them
  Cost before;               // cost, belief and uncovered flights
  Cost after;
};

struct ReplannedPlan {
  plan::Plan plan;
  ReplanSummary summary;
};

// `plan` must be legal and operate no flight twice. The same result on every run, unless the
// deadline cuts it.
ReplannedPlan replan(const schedule::Schedule& schedule, const pairing::Rules& rules,
                     const plan::Plan& plan, const ReplanOptions& options);

}  // namespace skein::seeding
