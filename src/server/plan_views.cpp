#include "server/plan_views.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "pairing/cost.h"
#include "pairing/duty.h"
#include "pairing/rules_toml.h"
#include "pairing/slack.h"

namespace skein::server {
namespace {

using pairing::Duty;
using plan::Leg;
using plan::Pairing;
using plan::Role;
using schedule::Flight;
using schedule::Schedule;

constexpr std::size_t kMostListed = 1000;  // violations, uncovered flights
constexpr std::size_t kMostCandidates = 60;
constexpr Minutes kLongestConnection = hours(30);

const char* role_name(Role role) {
  return role == Role::kOperate ? "operate" : "deadhead";
}

Json cost_json(const pairing::PairingCost& cost) {
  return {{"total", cost.total().amount()},
          {"gaps", cost.gaps.amount()},
          {"deadheads", cost.deadheads.amount()},
          {"guarantee", cost.guarantee.amount()},
          {"aircraft_changes", cost.aircraft_changes.amount()}};
}

Json cost_json(const plan::PlanCost& cost) {
  Json json = cost_json(cost.pairings);
  json["total"] = cost.total().amount();
  json["pairings"] = cost.pairings.total().amount();
  json["uncovered"] = cost.uncovered.amount();
  json["base_excess"] = cost.base_excess.amount();
  return json;
}

Json flight_json(const Schedule& schedule, FlightId id) {
  const Flight& flight = schedule.flight(id);
  const schedule::Station& origin = schedule.station(flight.origin);
  const schedule::Station& destination = schedule.station(flight.destination);
  const auto local = [](const schedule::Station& station, Instant instant) {
    const schedule::LocalTime time = schedule::local_time(station.zone, instant);
    return format_day(time.day) + " " + format_time_of_day(time.minute_of_day);
  };
  return {{"index", id.index()},
          {"id", flight.id},
          {"number", flight.number},
          {"origin", origin.code},
          {"destination", destination.code},
          {"departure_utc", format_instant(flight.departure)},
          {"arrival_utc", format_instant(flight.arrival)},
          {"departure_local", local(origin, flight.departure)},
          {"arrival_local", local(destination, flight.arrival)},
          {"minutes", flight.duration().count()},
          {"fleet", schedule.fleets()[flight.fleet]},
          {"tail", flight.tail.exists() ? Json(schedule.tails()[flight.tail]) : Json(nullptr)}};
}

Json violations_json(const Schedule& schedule, const std::vector<pairing::Violation>& list) {
  Json violations = Json::array();
  for (const pairing::Violation& violation : list) {
    Json flights = Json::array();
    for (const FlightId flight : violation.flights) {
      flights.push_back(schedule.flight(flight).id);
    }
    violations.push_back({{"rule", pairing::rule_name(violation.rule)},
                          {"detail", violation.detail},
                          {"actual", violation.actual},
                          {"limit", violation.limit},
                          {"flights", std::move(flights)}});
  }
  return violations;
}

Json bases_json(const LoadedPlan& loaded) {
  Json bases = Json::array();
  for (const plan::BaseBalance& balance : loaded.report.bases) {
    const schedule::Station& base = loaded.month.schedule.station(balance.base);
    std::size_t pairings = 0;
    for (const Pairing& pairing : loaded.plan.pairings) pairings += pairing.base == balance.base;
    bases.push_back({{"base", base.code},
                     {"crews", base.crews},
                     {"pairings", pairings},
                     {"credited_hours", balance.credited_hours},
                     {"target_hours", balance.target_hours},
                     {"excess_hours", balance.excess_hours()}});
  }
  return bases;
}

std::string route_of(const Schedule& schedule, const Pairing& pairing) {
  std::string route;
  for (const Leg& leg : plan::known_beginning(pairing)) {
    const Flight& flight = schedule.flight(leg.flight);
    if (route.empty()) route = schedule.station(flight.origin).code;
    route += '-' + schedule.station(flight.destination).code;
  }
  return route;
}

// The fleet of the first operated flight.
FleetId fleet_of(const Schedule& schedule, const Pairing& pairing) {
  for (const Leg& leg : plan::known_beginning(pairing)) {
    if (leg.role == Role::kOperate) return schedule.flight(leg.flight).fleet;
  }
  return FleetId::none();
}

Json row_json(const LoadedPlan& loaded, std::size_t k) {
  const Schedule& schedule = loaded.month.schedule;
  const Pairing& pairing = loaded.plan.pairings[k];
  const plan::PairingVerdict& verdict = loaded.report.pairings[k];
  const auto legs = plan::known_beginning(pairing);
  const FleetId fleet = fleet_of(schedule, pairing);
  Json row = {{"index", k},
              {"pairing", pairing.name},
              {"base", schedule.station(pairing.base).code},
              {"fleet", fleet.exists() ? Json(schedule.fleets()[fleet]) : Json(nullptr)},
              {"start_utc", nullptr},
              {"end_utc", nullptr},
              {"duties", verdict.duties},
              {"legs", pairing.legs.size()},
              {"deadheads", verdict.deadheads},
              {"route", route_of(schedule, pairing)},
              {"cost", verdict.cost.total().amount()},
              {"credited_hours", verdict.credited_hours},
              {"violations", verdict.violations.size()}};
  if (!legs.empty()) {
    row["start_utc"] = format_instant(schedule.flight(legs.front().flight).departure);
    row["end_utc"] = format_instant(schedule.flight(legs.back().flight).arrival);
  }
  return row;
}

class Chooser {
 public:
  Chooser(const LoadedPlan& loaded, const PairingFilter& filter)
      : loaded_(loaded), filter_(filter) {}

