#include "pairing/legality.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/calendar.h"

namespace skein::pairing {
namespace {

using schedule::Flight;
using schedule::Schedule;

// The crew's clocks follow the reporting point only this far from home (EASA).
constexpr Minutes kReferenceBand = hours(2);

// Checks one pairing; each member function is one rule, or a family of rules on the same thing.
class PairingCheck {
 public:
  PairingCheck(const Schedule& schedule, const WorkRules& rules, StationId base,
               std::span<const Leg> legs)
      : schedule_(schedule),
        rules_(rules),
        base_(base),
        legs_(legs),
        duties_(split_into_duties(schedule, rules, legs)) {}

  std::vector<Violation> run(Extent extent) && {
    if (!schedule_.station(base_).is_base) {
      report(Rule::kBase, {}, 0, 0, fmt::format("{} is not a base", code(base_)));
    }
    if (legs_.empty()) {
      report(Rule::kNotEmpty, {}, 0, 1, "the pairing has no flights");
      return std::move(found_);
    }
    check_ends(extent);
    check_fleet();
    for (std::size_t i = 0; i + 1 < legs_.size(); ++i) check_connection(i);
    for (std::size_t i = 0; i < duties_.size(); ++i) check_duty(i);
    for (std::size_t i = 0; i + 1 < duties_.size(); ++i) check_rest(i);
    check_whole();
    return std::move(found_);
  }

 private:
  const Flight& flight(std::size_t leg) const { return schedule_.flight(legs_[leg].flight); }
  const std::string& code(StationId station) const { return schedule_.station(station).code; }

  void report(Rule rule, std::vector<FlightId> flights, double actual, double limit,
              std::string detail) {
    found_.push_back({rule, std::move(flights), actual, limit, std::move(detail)});
  }

  void check_ends(Extent extent) {
    const Flight& first = flight(0);
    const Flight& last = flight(legs_.size() - 1);
    if (first.origin != base_) {
      report(Rule::kStartsAtBase, {legs_.front().flight}, 0, 0,
             fmt::format("starts at {}, not at its base {}", code(first.origin), code(base_)));
    }
    if (extent == Extent::kWhole && last.destination != base_) {
      report(Rule::kEndsAtBase, {legs_.back().flight}, 0, 0,
             fmt::format("ends at {}, not at its base {}", code(last.destination), code(base_)));
    }
    if (first.departure < schedule_.period().begin) {
      report(
          Rule::kWithinPeriod, {legs_.front().flight}, 0, 0,
          fmt::format("starts at {}, before the planning period begins at {}",
                      format_instant(first.departure), format_instant(schedule_.period().begin)));
    }
  }

  void check_fleet() {
    FlightId first = FlightId::none();
    for (const Leg& leg : legs_) {
      if (leg.role != Role::kOperate) continue;
      if (!first.exists()) first = leg.flight;
      const FleetId fleet = schedule_.flight(first).fleet;
      const FleetId other = schedule_.flight(leg.flight).fleet;
      if (fleet == other) continue;
      report(Rule::kOneFleet, {first, leg.flight}, 2, 1,
             fmt::format("operates fleets {} and {}", schedule_.fleets()[fleet],
                         schedule_.fleets()[other]));
      return;
    }
  }

  void check_connection(std::size_t leg) {
    const std::vector<FlightId> flights = {legs_[leg].flight, legs_[leg + 1].flight};
    const Flight& before = flight(leg);
    const Flight& after = flight(leg + 1);
    if (before.destination != after.origin) {
      report(Rule::kContinuity, flights, 0, 0,
             fmt::format("arrives at {} but goes on from {}", code(before.destination),
                         code(after.origin)));
    }
    const Minutes gap = gap_between(schedule_, legs_[leg], legs_[leg + 1]);
    if (gap < rules_.min_connection && !is_accepted(before, after, gap)) {
      report(Rule::kMinConnection, flights, gap.count(), rules_.min_connection.count(),
             fmt::format("connection of {} min, at least {}", gap.count(),
                         rules_.min_connection.count()));
    }
    if (rules_.max_sit && gap > *rules_.max_sit && !is_rest(rules_, gap)) {
      report(Rule::kMaxSit, flights, gap.count(), rules_.max_sit->count(),
             fmt::format("sit of {} between flights, at most {}", format_duration(gap),
                         format_duration(*rules_.max_sit)));
    }
  }

