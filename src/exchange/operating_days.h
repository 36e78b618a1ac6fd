// The days on which a flight is operated, as schedules are exchanged: a period, the days of the
// week, and every week or every second one.
#pragma once

#include <array>
#include <vector>

#include "base/calendar.h"

namespace skein::exchange {

struct OperatingDays {
  Day first;
  Day last;
  std::array<bool, 7> weekdays{};  // Monday first
  int weeks = 1;                   // 2: every second week; weeks are counted from `first`

  bool contains(Day day) const;
  std::vector<Day> dates() const;
  // The same some days later (or earlier): the weekdays go along.
  OperatingDays shifted(int days) const;

  friend bool operator==(const OperatingDays&, const OperatingDays&) = default;
};

// As few entries as a pass from the first day to the last one gives: each takes as many of the days
// as one entry can hold. The days must be sorted and differ. Every second week is used for a single
// day of the week only, where nobody can read it in two ways.
std::vector<OperatingDays> operating_days(const std::vector<Day>& days);

}  // namespace skein::exchange