  bool takes(std::size_t k) const {
    const Schedule& schedule = loaded_.month.schedule;
    const Pairing& pairing = loaded_.plan.pairings[k];
    const plan::PairingVerdict& verdict = loaded_.report.pairings[k];
    const double cost = verdict.cost.total().amount();
    const FleetId fleet = fleet_of(schedule, pairing);
    if (!filter_.base.empty() && schedule.station(pairing.base).code != filter_.base) return false;
    if (!filter_.fleet.empty() && (!fleet.exists() || schedule.fleets()[fleet] != filter_.fleet)) {
      return false;
    }
    if (filter_.legal && *filter_.legal != verdict.violations.empty()) return false;
    if (filter_.least_cost && cost < *filter_.least_cost) return false;
    if (filter_.most_cost && cost > *filter_.most_cost) return false;
    if (filter_.day && !leaves_on(pairing, *filter_.day)) return false;
    return filter_.search.empty() || mentions(pairing);
  }

 private:
  bool leaves_on(const Pairing& pairing, Day day) const {
    const auto legs = plan::known_beginning(pairing);
    return std::any_of(legs.begin(), legs.end(), [&](const Leg& leg) {
      return day_of(loaded_.month.schedule.flight(leg.flight).departure) == day;
    });
  }

  bool mentions(const Pairing& pairing) const {
    const Schedule& schedule = loaded_.month.schedule;
    const auto has = [&](const std::string& text) {
      return text.find(filter_.search) != std::string::npos;
    };
    if (has(pairing.name)) return true;
    const auto legs = plan::known_beginning(pairing);
    return std::any_of(legs.begin(), legs.end(), [&](const Leg& leg) {
      const Flight& flight = schedule.flight(leg.flight);
      return has(flight.number) || has(flight.id) || has(schedule.station(flight.origin).code) ||
             has(schedule.station(flight.destination).code);
    });
  }