  bool is_accepted(const Flight& before, const Flight& after, Minutes gap) const {
    const auto& accepted = rules_.accepted_connections;
    return gap >= Minutes(0) && std::find(accepted.begin(), accepted.end(),
                                          std::pair(before.id, after.id)) != accepted.end();
  }

  std::vector<FlightId> flights_of(const Duty& duty) const {
    std::vector<FlightId> flights;
    for (std::size_t i = duty.begin; i < duty.end; ++i) flights.push_back(legs_[i].flight);
    return flights;
  }

  void check_duty(std::size_t number) {
    const Duty& duty = duties_[number];
    const auto require_at_most = [&](Rule rule, Minutes actual, Minutes limit, const char* what) {
      if (actual <= limit) return;
      report(rule, flights_of(duty), actual.count(), limit.count(),
             fmt::format("duty {}: {} {}, at most {}", number + 1, what, format_duration(actual),
                         format_duration(limit)));
    };
    if (rules_.max_duty_flying) {
      require_at_most(Rule::kMaxDutyFlying, duty.flying, *rules_.max_duty_flying, "flying");
    }
    if (rules_.max_duty_span) {
      require_at_most(Rule::kMaxDutySpan, duty.span(), *rules_.max_duty_span, "span");
    }
    if (rules_.max_duty_legs && duty.operated_legs > *rules_.max_duty_legs) {
      report(Rule::kMaxDutyLegs, flights_of(duty), duty.operated_legs, *rules_.max_duty_legs,
             fmt::format("duty {}: {} operated flights, at most {}", number + 1, duty.operated_legs,
                         *rules_.max_duty_legs));
    }
    if (duty.operated_legs == 0) return;  // a duty of deadheads has no flight duty period
    const StationId from = flight(duty.begin).origin;
    if (rules_.duty_period_limits) {
      require_at_most(
          Rule::kDutyPeriodLimit, duty.duty_period(),
          duty_period_limit(schedule_, rules_, base_, from, duty.report, duty.operated_legs),
          "flight duty period");
    }
    if (rules_.flight_time_limits) {
      require_at_most(Rule::kFlightTimeLimit, duty.flying,
                      flight_time_limit(schedule_, rules_, base_, from, duty.report),
                      "flight time");
    }
  }

  void check_rest(std::size_t number) {
    const Duty& before = duties_[number];
    const Duty& after = duties_[number + 1];
    const std::vector<FlightId> flights = {legs_[before.end - 1].flight, legs_[after.begin].flight};
    const bool at_base = flight(before.end - 1).destination == base_;
    if (at_base && !rules_.rest_at_base_allowed) {
      report(Rule::kRestAtBase, flights, 0, 0,
             fmt::format("rests at its own base {} after duty {}", code(base_), number + 1));
    }
    Minutes least = rules_.min_rest;
    if (at_base) least = std::max(least, rules_.min_rest_at_base.value_or(least));
    if (rules_.rest_covers_previous_duty) least = std::max(least, before.span());
    const Minutes rest = after.report - before.release;
    if (rest < least) {
      report(Rule::kMinRest, flights, rest.count(), least.count(),
             fmt::format("rest of {} after duty {}, at least {}", format_duration(rest), number + 1,
                         format_duration(least)));
    }
  }

  void check_whole() {
    const auto require_at_most = [&](Rule rule, int actual, std::optional<int> limit,
                                     const char* what) {
      if (!limit || actual <= *limit) return;
      report(rule, {legs_.front().flight, legs_.back().flight}, actual, *limit,
             fmt::format("{} {}, at most {}", actual, what, *limit));
    };
    require_at_most(Rule::kMaxDuties, static_cast<int>(duties_.size()), rules_.max_duties,
                    "duties");
    require_at_most(Rule::kMaxDays, departure_days(), rules_.max_days, "days with a departure");
    int landings = 0;
    Minutes flying;
    for (const Duty& duty : duties_) {
      landings += duty.operated_legs;
      flying += duty.flying;
    }
    require_at_most(Rule::kMaxLandings, landings, rules_.max_landings, "landings");
    if (rules_.max_flying && flying > *rules_.max_flying) {
      report(Rule::kMaxFlying, {legs_.front().flight, legs_.back().flight}, flying.count(),
             rules_.max_flying->count(),
             fmt::format("flying {}, at most {}", format_duration(flying),
                         format_duration(*rules_.max_flying)));
    }
  }

