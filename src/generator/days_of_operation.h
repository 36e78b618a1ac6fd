// The days of the week on which a round trip leaves its hub.
#pragma once

#include <array>
#include <cstdint>

#include "base/calendar.h"
#include "base/random.h"

namespace skein::generator {

class DaysOfOperation {
 public:
  // Most often daily; else from Monday to Friday, daily but Saturday, or a few days only.
  static DaysOfOperation draw(Rng& rng);
  static DaysOfOperation daily() { return DaysOfOperation(0x7f); }

  // `weekday` from Monday = 1 to Sunday = 7.
  bool contains(int weekday) const { return (bits_ & bit(weekday)) != 0; }
  int count() const;

  // Adds the busiest missing day, or drops the quietest (never the last) one, and returns it; 0
  // where there is none.
  int add_day();
  int drop_day();

  friend bool operator==(DaysOfOperation, DaysOfOperation) = default;

 private:
  explicit DaysOfOperation(unsigned bits) : bits_(static_cast<std::uint8_t>(bits)) {}
  static unsigned bit(int weekday) { return 1u << (weekday - 1); }
  static DaysOfOperation draw_few(Rng& rng);

  std::uint8_t bits_;
};

// How often each day of the week, from Monday, occurs in a month.
class WeekdayCounts {
 public:
  explicit WeekdayCounts(std::chrono::year_month month);

  int of(int weekday) const { return counts_[static_cast<std::size_t>(weekday - 1)]; }
  int of(DaysOfOperation days) const;

 private:
  std::array<int, 7> counts_{};
};

Day first_day(std::chrono::year_month month);
Day last_day(std::chrono::year_month month);

}  // namespace skein::generator