  const LoadedPlan& loaded_;
  const PairingFilter& filter_;
};

// One leg with what it and the gap behind it cost.
Json leg_json(const LoadedPlan& loaded, std::span<const Leg> legs, std::size_t i) {
  const Schedule& schedule = loaded.month.schedule;
  const pairing::CostRules& rules = loaded.month.rules.cost;
  const Flight& flight = schedule.flight(legs[i].flight);
  Json json = flight_json(schedule, legs[i].flight);
  json["role"] = role_name(legs[i].role);
  json["deadhead_cost"] = legs[i].role == Role::kDeadhead
                              ? pairing::deadhead_cost(rules, flight.duration()).amount()
                              : 0.0;
  json["gap_minutes"] = nullptr;
  json["gap_cost"] = 0.0;
  json["aircraft_change_cost"] = 0.0;
  if (i + 1 == legs.size()) return json;
  const Minutes gap = pairing::gap_between(schedule, legs[i], legs[i + 1]);
  json["gap_minutes"] = gap.count();
  json["gap_cost"] = pairing::gap_cost(rules, gap).amount();
  json["aircraft_change_cost"] =
      pairing::aircraft_change_cost(rules, flight, schedule.flight(legs[i + 1].flight), gap)
          .amount();
  return json;
}

Json duties_json(const LoadedPlan& loaded, std::span<const Leg> legs) {
  Json duties = Json::array();
  for (const Duty& duty :
       pairing::split_into_duties(loaded.month.schedule, loaded.month.rules.work, legs)) {
    Json list = Json::array();
    for (std::size_t i = duty.begin; i < duty.end; ++i) list.push_back(leg_json(loaded, legs, i));
    duties.push_back(
        {{"report_utc", format_instant(duty.report)},
         {"release_utc", format_instant(duty.release)},
         {"span_minutes", duty.span().count()},
         {"flying_minutes", duty.flying.count()},
         {"guarantee_cost", pairing::guarantee_cost(loaded.month.rules.cost, duty.flying).amount()},
         {"legs", std::move(list)}});
  }
  return duties;
}

Json slacks_json(const LoadedPlan& loaded, const Pairing& pairing) {
  Json list = Json::array();
  for (const pairing::Slack& slack :
       pairing::slacks(loaded.month.schedule, loaded.month.rules.work, pairing.base,
                       plan::known_beginning(pairing))) {
    Json flights = Json::array();
    for (const FlightId flight : slack.flights) {
      flights.push_back(loaded.month.schedule.flight(flight).id);
    }
    list.push_back({{"rule", pairing::rule_name(slack.rule)},
                    {"actual", slack.actual},
                    {"limit", slack.limit},
                    {"at_least", slack.at_least},
                    {"unit", slack.in_minutes ? "minutes" : "count"},
                    {"room", slack.room()},
                    {"flights", std::move(flights)}});
  }
  return list;
}

// Neighbours of a flight within the pairings that operate it.
Json uses_json(const LoadedPlan& loaded, FlightId flight, const std::vector<std::size_t>& pairings,
               Role role) {
  const Schedule& schedule = loaded.month.schedule;
  Json uses = Json::array();
  for (const std::size_t k : pairings) {
    const auto& legs = loaded.plan.pairings[k].legs;
    const auto name = [&](std::size_t i) {
      return legs[i].flight.exists() ? Json(schedule.flight(legs[i].flight).id) : Json(nullptr);
    };
    for (std::size_t i = 0; i < legs.size(); ++i) {
      if (legs[i].flight != flight || legs[i].role != role) continue;
      uses.push_back({{"pairing", loaded.plan.pairings[k].name},
                      {"index", k},
                      {"role", role_name(role)},
                      {"before", i > 0 ? name(i - 1) : Json(nullptr)},
                      {"after", i + 1 < legs.size() ? name(i + 1) : Json(nullptr)}});
    }
  }
  return uses;
}

// Flights that leave from where this one lands, while a crew could still wait for them.
Json candidates_json(const LoadedPlan& loaded, FlightId id) {
  const Schedule& schedule = loaded.month.schedule;
  const Flight& flight = schedule.flight(id);
  const auto& flights = schedule.flights().items();
  auto next = std::lower_bound(
      flights.begin(), flights.end(), flight.arrival,
      [](const Flight& other, Instant arrival) { return other.departure < arrival; });
  Json list = Json::array();
  for (; next != flights.end() && next->departure - flight.arrival <= kLongestConnection; ++next) {
    if (next->origin != flight.destination || next->fleet != flight.fleet) continue;
    if (list.size() == kMostCandidates) break;
    const FlightId other(static_cast<std::size_t>(next - flights.begin()));
    const Minutes gap = next->departure - flight.arrival;
    Json entry = flight_json(schedule, other);
    entry["gap_minutes"] = gap.count();
    entry["gap_cost"] = pairing::gap_cost(loaded.month.rules.cost, gap).amount();
    entry["rest"] = pairing::is_rest(loaded.month.rules.work, gap);
    entry["long_enough"] = gap >= loaded.month.rules.work.min_connection;
    entry["operated_by"] = Json::array();
    for (const std::size_t k : loaded.uses[other].operated_by) {
      entry["operated_by"].push_back(loaded.plan.pairings[k].name);
    }
    list.push_back(std::move(entry));
  }
  return list;
}

// A pairing by what it does, not by its name.
using PairingKey = std::pair<std::size_t, std::vector<std::pair<std::size_t, int>>>;

PairingKey key_of(const Pairing& pairing) {
  PairingKey key{pairing.base.index(), {}};
  for (const Leg& leg : pairing.legs) {
    key.second.emplace_back(leg.flight.index(), static_cast<int>(leg.role));
  }
  return key;
}

std::set<std::pair<FlightId, FlightId>> connections_of(const plan::Plan& plan) {
  std::set<std::pair<FlightId, FlightId>> connections;
  for (const Pairing& pairing : plan.pairings) {
    for (std::size_t i = 0; i + 1 < pairing.legs.size(); ++i) {
      connections.emplace(pairing.legs[i].flight, pairing.legs[i + 1].flight);
    }
  }
  return connections;
}

// The pairings that the other plan does not have, the dearest first.
Json only_here(const LoadedPlan& here, const LoadedPlan& there, std::size_t& count) {
  std::multiset<PairingKey> others;
  for (const Pairing& pairing : there.plan.pairings) others.insert(key_of(pairing));
  std::vector<std::size_t> own;
  for (std::size_t k = 0; k < here.plan.pairings.size(); ++k) {
    const auto found = others.find(key_of(here.plan.pairings[k]));
    if (found == others.end()) {
      own.push_back(k);
    } else {
      others.erase(found);
    }
  }
  count = own.size();
  std::stable_sort(own.begin(), own.end(), [&](std::size_t a, std::size_t b) {
    return here.report.pairings[a].cost.total() > here.report.pairings[b].cost.total();
  });
  Json list = Json::array();
  for (const std::size_t k : own) {
    if (list.size() == kMostListed) break;
    list.push_back(row_json(here, k));
  }
  return list;
}

Json rule_changes_json(const LoadedPlan& before, const LoadedPlan& after) {
  Json list = Json::array();
  for (const pairing::RuleChange& change :
       pairing::rule_changes(before.month.rules, after.month.rules)) {
    list.push_back({{"rule", change.key}, {"before", change.before}, {"after", change.now}});
  }
  return list;
}

Json side_json(const LoadedPlan& loaded) {
  return {{"name", loaded.name},
          {"pairings", loaded.plan.pairings.size()},
          {"duties", loaded.report.duties},
          {"deadheads", loaded.report.deadheads},
          {"uncovered", loaded.report.uncovered.size()},
          {"violations", loaded.report.violations()},
          {"cost", cost_json(loaded.report.cost)},
          {"bases", bases_json(loaded)}};
}

}  // namespace

Json overview_view(const LoadedPlan& loaded) {
  const Schedule& schedule = loaded.month.schedule;
  const plan::CheckReport& report = loaded.report;
  const double total = report.cost.total().amount();
  Json uncovered = Json::array();
  for (const FlightId flight : report.uncovered) {
    if (uncovered.size() == kMostListed) break;
    uncovered.push_back(flight_json(schedule, flight));
  }
  Json fleets = Json::array();
  for (const std::string& fleet : schedule.fleets()) fleets.push_back(fleet);
  return {{"name", loaded.name},
          {"rules", loaded.month.rules.preset},
          {"period_begin", format_instant(schedule.period().begin)},
          {"period_end", format_instant(schedule.period().end)},
          {"flights", report.flights},
          {"covered", report.covered()},
          {"uncovered", report.uncovered.size()},
          {"over_covered", report.over_covered.size()},
          {"pairings", loaded.plan.pairings.size()},
          {"duties", report.duties},
          {"deadheads", report.deadheads},
          {"legal", report.legal()},
          {"violations", report.violations()},
          {"violations_by_rule", report.violations_by_rule()},
          {"cost", cost_json(report.cost)},
          {"bound", loaded.bound ? Json(loaded.bound->value) : Json(nullptr)},
          {"gap",
           loaded.bound && total > 0 ? Json((total - loaded.bound->value) / total) : Json(nullptr)},
          {"bases", bases_json(loaded)},
          {"fleets", std::move(fleets)},
          {"uncovered_flights", std::move(uncovered)}};
}

Json pairings_view(const LoadedPlan& loaded, const PairingFilter& filter) {
  const Chooser chooser(loaded, filter);
  std::size_t total = 0;
  Json items = Json::array();
  for (std::size_t k = 0; k < loaded.plan.pairings.size(); ++k) {
    if (!chooser.takes(k)) continue;
    if (total >= filter.offset && items.size() < filter.limit) items.push_back(row_json(loaded, k));
    ++total;
  }
  return {{"total", total}, {"offset", filter.offset}, {"items", std::move(items)}};
}

Json gantt_view(const LoadedPlan& loaded) {
  const Schedule& schedule = loaded.month.schedule;
  const Instant begin = schedule.period().begin;
  Json stations = Json::array();
  for (const schedule::Station& station : schedule.stations()) stations.push_back(station.code);
  Json fleets = Json::array();
  for (const std::string& fleet : schedule.fleets()) fleets.push_back(fleet);
  Json rows = Json::array();
  for (std::size_t k = 0; k < loaded.plan.pairings.size(); ++k) {
    const Pairing& pairing = loaded.plan.pairings[k];
    const plan::PairingVerdict& verdict = loaded.report.pairings[k];
    const FleetId fleet = fleet_of(schedule, pairing);
    Json legs = Json::array();
    for (const Leg& leg : plan::known_beginning(pairing)) {
      const Flight& flight = schedule.flight(leg.flight);
      legs.push_back({leg.flight.index(), leg.role == Role::kDeadhead ? 1 : 0,
                      (flight.departure - begin).count(), (flight.arrival - begin).count(),
                      flight.origin.index(), flight.destination.index(), flight.number});
    }
    rows.push_back({pairing.name, pairing.base.index(),
                    fleet.exists() ? Json(fleet.index()) : Json(nullptr),
                    verdict.cost.total().amount(), verdict.violations.size(), std::move(legs)});
  }
  return {{"begin_utc", format_instant(begin)},
          {"minutes", (schedule.period().end - begin).count()},
          {"stations", std::move(stations)},
          {"fleets", std::move(fleets)},
          {"columns", {"pairing", "base", "fleet", "cost", "violations", "legs"}},
          {"leg_columns",
           {"flight", "deadhead", "departure", "arrival", "origin", "destination", "number"}},
          {"pairings", std::move(rows)}};
}

Json pairing_view(const LoadedPlan& loaded, std::size_t k) {
  const Pairing& pairing = loaded.plan.pairings[k];
  const plan::PairingVerdict& verdict = loaded.report.pairings[k];
  Json json = row_json(loaded, k);
  json["cost"] = cost_json(verdict.cost);
  json["violations"] = violations_json(loaded.month.schedule, verdict.violations);
  json["rules"] = slacks_json(loaded, pairing);
  json["duties"] = duties_json(loaded, plan::known_beginning(pairing));
  json["unknown_flights"] = Json::array();
  for (const plan::UnknownLeg& leg : loaded.plan.unknown_legs) {
    if (leg.pairing == k) json["unknown_flights"].push_back(leg.flight);
  }
  return json;
}

Json flight_view(const LoadedPlan& loaded, FlightId flight) {
  const FlightUse& use = loaded.uses[flight];
  Json uses = uses_json(loaded, flight, use.operated_by, Role::kOperate);
  for (Json& ride : uses_json(loaded, flight, use.ridden_by, Role::kDeadhead)) {
    uses.push_back(std::move(ride));
  }
  return {{"flight", flight_json(loaded.month.schedule, flight)},
          {"covered", !use.operated_by.empty()},
          {"uses", std::move(uses)},
          {"candidates", candidates_json(loaded, flight)}};
}

Json map_view(const LoadedPlan& loaded) {
  const Schedule& schedule = loaded.month.schedule;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> routes;
  std::map<std::size_t, std::size_t> departures;
  for (const Flight& flight : schedule.flights()) {
    ++routes[{flight.origin.index(), flight.destination.index()}];
    ++departures[flight.origin.index()];
  }
  Json stations = Json::array();
  for (const StationId id : schedule.station_ids()) {
    const schedule::Station& station = schedule.station(id);
    stations.push_back(
        {{"code", station.code},
         {"latitude", station.position ? Json(station.position->latitude) : Json(nullptr)},
         {"longitude", station.position ? Json(station.position->longitude) : Json(nullptr)},
         {"base", station.is_base},
         {"departures", departures[id.index()]}});
  }
  Json lines = Json::array();
  for (const auto& [ends, flights] : routes) lines.push_back({ends.first, ends.second, flights});
  return {{"stations", std::move(stations)}, {"routes", std::move(lines)}};
}

Json comparison_view(const LoadedPlan& before, const LoadedPlan& after) {
  const Json a = side_json(before);
  const Json b = side_json(after);
  Json difference;
  for (const auto& [part, amount] : b["cost"].items()) {
    difference[part] = amount.get<double>() - a["cost"][part].get<double>();
  }
  const auto connections_before = connections_of(before.plan);
  const auto connections_after = connections_of(after.plan);
  std::size_t kept = 0;
  for (const auto& connection : connections_after) kept += connections_before.contains(connection);
  std::size_t gone_count = 0;
  std::size_t new_count = 0;
  Json gone = only_here(before, after, gone_count);
  Json added = only_here(after, before, new_count);
  return {{"before", a},
          {"after", b},
          {"cost_difference", std::move(difference)},
          {"same_pairings", after.plan.pairings.size() - new_count},
          {"only_before", gone_count},
          {"only_after", new_count},
          {"connections_before", connections_before.size()},
          {"connections_after", connections_after.size()},
          {"connections_kept", kept},
          {"rule_changes", rule_changes_json(before, after)},
          {"pairings_before", std::move(gone)},
          {"pairings_after", std::move(added)}};
}

}  // namespace skein::server
