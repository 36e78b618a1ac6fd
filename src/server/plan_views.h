// A plan as JSON, in the parts that a page shows. docs/openapi.json describes every key.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "base/calendar.h"
#include "server/loaded_plan.h"

namespace skein::server {

using Json = nlohmann::ordered_json;

// Figures: coverage, cost by part, bound and gap, bases, deadheads, what is broken.
Json overview_view(const LoadedPlan& loaded);

// Which pairings a list holds. What is not set does not choose.
struct PairingFilter {
  std::string base;
  std::string fleet;
  std::optional<Day> day;  // some leg leaves on it (UTC)
  std::optional<bool> legal;
  std::optional<double> least_cost;
  std::optional<double> most_cost;
  std::string search;  // part of the pairing's name, of a flight's number or id, or a station
  std::size_t offset = 0;
  std::size_t limit = 100;
};

Json pairings_view(const LoadedPlan& loaded, const PairingFilter& filter);

// Every pairing with its legs in few bytes, for a picture of all of them.
Json gantt_view(const LoadedPlan& loaded);

// One pairing: duties, legs, what each part costs, the room under each rule, what is broken.
Json pairing_view(const LoadedPlan& loaded, std::size_t pairing);

// One flight: who operates it, what comes before and after, and the flights that a crew could take
// next, with what the connection costs and who has them.
Json flight_view(const LoadedPlan& loaded, FlightId flight);

// Stations with their places, and how often each route is flown.
Json map_view(const LoadedPlan& loaded);

// What differs between two plans of one month, and which parts of the cost it is in.
Json comparison_view(const LoadedPlan& before, const LoadedPlan& after);

}  // namespace skein::server
