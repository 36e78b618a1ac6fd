// The checker finds each kind of violation when one is injected into a legal plan: the legal plan
// is a greedy one of a random airline, the broken thing is chosen at random, and the checker must
// name the rule, at that pairing, and nothing at all before the injection.
#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "generator/airline.h"
#include "plan/checker.h"
#include "plan/pairings_csv.h"
#include "seeding/greedy.h"

namespace skein {
namespace {

using pairing::Duty;
using pairing::Leg;
using pairing::Pairing;
using pairing::Role;
using pairing::Rule;
using plan::Plan;
using schedule::Flight;
using schedule::FlightRecord;
using schedule::Schedule;

struct Case {
  Schedule schedule;
  pairing::Rules rules;
  Plan plan;
};

Case make_legal_case(std::uint64_t seed) {
  generator::AirlineOptions options;
  options.flights = 1'200;
  options.seed = seed;
  plan::Month month = std::move(generator::generate_airline(options).front().month);
  seeding::GreedyOptions greedy;
  greedy.max_rounds = 1;
  Plan plan = seeding::plan_greedily(month.schedule, month.rules, greedy).plan;
  return {std::move(month.schedule), month.rules, std::move(plan)};
}

// One of a few airlines, each made once.
Case legal_case() {
  static std::map<std::uint64_t, Case> made;
  const auto seed = *rc::gen::inRange<std::uint64_t>(1, 6);
  const auto found = made.find(seed);
  if (found != made.end()) return found->second;
  return made.emplace(seed, make_legal_case(seed)).first->second;
}

bool finds(const Case& broken, Rule rule, std::size_t pairing) {
  const plan::CheckReport report = plan::check(broken.schedule, broken.rules, broken.plan);
  const auto& found = report.pairings[pairing].violations;
  return std::any_of(found.begin(), found.end(),
                     [&](const auto& violation) { return violation.rule == rule; });
}

std::size_t draw_pairing(const Plan& plan, const std::function<bool(const Pairing&)>& suits) {
  std::vector<std::size_t> suitable;
  for (std::size_t i = 0; i < plan.pairings.size(); ++i) {
    if (suits(plan.pairings[i])) suitable.push_back(i);
  }
  RC_PRE(!suitable.empty());
  return *rc::gen::elementOf(suitable);
}

bool any(const Pairing& /*pairing*/) {
  return true;
}

// Breaks a legal case in one way; the given rule must then be found at the returned pairing.
void expect_found(Rule rule, const std::function<std::size_t(Case&)>& inject) {
  EXPECT_TRUE(rc::check([&] {
    Case example = legal_case();
    RC_ASSERT(plan::check(example.schedule, example.rules, example.plan).legal());
    RC_ASSERT(!example.plan.pairings.empty());
    const std::size_t pairing = inject(example);
    RC_ASSERT(finds(example, rule, pairing));
  })) << pairing::rule_name(rule);
}

// Builds the schedule again, with flights or the period changed. Flights may change their order, so
// the plan is carried over by id.
void rebuild(Case& example, const std::function<void(FlightRecord&)>& edit,
             const schedule::PlanningPeriod& period) {
  schedule::ScheduleBuilder builder;
  for (const auto& station : example.schedule.stations()) builder.add_station(station);
  for (const Flight& flight : example.schedule.flights()) {
    FlightRecord record{flight.id,
                        flight.number,
                        example.schedule.station(flight.origin).code,
                        example.schedule.station(flight.destination).code,
                        flight.departure,
                        flight.arrival,
                        example.schedule.fleets()[flight.fleet],
                        ""};
    edit(record);
    builder.add_flight(record);
  }
  builder.set_period(period);
  const std::string plan = plan::pairings_csv(example.schedule, example.rules.work, example.plan);
  example.schedule = std::move(builder).build();
  example.plan = plan::read_pairings(LineReader::from_text(plan, "plan"), example.schedule);
}

void edit_flight(Case& example, FlightId flight, const std::function<void(FlightRecord&)>& edit) {
  const std::string id = example.schedule.flight(flight).id;
  const auto edit_that_one = [&](FlightRecord& record) {
    if (record.id == id) edit(record);
  };
  rebuild(example, edit_that_one, example.schedule.period());
}

// Draws a pairing and a duty of it.
struct DrawnDuty {
  std::size_t pairing;
  Duty duty;
};
DrawnDuty draw_duty(const Case& example) {
  const std::size_t pairing = draw_pairing(example.plan, any);
  return {pairing, *rc::gen::elementOf(pairing::split_into_duties(
                       example.schedule, example.rules.work, example.plan.pairings[pairing].legs))};
}

Minutes gap_after(const Case& example, std::size_t pairing, std::size_t leg) {
  const auto& legs = example.plan.pairings[pairing].legs;
  return example.schedule.flight(legs[leg + 1].flight).departure -
         example.schedule.flight(legs[leg].flight).arrival;
}

bool has_several_duties(const Case& example, const Pairing& pairing) {
  return pairing::split_into_duties(example.schedule, example.rules.work, pairing.legs).size() > 1;
}

TEST(Injection, MissingFirstLeg) {
  expect_found(Rule::kStartsAtBase, [](Case& example) {
    const std::size_t p = draw_pairing(example.plan, [&](const Pairing& pairing) {
      return pairing.legs.size() > 1 &&
             example.schedule.flight(pairing.legs[1].flight).origin != pairing.base;
    });
    example.plan.pairings[p].legs.erase(example.plan.pairings[p].legs.begin());
    return p;
  });
}

TEST(Injection, MissingLastLeg) {
  expect_found(Rule::kEndsAtBase, [](Case& example) {
    const std::size_t p = draw_pairing(example.plan, [&](const Pairing& pairing) {
      const std::size_t size = pairing.legs.size();
      return size > 1 &&
             example.schedule.flight(pairing.legs[size - 2].flight).destination != pairing.base;
    });
    example.plan.pairings[p].legs.pop_back();
    return p;
  });
}

TEST(Injection, MissingMiddleLeg) {
  expect_found(Rule::kContinuity, [](Case& example) {
    const std::size_t p =
        draw_pairing(example.plan, [](const Pairing& pairing) { return pairing.legs.size() > 2; });
    auto& legs = example.plan.pairings[p].legs;
    legs.erase(legs.begin() +
               *rc::gen::inRange<std::ptrdiff_t>(1, static_cast<std::ptrdiff_t>(legs.size()) - 1));
    return p;
  });
}

TEST(Injection, AllLegsMissing) {
  expect_found(Rule::kNotEmpty, [](Case& example) {
    const std::size_t p = draw_pairing(example.plan, any);
    example.plan.pairings[p].legs.clear();
    return p;
  });
}

TEST(Injection, UnknownFlight) {
  expect_found(Rule::kKnownFlights, [](Case& example) {
    const std::size_t p = draw_pairing(example.plan, any);
    auto& legs = example.plan.pairings[p].legs;
    const auto leg = *rc::gen::inRange<std::size_t>(0, legs.size());
    legs[leg].flight = FlightId::none();
    example.plan.unknown_legs.push_back({p, leg, "GONE"});
    return p;
  });
}

TEST(Injection, ABaseThatIsNone) {
  expect_found(Rule::kBase, [](Case& example) {
    const std::size_t p = draw_pairing(example.plan, any);
    std::vector<StationId> stations;
    for (StationId station : example.schedule.station_ids()) {
      if (!example.schedule.station(station).is_base) stations.push_back(station);
    }
    example.plan.pairings[p].base = *rc::gen::elementOf(stations);
    return p;
  });
}

TEST(Injection, AnotherFleet) {
  expect_found(Rule::kOneFleet, [](Case& example) {
    const std::size_t p = draw_pairing(example.plan, [](const Pairing& pairing) {
      return std::count_if(pairing.legs.begin(), pairing.legs.end(),
                           [](const Leg& leg) { return leg.role == Role::kOperate; }) > 1;
    });
    std::vector<FlightId> operated;
    for (const Leg& leg : example.plan.pairings[p].legs) {
      if (leg.role == Role::kOperate) operated.push_back(leg.flight);
    }
    edit_flight(example, *rc::gen::elementOf(operated),
                [](FlightRecord& record) { record.fleet = "ANOTHER"; });
    return p;
  });
}

TEST(Injection, ALateArrival) {
  expect_found(Rule::kMinConnection, [](Case& example) {
    const std::size_t p =
        draw_pairing(example.plan, [](const Pairing& pairing) { return pairing.legs.size() > 1; });
    const auto& legs = example.plan.pairings[p].legs;
    const auto leg = *rc::gen::inRange<std::size_t>(0, legs.size() - 1);
    const Minutes gap = gap_after(example, p, leg);
    RC_PRE(gap < Minutes(600));
    const Minutes left(*rc::gen::inRange(0, 30));
    edit_flight(example, legs[leg].flight,
                [&](FlightRecord& record) { record.arrival = record.arrival + (gap - left); });
    return p;
  });
}

TEST(Injection, ATighterSit) {
  expect_found(Rule::kMaxSit, [](Case& example) {
    const std::size_t p =
        draw_pairing(example.plan, [](const Pairing& pairing) { return pairing.legs.size() > 1; });
    const auto leg = *rc::gen::inRange<std::size_t>(0, example.plan.pairings[p].legs.size() - 1);
    const Minutes gap = gap_after(example, p, leg);
    RC_PRE(gap < example.rules.work.min_rest);
    example.rules.work.max_sit = gap - Minutes(1);
    return p;
  });
}

TEST(Injection, TighterDutyLimits) {
  expect_found(Rule::kMaxDutyFlying, [](Case& example) {
    const auto [p, duty] = draw_duty(example);
    RC_PRE(duty.flying > Minutes(0));
    example.rules.work.max_duty_flying = duty.flying - Minutes(1);
    return p;
  });
  expect_found(Rule::kMaxDutyLegs, [](Case& example) {
    const auto [p, duty] = draw_duty(example);
    RC_PRE(duty.operated_legs > 0);
    example.rules.work.max_duty_legs = duty.operated_legs - 1;
    return p;
  });
  expect_found(Rule::kMaxDutySpan, [](Case& example) {
    const auto [p, duty] = draw_duty(example);
    example.rules.work.max_duty_span = duty.span() - Minutes(1);
    return p;
  });
  expect_found(Rule::kDutyPeriodLimit, [](Case& example) {
    const auto [p, duty] = draw_duty(example);
    RC_PRE(duty.operated_legs > 0);
    example.rules.work.duty_period_limits =
        pairing::LimitTable({{Minutes(0), {duty.duty_period() - Minutes(1)}}});
    return p;
  });
  expect_found(Rule::kFlightTimeLimit, [](Case& example) {
    const auto [p, duty] = draw_duty(example);
    RC_PRE(duty.operated_legs > 0);
    example.rules.work.flight_time_limits =
        pairing::LimitTable({{Minutes(0), {duty.flying - Minutes(1)}}});
    return p;
  });
}

TEST(Injection, TighterRests) {
  expect_found(Rule::kMinRest, [](Case& example) {
    const std::size_t p = draw_pairing(
        example.plan, [&](const Pairing& pairing) { return has_several_duties(example, pairing); });
    const auto duties = pairing::split_into_duties(example.schedule, example.rules.work,
                                                   example.plan.pairings[p].legs);
    const Minutes rest = duties[1].report - duties[0].release;
    // The duty before the rest is made as long as the rest by counting a long briefing into it.
    example.rules.work.rest_covers_previous_duty = true;
    example.rules.work.min_rest = Minutes(1);
    example.rules.work.debriefing = Minutes(rest.count() / 2 + 1);
    return p;
  });
  expect_found(Rule::kRestAtBase, [](Case& example) {
    // Two pairings of one base, a rest apart, are written as one.
    example.rules.work.max_duties.reset();
    example.rules.work.max_days.reset();
    const std::size_t p = draw_pairing(example.plan, any);
    Pairing& first = example.plan.pairings[p];
    const Instant home = example.schedule.flight(first.legs.back().flight).arrival;
    const auto next = std::find_if(
        example.plan.pairings.begin(), example.plan.pairings.end(), [&](const Pairing& other) {
          return other.base == first.base &&
                 example.schedule.flight(other.legs.front().flight).departure >=
                     home + example.rules.work.min_rest;
        });
    RC_PRE(next != example.plan.pairings.end());
    first.legs.insert(first.legs.end(), next->legs.begin(), next->legs.end());
    return p;
  });
}

TEST(Injection, TighterPairingLimits) {
  const auto count_operated = [](const Pairing& pairing) {
    return static_cast<int>(
        std::count_if(pairing.legs.begin(), pairing.legs.end(),
                      [](const Leg& leg) { return leg.role == Role::kOperate; }));
  };
  expect_found(Rule::kMaxDuties, [](Case& example) {
    const std::size_t p = draw_pairing(
        example.plan, [&](const Pairing& pairing) { return has_several_duties(example, pairing); });
    example.rules.work.max_duties = 1;
    return p;
  });
  expect_found(Rule::kMaxDays, [](Case& example) {
    example.rules.work.max_days = 0;
    return draw_pairing(example.plan, any);
  });
  expect_found(Rule::kMaxLandings, [&](Case& example) {
    const std::size_t p = draw_pairing(example.plan, any);
    example.rules.work.max_landings = count_operated(example.plan.pairings[p]) - 1;
    return p;
  });
  expect_found(Rule::kMaxFlying, [](Case& example) {
    const std::size_t p = draw_pairing(example.plan, any);
    Minutes flying;
    for (const Leg& leg : example.plan.pairings[p].legs) {
      if (leg.role == Role::kOperate) flying += example.schedule.flight(leg.flight).duration();
    }
    example.rules.work.max_flying = flying - Minutes(1);
    return p;
  });
}

TEST(Injection, AnEarlyStart) {
  expect_found(Rule::kWithinPeriod, [](Case& example) {
    const std::size_t p = draw_pairing(example.plan, any);
    const Instant start =
        example.schedule.flight(example.plan.pairings[p].legs.front().flight).departure;
    rebuild(example, [](FlightRecord&) {}, {start + Minutes(1), example.schedule.period().end});
    return p;
  });
}

TEST(Injection, FlightsThatAreFlownTwiceOrNotAtAll) {
  EXPECT_TRUE(rc::check([] {
    Case example = legal_case();
    const std::size_t before =
        plan::check(example.schedule, example.rules, example.plan).uncovered.size();
    const std::size_t p = draw_pairing(example.plan, any);
    const auto operated = static_cast<std::size_t>(
        std::count_if(example.plan.pairings[p].legs.begin(), example.plan.pairings[p].legs.end(),
                      [](const Leg& leg) { return leg.role == Role::kOperate; }));

    Case twice = example;
    twice.plan.pairings.push_back(twice.plan.pairings[p]);
    const plan::CheckReport again = plan::check(twice.schedule, twice.rules, twice.plan);
    RC_ASSERT(again.over_covered.size() == operated);
    RC_ASSERT(again.violations() == operated);

    example.plan.pairings.erase(example.plan.pairings.begin() + static_cast<std::ptrdiff_t>(p));
    const plan::CheckReport less = plan::check(example.schedule, example.rules, example.plan);
    RC_ASSERT(less.uncovered.size() == before + operated);
    RC_ASSERT(less.legal());
  }));
}

}  // namespace
}  // namespace skein
