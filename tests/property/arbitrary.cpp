#include "property/arbitrary.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/calendar.h"

namespace skein::test {
namespace {

using pairing::Rules;
using pairing::WorkRules;

template <class T>
T draw(T least, T below) {
  return *rc::gen::inRange<T>(least, below);
}

bool coin() {
  return *rc::gen::arbitrary<bool>();
}

// A usable name: no spaces or control characters, but quotes, commas and letters beyond ASCII.
std::string draw_name() {
  const auto parts = *rc::gen::container<std::vector<std::string>>(
      rc::gen::element<std::string>("A", "B", "7", ",", "\"", "'", "/", "_", "\xC3\xA9", "=", "#"));
  std::string name = "N";
  for (const std::string& part : parts) {
    if (name.size() + part.size() <= 20) name += part;
  }
  return name;
}

Minutes draw_minutes(int least = 0, int below = 3000) {
  return Minutes(draw(least, below));
}

template <class T, class Draw>
std::optional<T> maybe(Draw draw_value) {
  if (!coin()) return std::nullopt;
  return draw_value();
}

// Whole and broken numbers, of any sign.
double draw_amount() {
  return draw(-100'000, 100'000) / static_cast<double>(draw(1, 1000));
}

pairing::LimitTable draw_limit_table() {
  std::vector<pairing::LimitTable::Row> rows;
  Minutes from(0);
  const int count = draw(1, 5);
  for (int i = 0; i < count; ++i) {
    std::vector<Minutes> limits;
    const int columns = draw(1, 9);
    for (int c = 0; c < columns; ++c) limits.push_back(draw_minutes());
    std::sort(limits.rbegin(), limits.rend());  // more flights never allow more
    rows.push_back({from, limits});
    from += draw_minutes(1, 280);
  }
  return pairing::LimitTable(rows);
}

WorkRules draw_work_rules() {
  const auto minutes = [] { return draw_minutes(); };
  const auto count = [] { return draw(0, 20); };
  WorkRules work;
  work.min_connection = draw_minutes();
  work.max_sit = maybe<Minutes>(minutes);
  work.min_rest = draw_minutes();
  work.min_rest_at_base = maybe<Minutes>(minutes);
  work.rest_covers_previous_duty = coin();
  work.rest_at_base_allowed = coin();
  work.briefing = draw_minutes();
  work.debriefing = draw_minutes();
  work.max_duty_flying = maybe<Minutes>(minutes);
  work.max_duty_legs = maybe<int>(count);
  work.max_duty_span = maybe<Minutes>(minutes);
  work.duty_period_limits = maybe<pairing::LimitTable>(draw_limit_table);
  work.flight_time_limits = maybe<pairing::LimitTable>(draw_limit_table);
  work.reference_clock =
      coin() ? pairing::ReferenceClock::kHomeBase : pairing::ReferenceClock::kReportingPoint;
  work.theater_longitude = maybe<double>(draw_amount);
  work.unacclimated_reduction = draw_minutes();
  work.max_duties = maybe<int>(count);
  work.max_days = maybe<int>(count);
  work.max_landings = maybe<int>(count);
  work.max_flying = maybe<Minutes>(minutes);
  for (int i = draw(0, 3); i > 0; --i) {
    work.accepted_connections.emplace_back(draw_name(), draw_name());
  }
  return work;
}

pairing::CostRules draw_cost_rules() {
  pairing::CostRules cost;
  Minutes from(0);
  for (int i = draw(0, 4); i > 0; --i) {
    from += draw_minutes(1, 500);
    cost.gap_pieces.push_back(
        {from, draw_minutes(), Cost(draw_amount()), HourlyRate(draw_amount())});
  }
  cost.deadhead = Cost(draw_amount());
  cost.deadhead_rate = HourlyRate(draw_amount());
  cost.deadhead_credit = draw_amount();
  cost.guaranteed_flying = draw_minutes();
  cost.guarantee_rate = HourlyRate(draw_amount());
  cost.aircraft_change = Cost(draw_amount());
  cost.aircraft_change_below = draw_minutes();
  cost.uncovered_flight = Cost(draw_amount());
  cost.base_excess_rate = HourlyRate(draw_amount());
  return cost;
}

Rules draw_rules() {
  Rules rules;
  rules.preset = *rc::gen::elementOf(pairing::preset_names());
  rules.work = draw_work_rules();
  rules.cost = draw_cost_rules();
  if (coin()) {
    const Day first = *parse_day("2008-01-01") + std::chrono::days(draw(0, 400));
    rules.period = pairing::PeriodDays{first, first + std::chrono::days(draw(0, 40))};
  }
  return rules;
}

schedule::Station draw_station(int number) {
  schedule::Station station;
  station.code = draw_name() + std::to_string(number);
  station.zone = schedule::TimeZone::named(*rc::gen::element<std::string>(
      "UTC", "America/New_York", "America/Indiana/Indianapolis", "Asia/Kathmandu"));
  if (coin()) {
    station.position =
        schedule::Position{draw(-90'000, 90'000) / 1001.0, draw(-180'000, 180'000) / 1001.0};
  }
  station.is_base = coin();
  station.crews = station.is_base ? draw(0, 1000) : 0;
  return station;
}

schedule::FlightRecord draw_flight(const std::vector<schedule::Station>& stations, int number) {
  schedule::FlightRecord flight;
  flight.number = draw_name();
  flight.id = draw_name() + "#" + std::to_string(number);
  flight.origin = (*rc::gen::elementOf(stations)).code;
  flight.destination = (*rc::gen::elementOf(stations)).code;
  flight.departure = *parse_instant("2008-01-01T00:00Z") + Minutes(draw(0, 44'640));
  flight.arrival = flight.departure + Minutes(draw(1, 1441));
  flight.fleet = draw_name();
  if (coin()) flight.tail = draw_name();
  return flight;
}

schedule::Schedule draw_schedule(const Rules& rules) {
  std::vector<schedule::Station> stations;
  for (int i = draw(1, 6); i > 0; --i) stations.push_back(draw_station(i));
  schedule::ScheduleBuilder builder;
  for (const schedule::Station& station : stations) builder.add_station(station);
  const bool own_ids = coin();
  for (int i = draw(0, 20); i > 0; --i) {
    schedule::FlightRecord flight = draw_flight(stations, i);
    if (!own_ids) {
      flight.number += "#" + std::to_string(i);  // so that the default ids differ
      flight.id.clear();
    }
    builder.add_flight(flight);
  }
  if (const auto period = plan::planning_period(rules)) builder.set_period(*period);
  return std::move(builder).build();
}

}  // namespace

rc::Gen<Rules> arbitrary_rules() {
  return rc::gen::exec(draw_rules);
}

rc::Gen<plan::Month> arbitrary_month() {
  return rc::gen::exec([] {
    plan::Month month;
    month.rules = draw_rules();
    month.schedule = draw_schedule(month.rules);
    return month;
  });
}

rc::Gen<plan::Plan> arbitrary_plan(const schedule::Schedule& schedule) {
  return rc::gen::exec([&schedule] {
    plan::Plan plan;
    for (int i = draw(0, 8); i > 0; --i) {
      plan::Pairing pairing{draw_name() + std::to_string(i),
                            StationId(draw<std::size_t>(0, schedule.stations().size())),
                            {}};
      for (int leg = draw(1, 8); leg > 0; --leg) {
        const bool known = !schedule.flights().empty() && draw(0, 10) > 0;
        if (!known) {
          plan.unknown_legs.push_back(
              {plan.pairings.size(), pairing.legs.size(), "GONE" + std::to_string(leg)});
        }
        pairing.legs.push_back(
            {known ? FlightId(draw<std::size_t>(0, schedule.flights().size())) : FlightId::none(),
             coin() ? pairing::Role::kOperate : pairing::Role::kDeadhead});
      }
      plan.pairings.push_back(pairing);
    }
    return plan;
  });
}

}  // namespace skein::test
