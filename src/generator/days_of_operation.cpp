#include "generator/days_of_operation.h"

#include <bit>
#include <numeric>

namespace skein::generator {
namespace {

// Shares of the patterns; together a round trip flies 5.8 days a week on average.
constexpr std::array<double, 4> kPatternShares{0.48, 0.18, 0.16, 0.18};
constexpr unsigned kWeekdaysOnly = 0x1f;
constexpr unsigned kNotSaturday = 0x5f;

// Few people travel on Saturday, most on Friday.
constexpr std::array<int, 7> kQuietestFirst{6, 2, 3, 7, 4, 1, 5};

}  // namespace

DaysOfOperation DaysOfOperation::draw(Rng& rng) {
  switch (rng.pick(kPatternShares)) {
    case 0:
      return daily();
    case 1:
      return DaysOfOperation(kWeekdaysOnly);
    case 2:
      return DaysOfOperation(kNotSaturday);
    default:
      return draw_few(rng);
  }
}

DaysOfOperation DaysOfOperation::draw_few(Rng& rng) {
  std::array<int, 7> weekdays{};
  std::iota(weekdays.begin(), weekdays.end(), 1);
  rng.shuffle(std::span<int>(weekdays));
  const int count = rng.between(2, 4);
  unsigned bits = 0;
  for (int i = 0; i < count; ++i) bits |= bit(weekdays[static_cast<std::size_t>(i)]);
  return DaysOfOperation(bits);
}

int DaysOfOperation::count() const {
  return std::popcount(bits_);
}

int DaysOfOperation::add_day() {
  for (auto day = kQuietestFirst.rbegin(); day != kQuietestFirst.rend(); ++day) {
    if (contains(*day)) continue;
    *this = DaysOfOperation(bits_ | bit(*day));
    return *day;
  }
  return 0;
}

int DaysOfOperation::drop_day() {
  if (count() == 1) return 0;
  for (int day : kQuietestFirst) {
    if (!contains(day)) continue;
    *this = DaysOfOperation(bits_ & ~bit(day));
    return day;
  }
  return 0;
}

WeekdayCounts::WeekdayCounts(std::chrono::year_month month) {
  for (Day day = first_day(month); day <= last_day(month); day += std::chrono::days(1)) {
    ++counts_[static_cast<std::size_t>(weekday_number(day) - 1)];
  }
}

int WeekdayCounts::of(DaysOfOperation days) const {
  int sum = 0;
  for (int weekday = 1; weekday <= 7; ++weekday) sum += days.contains(weekday) ? of(weekday) : 0;
  return sum;
}

Day first_day(std::chrono::year_month month) {
  return month / 1;
}

Day last_day(std::chrono::year_month month) {
  return month / std::chrono::last;
}

}  // namespace skein::generator
