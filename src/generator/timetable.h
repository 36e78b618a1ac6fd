// The timetable of an airline, and how it changes from one month to the next.
#pragma once

#include <cstddef>
#include <vector>

#include "base/ids.h"
#include "base/random.h"
#include "generator/airline.h"
#include "generator/airline_size.h"
#include "generator/network.h"
#include "generator/round_trip.h"

namespace skein::generator {

class Timetable {
 public:
  // Every route has a round trip; the others go where the traffic is.
  Timetable(const Network& network, const AirlineSize& size, const Rng& rng);

  const std::vector<RoundTrip>& round_trips() const { return round_trips_; }

  // Makes the timetable that of the next month. Codes that are gone never come back.
  void change(const MonthlyChanges& changes, const Rng& rng);

 private:
  // Without times of day yet.
  void add(RouteId route, FleetId fleet, const Rng& rng);
  void add_by_traffic(std::size_t count, const Rng& rng);
  // With times of day.
  void add_later(std::size_t count, const Rng& rng);
  void replace(const RoundTrip& gone, const Rng& rng);

  std::vector<RoundTrip> cancel(std::size_t count, Rng rng);
  void retime_some(std::size_t count, Rng rng);
  IdVector<RouteId, double> unmet_traffic() const;

  const Network& network_;
  std::size_t most_round_trips_;
  std::vector<RoundTrip> round_trips_;
  int next_number_;
};

}  // namespace skein::generator
