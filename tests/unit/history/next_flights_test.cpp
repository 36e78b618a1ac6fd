#include "history/next_flights.h"

#include <gtest/gtest.h>

#include "history/crew_choices.h"
#include "support/random_month.h"

namespace skein::history {
namespace {

using pairing::Leg;
using schedule::Flight;

// From the definition, one flight after the other; they are numbered in order of departure.
std::vector<FlightId> by_definition(const schedule::Schedule& schedule, const pairing::Rules& rules,
                                    FlightId flight, const pricing::CrewModel* model,
                                    const pricing::CrewState* state, std::size_t most) {
  std::vector<FlightId> found;
  const Flight& landed = schedule.flight(flight);
  const Minutes rest = rules.work.min_rest + rules.work.briefing + rules.work.debriefing;
  for (const FlightId id : schedule.flight_ids()) {
    const Flight& next = schedule.flight(id);
    const Minutes gap = next.departure - landed.arrival;
    if (next.origin != landed.destination || next.fleet != landed.fleet) continue;
    if (gap < rules.work.min_connection || gap > hours(48)) continue;
    if (rules.work.max_sit && gap > *rules.work.max_sit && gap < rest) continue;
    if (state != nullptr && !model->extend(*state, Leg{id})) continue;
    if (found.size() < most) found.push_back(id);
  }
  return found;
}

TEST(NextFlights, AreThoseOfTheDefinition) {
  Rng rng(3);
  std::size_t compared = 0;
  for (int month = 0; month < 20; ++month) {
    const schedule::Schedule schedule = test::random_schedule(rng);
    pairing::Rules rules = test::random_rules(rng, schedule);
    rules.work.accepted_connections.clear();
    const CrewModels models(schedule, rules);
    const NextFlights next(schedule, rules, {3});
    for (const FlightId flight : schedule.flight_ids()) {
      const StationId origin = schedule.flight(flight).origin;
      const pricing::CrewModel* model = models.of(origin);
      const auto state = model != nullptr ? model->start(Leg{flight}) : std::nullopt;
      for (const pricing::CrewState* known : {state ? &*state : nullptr, decltype(&*state){}}) {
        std::vector<FlightId> found;
        for (const NextFlight& each : next.after(flight, model, known)) {
          found.push_back(each.flight);
          EXPECT_EQ(each.after.has_value(), known != nullptr);
        }
        EXPECT_EQ(found, by_definition(schedule, rules, flight, model, known, 3));
        compared += found.size();
      }
    }
  }
  EXPECT_GT(compared, 1000U);
}

}  // namespace
}  // namespace skein::history
