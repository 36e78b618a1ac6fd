// A believable airline from a seed: a hub-and-spoke network, a timetable in local time that changes
// a little from month to month, and aircraft that fly it.
//
// Every flight belongs to a round trip between a hub (always a crew base) and another station, and
// every round trip is by itself a legal pairing under the default rules. So each flight can be
// covered, and the interest lies in covering them cheaply.
//
// A month holds the round trips that leave their hub, by its clocks, on a day of that month. Late
// ones come back on the first day of the next month; they are not repeated there.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "plan/month_folder.h"

namespace skein::generator {

// Shares of the flight codes that differ from one month to the next, each from 0 to 0.5. Raise them
// to test how well what was learned from the past still holds. Keep `added` near `cancelled`: days
// of operation make up for a difference only as long as there are any to give or take.
struct MonthlyChanges {
  double cancelled = 0.04;
  double retimed = 0.10;  // the same code at another time of day
  double added = 0.04;
};

struct AirlineOptions {
  // In a month, about; from 300 to 100,000. Short months fly a little more often per day.
  std::size_t flights = 1'000;
  // Consecutive months. Ask for more than one where a predictor needs a past to learn from.
  int months = 1;
  // From 2000 to 2099. Choose March or November to have a change of the clocks inside.
  std::chrono::year_month first_month = std::chrono::year(2024) / std::chrono::January;
  // Change it for another airline of the same size.
  std::uint64_t seed = 1;
  // By default these grow with `flights`: 50,000 flights have 200 stations, 7 bases and 5 fleets.
  // Set them to study, say, one hub only, or a single fleet.
  std::optional<int> stations;
  std::optional<int> bases;
  std::optional<int> fleets;
  MonthlyChanges changes;
};

struct GeneratedMonth {
  std::chrono::year_month calendar_month;
  plan::Month month;
};

// A month does not depend on how many months after it are asked for. Throws InputError for options
// out of range.
std::vector<GeneratedMonth> generate_airline(const AirlineOptions& options);

}  // namespace skein::generator
