#include "diagnosis/travel_rules.h"

#include "pairing/cost.h"

namespace skein::diagnosis {
namespace {

using pairing::Rules;
using pairing::WorkRules;
using schedule::Schedule;

// Without the limits that are tested here.
WorkRules tables_of(WorkRules rules) {
  rules.max_duty_flying.reset();
  rules.max_duty_legs.reset();
  rules.max_duty_span.reset();
  return rules;
}

Rules connection_rules_of(Rules rules, std::optional<Change> relaxed) {
  if (relaxed == Change::kMinConnection) rules.work.min_connection = Minutes(0);
  // A gap that is too long for a sit may be a rest when the least rest is shorter.
  if (relaxed == Change::kMaxSit || relaxed == Change::kMinRest) rules.work.max_sit.reset();
  return rules;
}

// From which on a longer gap never costs less: then a crew that waits less is no worse off.
Minutes rising_gap(const pricing::Connections& connections) {
  if (connections.flights() == 0) return Minutes(0);
  const Instant first = connections.times(FlightId(0)).departure;
  Minutes gap = connections.times(FlightId(connections.flights() - 1)).departure - first;
  while (gap > Minutes(0) && connections.gap_cost(gap - Minutes(1)) <= connections.gap_cost(gap)) {
    gap -= Minutes(1);
  }
  return gap;
}

int count(const std::optional<Minutes>& limit, int otherwise) {
  return limit ? limit->count() : otherwise;
}

}  // namespace

Crews::Crews(const Schedule& schedule, const WorkRules& rules, StationId home)
    : base(home), starts(schedule, tables_of(rules), home) {}

TravelRules::TravelRules(const Schedule& schedule, const Rules& rules,
                         std::optional<Change> relaxed)
    : schedule_(schedule),
      rules_(rules),
      relaxed_(relaxed),
      most_excess_(relaxed ? most_excess(rules.work, *relaxed) : 0),
      connection_rules_(connection_rules_of(rules, relaxed)),
      connections_(schedule, connection_rules_),
      accepted_(schedule, rules.work) {
  settled_gap_ = std::max(connections_.least_rest_gap(), rising_gap(connections_));
  for (const schedule::Flight& flight : schedule.flights()) {
    ride_costs_.push_back(pairing::deadhead_cost(rules.cost, flight.duration()).amount());
  }
}

int TravelRules::connection_need(FlightId flight, FlightId next) const {
  const Minutes gap = times(next).departure - times(flight).arrival;
  if (gap >= work().min_connection || accepted_.contain(flight, next)) return 0;
  return need(Change::kMinConnection, (work().min_connection - gap).count());
}

int TravelRules::sit_need(Minutes gap) const {
  return work().max_sit ? need(Change::kMaxSit, (gap - *work().max_sit).count()) : 0;
}

int TravelRules::rest_need(Minutes rest) const {
  return need(Change::kMinRest, (work().min_rest - rest).count());
}

int TravelRules::cover_need(Minutes duty_span, Minutes rest) const {
  const bool covers = !work().rest_covers_previous_duty || rest >= duty_span;
  return need(Change::kRestCoversDuty, covers ? 0 : 1);
}

int TravelRules::span_need(Minutes duty_span) const {
  if (!work().max_duty_span) return 0;
  return need(Change::kMaxDutySpan, (duty_span - *work().max_duty_span).count());
}

int TravelRules::duties_need(int duties) const {
  return work().max_duties ? need(Change::kMaxDuties, duties - *work().max_duties) : 0;
}

int TravelRules::days_need(int days) const {
  return work().max_days ? need(Change::kMaxDays, days - *work().max_days) : 0;
}

int TravelRules::operating_need(const Crews& crews, FlightId first, FlightId flight,
                                std::optional<Change> relaxed) const {
  const int most = relaxed ? most_excess(work(), *relaxed) : 0;
  const pricing::DutyLimits limits = crews.starts.limits(first);
  const pricing::LegTimes& leg = times(flight);
  const int flying = leg.duration().count();
  const auto test = [&](Change rule, int excess) { return need(rule, excess, relaxed, most); };
  return std::max(
      {test(Change::kMaxDutyFlying, flying - count(work().max_duty_flying, flying)),
       test(Change::kMaxDutyLegs, 1 - work().max_duty_legs.value_or(1)),
       test(Change::kDutyPeriods, (leg.arrival - limits.latest_operated.front()).count()),
       test(Change::kFlightTimes, flying - limits.flying.count()),
       test(Change::kMaxLandings, 1 - work().max_landings.value_or(1)),
       test(Change::kMaxFlying, flying - count(work().max_flying, flying))});
}

Instant TravelRules::carry_in_until() const {
  return std::max(schedule_.period().begin, times(FlightId(0)).departure) + kCarryWindow;
}

Instant TravelRules::carry_out_from() const {
  const Instant last = times(FlightId(connections_.flights() - 1)).departure;
  return std::min(schedule_.period().end, last) - kCarryWindow;
}

}  // namespace skein::diagnosis
