#include <gtest/gtest.h>

#include "generator/airline.h"
#include "generator/geography.h"
#include "plan/month_folder.h"
#include "support/scratch_folder.h"
#include "unit/generator/generated_airline.h"

namespace skein::generator {
namespace {

// Between two months, as shares of the codes of the first.
struct Difference {
  double dropped = 0;
  double added = 0;
  double retimed = 0;
};

Difference difference(const Schedule& before, const Schedule& after) {
  const auto old_times = times_by_code(before);
  const auto new_times = times_by_code(after);
  Difference result;
  for (const auto& [code, times] : old_times) {
    const auto now = new_times.find(code);
    if (now == new_times.end()) {
      result.dropped += 1;
    } else if (now->second != times) {
      result.retimed += 1;
    }
  }
  for (const auto& [code, _] : new_times) result.added += old_times.contains(code) ? 0 : 1;
  const auto codes = static_cast<double>(old_times.size());
  return {result.dropped / codes, result.added / codes, result.retimed / codes};
}

TEST(Generator, MonthsDoNotDependOnHowManyAreAsked) {
  const auto few = generate_airline(options_of(1'000, 2));
  const auto many = generate_airline(options_of(1'000, 4));
  ASSERT_EQ(many.size(), 4u);
  for (std::size_t i = 0; i < few.size(); ++i) {
    EXPECT_EQ(few[i].calendar_month, many[i].calendar_month);
    EXPECT_EQ(few[i].month, many[i].month);
  }
}

TEST(Generator, MonthsFollowEachOtherAcrossTheYear) {
  AirlineOptions options = options_of(300, 3);
  options.first_month = std::chrono::year(2023) / 12;
  const auto months = generate_airline(options);
  EXPECT_EQ(months[1].calendar_month, std::chrono::year(2024) / 1);
  const Schedule& january = months[1].month.schedule;
  EXPECT_EQ(format_day(day_of(january.period().begin)), "2024-01-01");
  EXPECT_LE(format_instant(january.flights().items().back().departure), "2024-02-01T18:00Z");
}

TEST(Generator, MonthsChangeByTheAskedShares) {
  AirlineOptions options = options_of(10'000, 3);
  options.changes = {.cancelled = 0.10, .retimed = 0.20, .added = 0.05};
  const auto months = generate_airline(options);
  for (std::size_t i = 1; i < months.size(); ++i) {
    const Difference change = difference(months[i - 1].month.schedule, months[i].month.schedule);
    EXPECT_NEAR(change.dropped, 0.10, 0.01);
    EXPECT_NEAR(change.retimed, 0.20, 0.03);
    EXPECT_NEAR(change.added, 0.05, 0.01);
  }
}

TEST(Generator, NothingChangesWhereNothingIsAsked) {
  AirlineOptions options = options_of(1'000, 2);
  options.changes = {.cancelled = 0, .retimed = 0, .added = 0};
  const auto months = generate_airline(options);
  EXPECT_EQ(times_by_code(months[0].month.schedule), times_by_code(months[1].month.schedule));
  EXPECT_EQ(months[0].month.schedule.stations(), months[1].month.schedule.stations());
}

TEST(Generator, MonthsSurviveTheDisk) {
  const test::ScratchFolder scratch;
  const auto months = generate_airline(options_of(300));
  StagedFolder folder(scratch / "month", WhenFolderExists::kRefuse);
  plan::add_month_files(folder, months[0].month, std::nullopt);
  folder.commit();
  EXPECT_EQ(plan::read_month(scratch / "month"), months[0].month);
}

// Clocks go forward on 2024-03-10. A station that keeps its clocks follows its hub and so moves.
TEST(Generator, LocalTimesStayAndUtcMovesWhenTheClocksChange) {
  AirlineOptions options = options_of(10'000);
  options.first_month = std::chrono::year(2024) / 3;
  const Schedule schedule = first_month(options);
  std::map<std::string, std::set<Minutes>> utc_before;
  std::map<std::string, std::set<Minutes>> utc_after;
  for (const Flight& flight : schedule.flights()) {
    if (!has_daylight_saving(schedule.station(flight.origin).zone)) continue;
    const bool before = flight.departure < *parse_instant("2024-03-10T07:00Z");
    (before ? utc_before : utc_after)[flight.number].insert(minute_of_day(flight.departure));
  }
  const auto local = times_by_code(schedule);
  for (const auto& [code, times] : utc_before) {
    EXPECT_EQ(local.at(code).size(), 1u) << code;
    ASSERT_EQ(times.size(), 1u) << code;
    const Minutes moved((times.begin()->count() - 60 + 24 * 60) % (24 * 60));
    EXPECT_EQ(utc_after[code], std::set<Minutes>{moved}) << code;
  }
  EXPECT_GT(utc_before.size(), 100u);
}

}  // namespace
}  // namespace skein::generator
