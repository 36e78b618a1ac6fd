#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include "exchange/gerad.h"
#include "plan/pairing_text.h"
#include "support/complaints.h"
#include "support/scratch_folder.h"

namespace skein::plan {
namespace {

using test::complaint_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Day day(const char* text) {
  return parse_day(text).value();
}

std::vector<TextPairing> parse(const std::string& text) {
  return parse_pairing_text(LineReader::from_text(text, "pairings.txt"));
}

// Plans are the same when they hold the same pairings, whatever their names and order.
using Facts = std::tuple<std::size_t, std::vector<std::pair<FlightId, Role>>>;
std::vector<Facts> facts(const Plan& plan) {
  std::vector<Facts> result;
  for (const Pairing& pairing : plan.pairings) {
    std::vector<std::pair<FlightId, Role>> legs;
    for (const Leg& leg : pairing.legs) legs.emplace_back(leg.flight, leg.role);
    result.emplace_back(pairing.base.index(), std::move(legs));
  }
  std::sort(result.begin(), result.end());
  return result;
}

// plan -> entries -> text -> entries -> plan
Plan through_text(const schedule::Schedule& schedule, const Plan& plan) {
  const TextPairings written = to_text_pairings(schedule, pairing::WorkRules{}, plan);
  const std::vector<TextPairing> read = parse(format_pairing_text(written.entries));
  EXPECT_EQ(read, written.entries);
  return from_text_pairings(schedule, read);
}

// Flight numbers that repeat every day, as airlines have them.
schedule::Schedule numbered_schedule(int days) {
  schedule::ScheduleBuilder builder;
  for (const char* code : {"BOS", "JFK"}) {
    schedule::Station station;
    station.code = code;
    station.is_base = true;
    builder.add_station(std::move(station));
  }
  for (int i = 0; i < days; ++i) {
    const Instant morning = start_of(day("2008-01-01")) + i * kDay;
    builder.add_flight({"", "F1", "BOS", "JFK", morning + hours(10), morning + hours(11), "F", ""});
    builder.add_flight({"", "F2", "JFK", "BOS", morning + hours(20), morning + hours(21), "F", ""});
  }
  return std::move(builder).build();
}

// F1 on each of the days, F2 that many nights later.
Plan out_and_back(const schedule::Schedule& schedule, std::initializer_list<int> days, int nights) {
  Plan plan;
  for (const int i : days) {
    const auto flight = [&](const char* number, const char* from, int d, const char* time) {
      const FlightId id =
          schedule.find_flight(fmt::format("{}/{}/2008-01-{:02}T{}Z", number, from, d, time));
      EXPECT_TRUE(id.exists());
      return id;
    };
    plan.pairings.push_back({"p" + std::to_string(plan.pairings.size()),
                             schedule.find_station("BOS"),
                             {{flight("F1", "BOS", i, "10:00"), Role::kOperate},
                              {flight("F2", "JFK", i + nights, "20:00"), Role::kDeadhead}}});
  }
  return plan;
}

TEST(TextPlan, PairingsThatDifferOnlyInTheirDateShareAnEntry) {
  const schedule::Schedule schedule = numbered_schedule(31);
  // 2008-01-01 is a Tuesday: Tuesdays and Thursdays, without the 10th.
  const Plan plan = out_and_back(schedule, {1, 3, 8, 15, 17}, 1);
  const TextPairings written = to_text_pairings(schedule, pairing::WorkRules{}, plan);
  EXPECT_THAT(written.left_out, IsEmpty());
  EXPECT_EQ(format_pairing_text(written.entries),
            "O T 1 0 CC 1 CAT 1 () \"BOS\" \"\" _2_4___ 2008/01/01 2008/01/17 X 2008/01/10\n"
            "{\nRPT ;\nF1  BOS 1 10:00 JFK;\nRLS;\nRPT ;\nF2 D JFK 2 20:00 BOS;\nRLS;\n}\n");
  const Plan read = from_text_pairings(schedule, written.entries);
  EXPECT_EQ(facts(read), facts(plan));
  EXPECT_EQ(read.pairings[1].name, "1/2008-01-03");
}

TEST(TextPlan, IdenticalPairingsOnOneDateGetAnEntryEach) {
  const schedule::Schedule schedule = numbered_schedule(4);
  const Plan plan = out_and_back(schedule, {2, 1, 2, 2}, 0);
  const TextPairings written = to_text_pairings(schedule, pairing::WorkRules{}, plan);
  ASSERT_THAT(written.entries, SizeIs(3));
  EXPECT_THAT(written.entries[0].dates(), SizeIs(2));
  EXPECT_THAT(written.entries[2].dates(), ElementsAre(day("2008-01-02")));
  EXPECT_EQ(facts(from_text_pairings(schedule, written.entries)), facts(plan));
}

TEST(TextPlan, FlightsThatTheirNumberDoesNotTellAreWrittenById) {
  schedule::ScheduleBuilder builder;
  for (const char* code : {"BOS", "JFK"}) {
    schedule::Station station;
    station.code = code;
    builder.add_station(std::move(station));
  }
  const Instant ten = start_of(day("2008-01-01")) + hours(10);
  builder.add_flight({"x", "F1", "BOS", "JFK", ten, ten + hours(1), "F", ""});
  builder.add_flight({"F1", "F1", "BOS", "JFK", ten, ten + hours(2), "F", ""});
  builder.add_flight({"y", "x", "BOS", "JFK", ten, ten + hours(2), "F", ""});
  const schedule::Schedule schedule = std::move(builder).build();
  Plan plan;
  for (const FlightId id : schedule.flight_ids()) {
    plan.pairings.push_back({schedule.flight(id).id, StationId(0), {{id, Role::kOperate}}});
  }
  EXPECT_EQ(facts(through_text(schedule, plan)), facts(plan));
}

TEST(TextPlan, LeavesOutWhatTheFormCannotHold) {
  const schedule::Schedule schedule = numbered_schedule(1);
  Plan plan = out_and_back(schedule, {1}, 0);
  plan.pairings.push_back({"2", StationId(0), {{FlightId::none(), Role::kOperate}}});
  plan.pairings.push_back({"3", StationId(0), {}});
  plan.unknown_legs = {{1, 0, "Z9"}};
  const TextPairings written = to_text_pairings(schedule, pairing::WorkRules{}, plan);
  EXPECT_THAT(written.entries, SizeIs(1));
  EXPECT_THAT(written.left_out, ElementsAre(1U, 2U));
}

TEST(TextPlan, NamesStayDifferentWhereNumbersAreNot) {
  const schedule::Schedule schedule = numbered_schedule(1);
  TextPairing entry =
      to_text_pairings(schedule, pairing::WorkRules{}, out_and_back(schedule, {1}, 0))
          .entries.at(0);
  const std::vector<TextPairing> twice = {entry, entry};
  const Plan plan = from_text_pairings(schedule, twice);
  EXPECT_EQ(plan.pairings[0].name, "1/2008-01-01");
  EXPECT_EQ(plan.pairings[1].name, "1/2008-01-01/2");
}

// An entry that takes place on every day from `first` to `last`.
TextPairing daily_entry(const char* first, const char* last) {
  TextPairing entry;
  entry.number = 5;
  entry.weekdays.fill(true);
  entry.first = day(first);
  entry.last = day(last);
  entry.duties = {{{"F1", Role::kOperate, "BOS", 1, Minutes(600), "JFK"},
                   {"F2", Role::kOperate, "JFK", 1, Minutes(1200), "ORD"}}};
  return entry;
}

TEST(TextPlan, FlightsThatTheScheduleLacksBecomeUnknownLegs) {
  const schedule::Schedule schedule = numbered_schedule(2);
  const TextPairing entry = daily_entry("2008-01-02", "2008-01-03");
  const Plan plan = from_text_pairings(schedule, {&entry, 1});
  ASSERT_THAT(plan.pairings, SizeIs(2));
  EXPECT_TRUE(plan.pairings[0].legs[0].flight.exists());
  EXPECT_THAT(plan.unknown_legs, ElementsAre(UnknownLeg{0, 1, "F2/JFK/2008-01-02T20:00Z/ORD"},
                                             UnknownLeg{1, 0, "F1/BOS/2008-01-03T10:00Z/JFK"},
                                             UnknownLeg{1, 1, "F2/JFK/2008-01-03T20:00Z/ORD"}));
}

TEST(TextPlan, BaseIsTheNameElseTheFirstOrigin) {
  const schedule::Schedule schedule = numbered_schedule(1);
  TextPairing entry = daily_entry("2008-01-01", "2008-01-01");
  entry.name = "JFK";
  EXPECT_EQ(from_text_pairings(schedule, {&entry, 1}).pairings[0].base,
            schedule.find_station("JFK"));
  entry.name = "no station";
  EXPECT_EQ(from_text_pairings(schedule, {&entry, 1}).pairings[0].base,
            schedule.find_station("BOS"));
  entry.duties[0][0].origin = "XXX";
  EXPECT_EQ(complaint_of([&] { from_text_pairings(schedule, {&entry, 1}); }).field, "pairing 5");
}

TEST(TextPlan, RefusesPeriodsWithoutEnd) {
  const std::vector<TextPairing> entries(50, daily_entry("1970-01-01", "2199-12-31"));
  EXPECT_THAT(complaint_of([&] { from_text_pairings(numbered_schedule(1), entries); }).problem,
              HasSubstr("1000000"));
}

// Any small plan, legal or not: flights in any order, copies, several bases, deadheads.
Plan any_plan(const schedule::Schedule& schedule) {
  const auto flights = static_cast<int>(schedule.flights().size());
  Plan plan;
  for (int i = *rc::gen::inRange(0, 8); i > 0; --i) {
    Pairing pairing{std::to_string(i), StationId(*rc::gen::inRange<std::size_t>(0, 2)), {}};
    for (int legs = *rc::gen::inRange(1, 5); legs > 0; --legs) {
      const FlightId flight(static_cast<std::size_t>(*rc::gen::inRange(0, flights)));
      pairing.legs.push_back(
          {flight, *rc::gen::arbitrary<bool>() ? Role::kOperate : Role::kDeadhead});
    }
    plan.pairings.push_back(pairing);
    if (*rc::gen::inRange(0, 4) == 0) plan.pairings.push_back(pairing);
  }
  return plan;
}

// A schedule of a few days on which few numbers and times repeat, so that they clash.
schedule::Schedule any_schedule() {
  schedule::ScheduleBuilder builder;
  for (const char* code : {"BOS", "J\"K"}) {
    schedule::Station station;
    station.code = code;
    builder.add_station(std::move(station));
  }
  for (int i = *rc::gen::inRange(1, 30); i > 0; --i) {
    const bool there = *rc::gen::arbitrary<bool>();
    const Instant departure = start_of(day("2008-02-25")) + *rc::gen::inRange(0, 9) * kDay +
                              *rc::gen::inRange(0, 3) * hours(11);
    const std::string number = *rc::gen::element<std::string>("F1", "F2", "RLS;", "}");
    schedule::FlightRecord record{*rc::gen::element<std::string>("", "F1", std::to_string(i)),
                                  number,
                                  there ? "BOS" : "J\"K",
                                  there ? "J\"K" : "BOS",
                                  departure,
                                  departure + hours(1),
                                  "F",
                                  ""};
    const std::string id = record.id.empty()
                               ? schedule::default_flight_id(number, record.origin, departure)
                               : record.id;
    if (!builder.has_flight(id)) builder.add_flight(std::move(record));
  }
  return std::move(builder).build();
}

RC_GTEST_PROP(TextPlan, AnyPlanSurvivesTheText, ()) {
  const schedule::Schedule schedule = any_schedule();
  const Plan plan = any_plan(schedule);
  const TextPairings written = to_text_pairings(schedule, pairing::WorkRules{}, plan);
  RC_ASSERT(written.left_out.empty());
  const std::vector<TextPairing> read = parse(format_pairing_text(written.entries));
  RC_ASSERT(read == written.entries);
  const Plan again = from_text_pairings(schedule, read);
  RC_ASSERT(again.unknown_legs.empty());
  RC_ASSERT(facts(again) == facts(plan));
}

TEST(TextPlan, PublishedPlansSurviveTheText) {
  SKEIN_REQUIRE_DATA();
  for (const char* name : {"instance1", "instance3", "instance4", "instance6", "instance7"}) {
    exchange::GeradImport published = exchange::import_gerad(test::data_folder() / "gerad" / name);
    for (const UnknownLeg& unknown : published.plan.unknown_legs) {
      published.plan.pairings.erase(published.plan.pairings.begin() +
                                    static_cast<std::ptrdiff_t>(unknown.pairing));
    }
    EXPECT_EQ(facts(through_text(published.month.schedule, published.plan)), facts(published.plan))
        << name;
  }
}

}  // namespace
}  // namespace skein::plan
