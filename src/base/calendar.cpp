#include "base/calendar.h"

#include <cstdlib>

#include <fmt/format.h>

namespace skein {
namespace {

constexpr int kMinutesPerDay = 24 * 60;

int floor_div(int a, int b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

// The number written in `text`, or -1 where a character is not a digit.
int digits(std::string_view text) {
  int value = 0;
  for (char c : text) {
    if (c < '0' || c > '9') return -1;
    value = 10 * value + (c - '0');
  }
  return value;
}

}  // namespace

Day day_of(Instant instant) {
  return Day(std::chrono::days(floor_div(instant.minutes_since_epoch(), kMinutesPerDay)));
}

Minutes minute_of_day(Instant instant) {
  return instant - start_of(day_of(instant));
}

int weekday_number(Day day) {
  return static_cast<int>(std::chrono::weekday(day).iso_encoding());
}

std::optional<Day> parse_day(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
  const int year = digits(text.substr(0, 4));
  const int month = digits(text.substr(5, 2));
  const int day = digits(text.substr(8, 2));
  // Instants count minutes in 32 bits; these years are far inside.
  if (year < 1970 || year > 2199 || month < 1 || day < 1) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok()) return std::nullopt;
  return Day(date);
}

std::optional<Minutes> parse_time_of_day(std::string_view text) {
  if (text.size() != 5 || text[2] != ':') return std::nullopt;
  const int hour = digits(text.substr(0, 2));
  const int minute = digits(text.substr(3, 2));
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59) return std::nullopt;
  return Minutes(60 * hour + minute);
}

std::optional<Instant> parse_instant(std::string_view text) {
  if (text.size() != 17 || text[10] != 'T' || text[16] != 'Z') return std::nullopt;
  const auto day = parse_day(text.substr(0, 10));
  const auto time = parse_time_of_day(text.substr(11, 5));
  if (!day || !time) return std::nullopt;
  return start_of(*day) + *time;
}

std::string format_day(Day day) {
  const std::chrono::year_month_day date(day);
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

std::string format_time_of_day(Minutes minute_of_day) {
  return fmt::format("{:02}:{:02}", minute_of_day.count() / 60, minute_of_day.count() % 60);
}

std::string format_instant(Instant instant) {
  return format_day(day_of(instant)) + 'T' + format_time_of_day(minute_of_day(instant)) + 'Z';
}

std::string format_duration(Minutes length) {
  const int minutes = std::abs(length.count());
  return fmt::format("{}{}:{:02}", length.count() < 0 ? "-" : "", minutes / 60, minutes % 60);
}

}  // namespace skein
