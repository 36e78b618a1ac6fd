#include "generator/cities.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "generator/geography.h"

namespace skein::generator {
namespace {

// How far a city may be from the nearest hub, and a hub from the nearest earlier one. A crew can
// fly out and back in one duty.
constexpr double kReach = 2000;  // km
// Of several places that would do, the one farthest from other cities is taken. More candidates
// spread cities more evenly; hubs need it more than spokes.
constexpr int kHubCandidates = 8;
constexpr int kSpokeCandidates = 3;

// Hubs draw several times the traffic of the largest spoke: that is what makes them hubs.
constexpr double kHubSize = 4;
constexpr double kHubDecline = 0.5;
constexpr double kSpokeDecline = 0.6;

constexpr Minutes kFirstBankFrom = hours(5);
constexpr int kFirstBankSteps = 18;  // of five minutes

double nearest_distance(const Position& place, std::span<const Position> others) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const Position& other : others) nearest = std::min(nearest, distance_km(place, other));
  return nearest;
}

// A place from which one of `near_to` can be reached, if there are any.
Position draw_within_reach(std::span<const Position> near_to, Rng& rng) {
  Position place = draw_position(rng);
  while (!near_to.empty() && nearest_distance(place, near_to) > kReach) place = draw_position(rng);
  return place;
}

// Daylight saving moves every hub's clocks together, so a timetable made on one day holds on all.
Position draw_hub(std::span<const Position> placed, Rng& rng) {
  while (true) {
    const Position place = draw_within_reach(placed, rng);
    const auto zone = schedule::TimeZone::named(zone_name_at(place));
    if (has_daylight_saving(zone)) return place;
  }
}

template <class Draw>
Position farthest_of(int candidates, std::span<const Position> placed, Draw draw) {
  Position best = draw();
  double best_distance = nearest_distance(best, placed);
  for (int i = 1; i < candidates; ++i) {
    const Position place = draw();
    const double distance = nearest_distance(place, placed);
    if (distance <= best_distance) continue;
    best = place;
    best_distance = distance;
  }
  return best;
}

std::vector<Position> draw_places(const AirlineSize& size, Rng rng) {
  std::vector<Position> placed;
  while (placed.size() < size.bases) {
    placed.push_back(farthest_of(kHubCandidates, placed, [&] { return draw_hub(placed, rng); }));
  }
  const std::vector<Position> hubs = placed;
  while (placed.size() < size.stations) {
    placed.push_back(
        farthest_of(kSpokeCandidates, placed, [&] { return draw_within_reach(hubs, rng); }));
  }
  return placed;
}

// Consonants only: no code is a word.
std::vector<std::string> draw_codes(std::size_t count, Rng rng) {
  constexpr std::string_view kLetters = "BCDFGHJKLMNPQRSTVWXZ";
  std::vector<std::string> codes;
  std::unordered_set<std::string> taken;
  while (codes.size() < count) {
    std::string code;
    for (int i = 0; i < 3; ++i) code += kLetters[rng.below(kLetters.size())];
    if (taken.insert(code).second) codes.push_back(code);
  }
  return codes;
}

// Sizes fall off by rank, as those of real cities do.
double city_size(std::size_t index, std::size_t hubs) {
  const auto rank = static_cast<double>(index < hubs ? index : index - hubs) + 1;
  return index < hubs ? kHubSize / std::pow(rank, kHubDecline) : 1 / std::pow(rank, kSpokeDecline);
}

}  // namespace

IdVector<StationId, City> place_cities(const AirlineSize& size, const Rng& rng) {
  const std::vector<Position> places = draw_places(size, rng.split("places"));
  const std::vector<std::string> codes = draw_codes(size.stations, rng.split("codes"));
  Rng bank_rng = rng.split("banks");
  IdVector<StationId, City> cities;
  for (std::size_t i = 0; i < size.stations; ++i) {
    City city;
    city.code = codes[i];
    city.position = places[i];
    city.zone = schedule::TimeZone::named(zone_name_at(places[i]));
    city.size = city_size(i, size.bases);
    city.first_bank = kFirstBankFrom + 5 * Minutes(bank_rng.between(0, kFirstBankSteps - 1));
    cities.push_back(std::move(city));
  }
  return cities;
}

}  // namespace skein::generator
