#include "exchange/operating_days.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace skein::exchange {
namespace {

using std::chrono::days;

std::size_t weekday_index(Day day) {
  return static_cast<std::size_t>(weekday_number(day) - 1);
}

using DayIterator = std::vector<Day>::const_iterator;

// The longest run from `begin` that is every day of its period with its weekdays. A run may break
// and hold again (a second weekday that began later), so every length is tried.
OperatingDays longest_weekly(DayIterator begin, DayIterator end, std::ptrdiff_t& taken) {
  OperatingDays best{*begin, *begin, {}, 1};
  best.weekdays[weekday_index(*begin)] = true;
  taken = 1;
  OperatingDays period = best;
  for (auto day = std::next(begin); day != end; ++day) {
    period.last = *day;
    period.weekdays[weekday_index(*day)] = true;
    const std::ptrdiff_t count = std::distance(begin, day) + 1;
    if (static_cast<std::ptrdiff_t>(period.dates().size()) != count) continue;
    best = period;
    taken = count;
  }
  return best;
}

OperatingDays longest_fortnightly(DayIterator begin, DayIterator end, std::ptrdiff_t& taken) {
  OperatingDays period{*begin, *begin, {}, 2};
  period.weekdays[weekday_index(*begin)] = true;
  taken = 1;
  for (auto day = std::next(begin); day != end && *day == period.last + days(14); ++day) {
    period.last = *day;
    ++taken;
  }
  return period;
}

}  // namespace

bool OperatingDays::contains(Day day) const {
  if (day < first || day > last || !weekdays[weekday_index(day)]) return false;
  return (day - first).count() / 7 % weeks == 0;
}

std::vector<Day> OperatingDays::dates() const {
  std::vector<Day> found;
  for (Day day = first; day <= last; day += days(1)) {
    if (contains(day)) found.push_back(day);
  }
  return found;
}

OperatingDays OperatingDays::shifted(int by) const {
  OperatingDays moved = *this;
  moved.first += days(by);
  moved.last += days(by);
  for (std::size_t i = 0; i < weekdays.size(); ++i) {
    const auto from = (static_cast<int>(i) - by) % 7;
    moved.weekdays[i] = weekdays[static_cast<std::size_t>((from + 7) % 7)];
  }
  return moved;
}

std::vector<OperatingDays> operating_days(const std::vector<Day>& days) {
  std::vector<OperatingDays> entries;
  for (auto begin = days.begin(); begin != days.end();) {
    std::ptrdiff_t weekly = 0;
    std::ptrdiff_t fortnightly = 0;
    const OperatingDays every = longest_weekly(begin, days.end(), weekly);
    const OperatingDays second = longest_fortnightly(begin, days.end(), fortnightly);
    entries.push_back(fortnightly > weekly ? second : every);
    std::advance(begin, std::max(weekly, fortnightly));
  }
  return entries;
}

}  // namespace skein::exchange
