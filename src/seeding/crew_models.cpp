#include "seeding/crew_models.h"

#include <algorithm>
#include <utility>

namespace skein::seeding {
namespace {

using pairing::Rules;
using schedule::Flight;
using schedule::Schedule;

// Where the rules set no such limit: chains have to end some time.
constexpr int kMostDays = 5;
constexpr int kMostDuties = 5;

// Crews go on as long as they are where the next flight leaves; rests are still told apart.
Rules rough(const Rules& rules) {
  Rules loose = rules;
  pairing::WorkRules work;
  work.min_rest = rules.work.min_rest;
  work.briefing = rules.work.briefing;
  work.debriefing = rules.work.debriefing;
  work.min_connection = Minutes(0);
  work.rest_at_base_allowed = true;
  work.max_duty_flying.reset();
  work.max_duty_legs.reset();
  work.max_duty_span.reset();
  work.max_days = rules.work.max_days.value_or(kMostDays);
  work.max_duties = rules.work.max_duties.value_or(kMostDuties);
  loose.work = std::move(work);
  return loose;
}

}  // namespace

CrewModels::CrewModels(const Schedule& schedule, const Rules& rules, RuleMask mask)
    : schedule_(schedule), rules_(mask == RuleMask::kAll ? rules : rough(rules)) {
  for (StationId base : schedule.bases()) models_.try_emplace(base, schedule, rules_, base);
}

const pricing::CrewModel* CrewModels::of(StationId base) const {
  const auto model = models_.find(base);
  return model == models_.end() ? nullptr : &model->second;
}

Schedule with_early_starts(const Schedule& schedule) {
  schedule::ScheduleBuilder builder;
  for (const schedule::Station& station : schedule.stations()) builder.add_station(station);
  schedule::PlanningPeriod period = schedule.period();
  for (const Flight& flight : schedule.flights()) {
    period.begin = std::min(period.begin, flight.departure);
    builder.add_flight({flight.id, flight.number, schedule.station(flight.origin).code,
                        schedule.station(flight.destination).code, flight.departure, flight.arrival,
                        schedule.fleets()[flight.fleet],
                        flight.tail.exists() ? schedule.tails()[flight.tail] : ""});
  }
  builder.set_period(period);
  return std::move(builder).build();
}

}  // namespace skein::seeding
