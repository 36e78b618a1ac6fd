// Dates and the text forms of moments and dates: 2008-01-31, 2008-01-31T10:05Z.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "base/units.h"

namespace skein {

using Day = std::chrono::sys_days;

constexpr Instant start_of(Day day) {
  return Instant(std::int64_t{day.time_since_epoch().count()} * 24 * 60);
}
Day day_of(Instant instant);
Minutes minute_of_day(Instant instant);

// Monday = 1 ... Sunday = 7, as in airline frequency digits.
int weekday_number(Day day);

// Text forms; nothing is returned for what is not exactly of that form or not a real date.
std::optional<Day> parse_day(std::string_view text);              // 2008-01-31
std::optional<Minutes> parse_time_of_day(std::string_view text);  // 23:59
std::optional<Instant> parse_instant(std::string_view text);      // 2008-01-31T10:05Z

std::string format_day(Day day);
std::string format_time_of_day(Minutes minute_of_day);  // 10:05
std::string format_instant(Instant instant);
std::string format_duration(Minutes length);  // 125:05, or -0:30

}  // namespace skein
