#include "exchange/operating_days.h"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <rapidcheck.h>

namespace skein::exchange {
namespace {

using std::chrono::days;

Day day(const char* text) {
  return *parse_day(text);
}

std::vector<Day> every(const char* first, const char* last, int step) {
  std::vector<Day> found;
  for (Day at = day(first); at <= day(last); at += days(step)) found.push_back(at);
  return found;
}

TEST(OperatingDays, ADailyFlightIsOneEntryHoweverTheMonthBegins) {
  const auto entries = operating_days(every("2008-01-01", "2008-01-31", 1));
  ASSERT_EQ(entries.size(), 1U);
  EXPECT_EQ(entries[0].first, day("2008-01-01"));
  EXPECT_EQ(entries[0].last, day("2008-01-31"));
  EXPECT_THAT(entries[0].weekdays, testing::Each(true));
}

TEST(OperatingDays, ADayLeftOutSplitsThePeriod) {
  std::vector<Day> flown = every("2008-01-01", "2008-01-31", 1);
  std::erase(flown, day("2008-01-16"));
  EXPECT_EQ(operating_days(flown).size(), 2U);
}

TEST(OperatingDays, EverySecondWeekIsOneEntryForOneWeekday) {
  const auto entries = operating_days(every("2008-01-07", "2008-03-03", 14));
  ASSERT_EQ(entries.size(), 1U);
  EXPECT_EQ(entries[0].weeks, 2);
  EXPECT_EQ(entries[0].dates(), every("2008-01-07", "2008-03-03", 14));
}

TEST(OperatingDays, WeeksAreCountedFromTheFirstDay) {
  OperatingDays entry{day("2008-01-03"), day("2008-01-31"), {}, 2};  // from a Thursday on
  entry.weekdays[0] = true;                                          // Monday
  entry.weekdays[3] = true;                                          // Thursday
  EXPECT_THAT(entry.dates(),
              testing::ElementsAre(day("2008-01-03"), day("2008-01-07"), day("2008-01-17"),
                                   day("2008-01-21"), day("2008-01-31")));
}

TEST(OperatingDays, ShiftingMovesEveryDateAlong) {
  OperatingDays entry{day("2008-01-07"), day("2008-01-31"), {}, 1};
  entry.weekdays[6] = true;  // Sunday
  entry.weekdays[1] = true;
  for (const int by : {-1, 1, 6, 7}) {
    std::vector<Day> moved = entry.dates();
    for (Day& date : moved) date += days(by);
    EXPECT_EQ(entry.shifted(by).dates(), moved) << by;
  }
}

TEST(OperatingDays, EntriesHoldExactlyTheDaysTheyAreMadeOf) {
  EXPECT_TRUE(rc::check([] {
    const auto offsets = *rc::gen::container<std::set<int>>(rc::gen::inRange(0, 60));
    std::vector<Day> flown;
    for (const int offset : offsets) flown.push_back(day("2008-02-20") + days(offset));
    std::vector<Day> held;
    for (const OperatingDays& entry : operating_days(flown)) {
      for (const Day date : entry.dates()) held.push_back(date);
    }
    RC_ASSERT(held == flown);
  }));
}

}  // namespace
}  // namespace skein::exchange
