// A month of flights: stations, bases, fleets, aircraft and flights. Built once through
// ScheduleBuilder, which refuses what is not sound, and never changed afterwards.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/ids.h"
#include "base/units.h"
#include "schedule/time_zone.h"

namespace skein::schedule {

struct Position {
  double latitude = 0;   // degrees north
  double longitude = 0;  // degrees east

  friend bool operator==(const Position&, const Position&) = default;
};

struct Station {
  std::string code;
  TimeZone zone;
  std::optional<Position> position;  // unknown in anonymised data
  bool is_base = false;
  int crews = 0;  // crews that live here; the base's share of the work is in proportion

  friend bool operator==(const Station&, const Station&) = default;
};

struct Flight {
  std::string id;      // unique in the schedule
  std::string number;  // flight code, the same on every day it is flown
  StationId origin;
  StationId destination;
  Instant departure;
  Instant arrival;
  FleetId fleet;
  TailId tail;  // none where the aircraft is unknown

  Minutes duration() const { return arrival - departure; }

  friend bool operator==(const Flight&, const Flight&) = default;
};

// From `begin` up to, not including, `end`.
struct PlanningPeriod {
  Instant begin;
  Instant end;

  friend bool operator==(const PlanningPeriod&, const PlanningPeriod&) = default;
};

class Schedule {
 public:
  const IdVector<StationId, Station>& stations() const { return stations_; }
  // In order of departure, then id.
  const IdVector<FlightId, Flight>& flights() const { return flights_; }
  const IdVector<FleetId, std::string>& fleets() const { return fleets_; }
  const IdVector<TailId, std::string>& tails() const { return tails_; }
  const std::vector<StationId>& bases() const { return bases_; }
  const PlanningPeriod& period() const { return period_; }

  const Station& station(StationId id) const { return stations_[id]; }
  const Flight& flight(FlightId id) const { return flights_[id]; }
  IdRange<FlightId> flight_ids() const { return IdRange<FlightId>(flights_.size()); }
  IdRange<StationId> station_ids() const { return IdRange<StationId>(stations_.size()); }

  // none() where there is no such station or flight.
  StationId find_station(std::string_view code) const;
  FlightId find_flight(std::string_view id) const;

  Minutes total_flying() const;

  friend bool operator==(const Schedule& a, const Schedule& b);

 private:
  friend class ScheduleBuilder;

  IdVector<StationId, Station> stations_;
  IdVector<FlightId, Flight> flights_;
  IdVector<FleetId, std::string> fleets_;
  IdVector<TailId, std::string> tails_;
  std::vector<StationId> bases_;
  PlanningPeriod period_;
  std::unordered_map<std::string, StationId> station_by_code_;
  std::vector<FlightId> flights_by_id_;  // in order of their ids, for look-up
};

// A flight as it stands in a file.
struct FlightRecord {
  std::string id;  // empty: default_flight_id
  std::string number;
  std::string origin;
  std::string destination;
  Instant departure;
  Instant arrival;
  std::string fleet;
  std::string tail;  // empty: unknown
};

// flight/origin/departure_utc, as in "F9241/JAX/2008-03-01T11:00Z".
std::string default_flight_id(std::string_view number, std::string_view origin, Instant departure);

// Collects and validates. Every function throws InputError (without a place) for what is not sound.
class ScheduleBuilder {
 public:
  ScheduleBuilder() = default;

  void add_station(Station station);
  // Makes a station that is there already a base, with that many crews.
  void make_base(const std::string& code, int crews);
  void add_flight(FlightRecord record);
  bool has_flight(const std::string& id) const { return flight_ids_.contains(id); }
  std::size_t flight_count() const { return flights_.size(); }
  // Without this the period is the whole days (UTC) from the first to the last departure.
  void set_period(PlanningPeriod period) { period_ = period; }

  Schedule build() &&;

 private:
  StationId station_of(const std::string& code, const char* field) const;

  IdVector<StationId, Station> stations_;
  std::vector<Flight> flights_;
  std::vector<std::string> fleets_;
  std::vector<std::string> tails_;
  std::unordered_map<std::string, StationId> station_by_code_;
  std::unordered_map<std::string, std::size_t> fleet_by_name_;
  std::unordered_map<std::string, std::size_t> tail_by_name_;
  std::unordered_set<std::string> flight_ids_;
  std::optional<PlanningPeriod> period_;
};

}  // namespace skein::schedule
