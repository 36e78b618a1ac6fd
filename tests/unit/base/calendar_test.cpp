#include "base/calendar.h"

#include <gtest/gtest.h>

namespace skein {
namespace {

TEST(Calendar, InstantTextsRoundTrip) {
  for (const char* text : {"1970-01-01T00:00Z", "2008-02-29T23:59Z", "2199-12-31T23:59Z"}) {
    ASSERT_TRUE(parse_instant(text)) << text;
    EXPECT_EQ(format_instant(*parse_instant(text)), text);
  }
}

TEST(Calendar, RefusesWhatIsNotAMoment) {
  for (const char* text :
       {"", "2008-02-30T10:00Z", "2007-02-29T10:00Z", "2008-13-01T10:00Z", "2008-01-01T24:00Z",
        "2008-01-01T10:60Z", "2008-01-01 10:00Z", "2008-01-01T10:00", "2008-01-01T1a:00Z",
        "9999-01-01T10:00Z", "1969-12-31T10:00Z", "2008-01-01T-1:00Z"}) {
    EXPECT_FALSE(parse_instant(text)) << text;
  }
}

TEST(Calendar, WeekdaysCountFromMonday) {
  EXPECT_EQ(weekday_number(*parse_day("2018-08-09")), 4);  // a Thursday
  EXPECT_EQ(weekday_number(*parse_day("2018-08-12")), 7);
}

TEST(Calendar, DurationsShowHoursAndMinutes) {
  EXPECT_EQ(format_duration(Minutes(485)), "8:05");
  EXPECT_EQ(format_duration(Minutes(-30)), "-0:30");
}

}  // namespace
}  // namespace skein
