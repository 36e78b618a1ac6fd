#include "generator/airline_size.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "base/input_error.h"
#include "generator/fleet_type.h"

namespace skein::generator {
namespace {

// The large airline that sizes are scaled from.
constexpr double kLargeFlights = 50'000;
constexpr double kLargeStations = 200;
constexpr double kLargeBases = 7;
constexpr double kLargeFleets = 5;

constexpr std::size_t kFewestFlights = 300;
constexpr std::size_t kMostFlights = 100'000;
constexpr std::size_t kFlightsPerRoundTrip = 50;        // 25 days a month, out and back
constexpr std::size_t kFewestFlightsPerRoundTrip = 10;  // on one day a week
constexpr std::size_t kFlightsPerRoute = 100;           // two round trips
// Fewer, and the rarest round trip would be flown less than once a week.
constexpr std::size_t kFewestFlightsPerStation = 20;
constexpr int kMostStations = 1'000;
constexpr int kMostBases = 20;
constexpr double kLargestShare = 0.5;

void require_between(const char* option, double value, double least, double most) {
  if (value >= least && value <= most) return;  // refuses what is not a number, too
  throw InputError({"", 0, option, fmt::format("{} is out of range", value),
                    fmt::format("give a value from {} to {}", least, most)});
}

void require_months(const AirlineOptions& options) {
  using namespace std::chrono;
  constexpr year_month kFirst = year(2000) / January;
  constexpr year_month kLast = year(2099) / December;
  const year_month first = options.first_month;
  if (!first.ok() || first < kFirst || first > kLast) {
    throw InputError({"", 0, "--first-month", "is not a month from 2000-01 to 2099-12",
                      "give a month such as 2024-01"});
  }
  require_between("--months", options.months, 1, static_cast<double>((kLast - first).count() + 1));
}

int scaled(double at_large, double exponent, std::size_t flights) {
  const double ratio = static_cast<double>(flights) / kLargeFlights;
  return static_cast<int>(std::lround(at_large * std::pow(ratio, exponent)));
}

// `asked`, checked, or else `usual` moved into the range.
std::size_t chosen(const char* option, std::optional<int> asked, int usual, int least, int most) {
  if (asked) require_between(option, *asked, least, most);
  return static_cast<std::size_t>(asked.value_or(std::clamp(usual, least, most)));
}

// Stations come before bases and bases before fleets: each limits the next.
void choose_network_size(const AirlineOptions& options, AirlineSize& size) {
  const int most_stations =
      std::min(kMostStations, static_cast<int>(options.flights / kFewestFlightsPerStation));
  const int most_fleets = static_cast<int>(fleet_types().size());
  const int fewest_stations = std::clamp(options.bases.value_or(1), 1, kMostBases) +
                              std::clamp(options.fleets.value_or(1), 1, most_fleets);
  size.stations = chosen("--stations", options.stations, scaled(kLargeStations, 0.7, size.flights),
                         std::min(fewest_stations, most_stations), most_stations);
  const int stations = static_cast<int>(size.stations);
  size.bases = chosen("--bases", options.bases, scaled(kLargeBases, 0.22, size.flights), 1,
                      std::min(kMostBases, stations - 1));
  const int spokes = stations - static_cast<int>(size.bases);
  size.fleets = chosen("--fleets", options.fleets, scaled(kLargeFleets, 0.3, size.flights), 1,
                       std::min(most_fleets, spokes));
}

}  // namespace

AirlineSize airline_size(const AirlineOptions& options) {
  require_between("--flights", static_cast<double>(options.flights), kFewestFlights, kMostFlights);
  require_months(options);
  require_between("--cancelled", options.changes.cancelled, 0, kLargestShare);
  require_between("--retimed", options.changes.retimed, 0, kLargestShare);
  require_between("--added", options.changes.added, 0, kLargestShare);

  AirlineSize size;
  size.flights = options.flights;
  choose_network_size(options, size);
  // One route less than stations connects them all.
  size.routes = std::max(size.stations - 1, options.flights / kFlightsPerRoute);
  size.round_trips = std::max(size.routes, options.flights / kFlightsPerRoundTrip);
  size.most_round_trips = options.flights / kFewestFlightsPerRoundTrip;
  return size;
}

}  // namespace skein::generator
