// Ways between a base and the other stations, for a crew that travels as a passenger on any flight:
// how to get home soonest, and how to leave home latest. Only times and the minimum connection are
// looked at; the other work rules are judged by whoever takes the way.
#pragma once

#include <vector>

#include "base/ids.h"
#include "base/units.h"
#include "schedule/schedule.h"

namespace skein::seeding {

class Routes {
 public:
  // The schedule must live as long as this.
  Routes(const schedule::Schedule& schedule, Minutes min_connection, StationId base);

  // Of the flights that leave `station` at `from` or later, the one that leads home soonest (the
  // last to leave among equals); none() where none does.
  FlightId soonest_home(StationId station, Instant from) const;

  // Of the flights that reach `station` at `until` or earlier, the one by which the crew can leave
  // home latest (the first to arrive among equals); none() where none comes from there.
  FlightId latest_out(StationId station, Instant until) const;

 private:
  // A flight that is a better choice than all that leave later (home) or arrive earlier (out).
  struct Step {
    Instant at;  // its departure (home) or arrival (out)
    FlightId flight;
    Instant base_time;  // when the way over it reaches (home) or leaves (out) the base
  };

  void find_ways_home(Minutes min_connection);
  void find_ways_out(Minutes min_connection);
  const Step* home_step(StationId station, Instant from) const;
  const Step* out_step(StationId station, Instant until) const;

  const schedule::Schedule& schedule_;
  StationId base_;
  IdVector<StationId, std::vector<Step>> home_;  // departures, latest first
  IdVector<StationId, std::vector<Step>> out_;   // arrivals, earliest first
};

}  // namespace skein::seeding