  int departure_days() const {
    std::set<Day> days;
    for (std::size_t i = 0; i < legs_.size(); ++i) {
      days.insert(local_time(schedule_.station(base_).zone, flight(i).departure).day);
    }
    return static_cast<int>(days.size());
  }

  const Schedule& schedule_;
  const WorkRules& rules_;
  StationId base_;
  std::span<const Leg> legs_;
  std::vector<Duty> duties_;
  std::vector<Violation> found_;
};

// Time of day of the report, on the clocks by which the tables are read.
Minutes reference_minute(const Schedule& schedule, const WorkRules& rules, StationId base,
                         StationId reporting_point, Instant report) {
  const schedule::TimeZone& home = schedule.station(base).zone;
  const schedule::TimeZone& here = schedule.station(reporting_point).zone;
  const Minutes ahead = here.offset_at(report) - home.offset_at(report);
  const bool use_here = rules.reference_clock == ReferenceClock::kReportingPoint &&
                        ahead <= kReferenceBand && -ahead <= kReferenceBand;
  return local_time(use_here ? here : home, report).minute_of_day;
}

bool is_acclimated(const Schedule& schedule, const WorkRules& rules, StationId base,
                   StationId reporting_point) {
  const auto& home = schedule.station(base).position;
  const auto& here = schedule.station(reporting_point).position;
  if (!rules.theater_longitude || !home || !here) return true;
  const double apart = std::abs(home->longitude - here->longitude);
  return std::min(apart, 360 - apart) <= *rules.theater_longitude;
}

}  // namespace

Minutes duty_period_limit(const Schedule& schedule, const WorkRules& rules, StationId base,
                          StationId reporting_point, Instant report, int operated_legs) {
  const Minutes limit = rules.duty_period_limits->limit(
      reference_minute(schedule, rules, base, reporting_point, report), operated_legs);
  return is_acclimated(schedule, rules, base, reporting_point)
             ? limit
             : limit - rules.unacclimated_reduction;
}

Minutes flight_time_limit(const Schedule& schedule, const WorkRules& rules, StationId base,
                          StationId reporting_point, Instant report) {
  return rules.flight_time_limits->limit(
      reference_minute(schedule, rules, base, reporting_point, report), 1);
}

std::vector<Violation> violations(const Schedule& schedule, const WorkRules& rules, StationId base,
                                  std::span<const Leg> legs, Extent extent) {
  return PairingCheck(schedule, rules, base, legs).run(extent);
}

bool is_legal(const Schedule& schedule, const WorkRules& rules, const Pairing& pairing) {
  return violations(schedule, rules, pairing.base, pairing.legs).empty();
}

std::string_view rule_name(Rule rule) {
  switch (rule) {
    case Rule::kNotEmpty:
      return "not_empty";
    case Rule::kKnownFlights:
      return "known_flights";
    case Rule::kBase:
      return "base";
    case Rule::kStartsAtBase:
      return "starts_at_base";
    case Rule::kEndsAtBase:
      return "ends_at_base";
    case Rule::kContinuity:
      return "continuity";
    case Rule::kOneFleet:
      return "one_fleet";
    case Rule::kMinConnection:
      return "min_connection";
    case Rule::kMaxSit:
      return "max_sit";
    case Rule::kMinRest:
      return "min_rest";
    case Rule::kRestAtBase:
      return "rest_at_base";
    case Rule::kMaxDutyFlying:
      return "max_duty_flying";
    case Rule::kMaxDutyLegs:
      return "max_duty_legs";
    case Rule::kMaxDutySpan:
      return "max_duty_span";
    case Rule::kDutyPeriodLimit:
      return "duty_period_limit";
    case Rule::kFlightTimeLimit:
      return "flight_time_limit";
    case Rule::kMaxDuties:
      return "max_duties";
    case Rule::kMaxDays:
      return "max_days";
    case Rule::kMaxLandings:
      return "max_landings";
    case Rule::kMaxFlying:
      return "max_flying";
    case Rule::kWithinPeriod:
      return "within_period";
    case Rule::kLockedConnection:
      return "locked_connection";
    case Rule::kForbiddenConnection:
      return "forbidden_connection";
    case Rule::kForbiddenPairing:
      return "forbidden_pairing";
    case Rule::kLockedPairing:
      return "locked_pairing";
    case Rule::kCoveredOnce:
      return "covered_once";
  }
  return "";
}

}  // namespace skein::pairing
