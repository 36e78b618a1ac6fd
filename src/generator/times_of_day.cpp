#include "generator/times_of_day.h"

#include <algorithm>
#include <cmath>
#include <list>
#include <map>
#include <utility>

namespace skein::generator {
namespace {

// Waves of departures, so that passengers can connect: in each interval the hub's flights leave
// within the first minutes only.
constexpr Minutes kBankInterval{90};
constexpr Minutes kBankLength{45};

constexpr double kNightShare = 0.2;      // of the round trips that join later
constexpr double kNightLineShare = 0.6;  // of the lines; gives about the same share of round trips
// Lines that spend the night at their hub start within an hour and a half.
constexpr Minutes kFirstStart = Minutes(5 * 60 + 30);
constexpr int kStartSteps = 18;  // of five minutes

using Trips = std::list<RoundTrip*>;

// The first time from `wanted` on at which flights leave this hub.
Minutes in_bank(const City& hub, Minutes wanted, Rng& rng) {
  const double waves = (wanted - hub.first_bank).hours() / kBankInterval.hours();
  const auto wave = static_cast<std::int32_t>(std::floor(waves));
  const Minutes begin = hub.first_bank + wave * kBankInterval;
  if (wanted <= begin + kBankLength) return wanted;
  return begin + kBankInterval + Minutes(5 * rng.between(0, 3));
}

Minutes draw_departure(const City& hub, DepartureWindow window, Rng& rng) {
  const int steps = (window.latest - window.earliest).count() / 5;
  const Minutes wanted = window.earliest + Minutes(5 * rng.between(0, steps));
  return std::min(in_bank(hub, wanted, rng), window.latest);
}

// The day of one aircraft at its hub.
class Line {
 public:
  Line(const City& hub, Minutes turn, Rng& rng)
      : hub_(hub),
        turn_(turn),
        rng_(rng),
        ready_(kFirstStart + Minutes(5 * rng.between(0, kStartSteps))) {}

  // The aircraft spends its nights on this round trip; what is left is the day between.
  void stay_away(RoundTrip& trip) {
    leave_for_night(trip, draw_departure(hub_, window_for_night(trip), rng_), rng_);
    ready_ = back_at_hub(trip) - kDay + turn_;
    end_ = trip.departure - turn_;
  }

  // Takes the first of the round trips that fits into what is left of the day.
  bool take_one(Trips& trips) {
    for (auto trip = trips.begin(); trip != trips.end(); ++trip) {
      if (!take(**trip)) continue;
      trips.erase(trip);
      return true;
    }
    return false;
  }

 private:
  bool take(RoundTrip& trip) {
    const DepartureWindow window = window_for_turn(trip);
    const Minutes departure = in_bank(hub_, std::max(ready_, window.earliest), rng_);
    if (departure > window.latest) return false;
    leave_and_turn(trip, departure);
    if (back_at_hub(trip) > end_) return false;
    ready_ = back_at_hub(trip) + turn_;
    return true;
  }

  const City& hub_;
  Minutes turn_;
  Rng& rng_;
  Minutes ready_;
  Minutes end_ = 2 * kDay;  // no limit but that of the windows
};

// Long round trips stand first: only a line's night has room for them.
Trips long_ones_first(std::vector<RoundTrip*> group, Rng& rng) {
  rng.shuffle(std::span<RoundTrip*>(group));
  std::stable_partition(group.begin(), group.end(),
                        [](const RoundTrip* trip) { return must_stay_overnight(*trip); });
  return Trips(group.begin(), group.end());
}

void string_into_lines(const Network& network, const std::vector<RoundTrip*>& group, Rng rng) {
  const RoundTrip& any = *group.front();
  const City& hub = network.cities[network.routes[any.route].hub];
  const Minutes turn = network.fleets[any.fleet].turn;
  Trips trips = long_ones_first(group, rng);
  while (!trips.empty()) {
    Line line(hub, turn, rng);
    if (rng.chance(kNightLineShare) || must_stay_overnight(*trips.front())) {
      line.stay_away(*trips.front());
      trips.pop_front();
    }
    while (line.take_one(trips)) {
    }
  }
}

}  // namespace

void draw_times(const Network& network, std::span<RoundTrip> round_trips, const Rng& rng) {
  std::map<std::pair<StationId, FleetId>, std::vector<RoundTrip*>> groups;
  for (RoundTrip& trip : round_trips) {
    groups[{network.routes[trip.route].hub, trip.fleet}].push_back(&trip);
  }
  std::uint64_t number = 0;
  for (const auto& [_, group] : groups) {
    string_into_lines(network, group, rng.split("lines", number++));
  }
}

void draw_times(const Network& network, RoundTrip& trip, Rng rng) {
  const City& hub = network.cities[network.routes[trip.route].hub];
  if (rng.chance(kNightShare) || must_stay_overnight(trip)) {
    leave_for_night(trip, draw_departure(hub, window_for_night(trip), rng), rng);
  } else {
    leave_and_turn(trip, draw_departure(hub, window_for_turn(trip), rng));
  }
}

void take_times_of(const RoundTrip& gone, RoundTrip& trip, Rng& rng) {
  const bool night = gone.overnight || must_stay_overnight(trip);
  const DepartureWindow window = night ? window_for_night(trip) : window_for_turn(trip);
  const Minutes departure = std::clamp(gone.departure, window.earliest, window.latest);
  if (night) {
    leave_for_night(trip, departure, rng);
  } else {
    leave_and_turn(trip, departure);
  }
}

}  // namespace skein::generator
