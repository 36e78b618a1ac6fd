#include "generator/timetable.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "generator/times_of_day.h"

namespace skein::generator {
namespace {

constexpr int kFirstNumber = 1001;
constexpr double kSecondFleetShare = 0.15;
constexpr double kUnservedBoost = 20;

// A share of few round trips is rarely a whole number; rounding by chance keeps it right on
// average.
std::size_t share_of(std::size_t count, double share, Rng rng) {
  return static_cast<std::size_t>(share * static_cast<double>(count) + rng.uniform());
}

std::vector<std::size_t> shuffled_indices(std::size_t count, Rng& rng) {
  std::vector<std::size_t> indices(count);
  std::iota(indices.begin(), indices.end(), std::size_t{0});
  rng.shuffle(std::span<std::size_t>(indices));
  return indices;
}

}  // namespace

Timetable::Timetable(const Network& network, const AirlineSize& size, const Rng& rng)
    : network_(network), most_round_trips_(size.most_round_trips), next_number_(kFirstNumber) {
  for (RouteId route : IdRange<RouteId>(network.routes.size())) {
    add(route, network.routes[route].main_fleet, rng);
  }
  add_by_traffic(size.round_trips - std::min(size.round_trips, round_trips_.size()), rng);
  draw_times(network, round_trips_, rng.split("times"));
}

void Timetable::change(const MonthlyChanges& changes, const Rng& rng) {
  const std::size_t before = round_trips_.size();
  const auto cancelled = share_of(before, changes.cancelled, rng.split("cancelled share"));
  const auto retimed = share_of(before, changes.retimed, rng.split("retimed share"));
  const auto added = share_of(before, changes.added, rng.split("added share"));

  std::vector<RoundTrip> gone = cancel(cancelled, rng.split("cancel"));
  retime_some(retimed, rng.split("retime"));
  gone.resize(std::min(added, gone.size()));
  for (const RoundTrip& trip : gone) replace(trip, rng.split("replace"));
  const std::size_t room = most_round_trips_ - std::min(most_round_trips_, round_trips_.size());
  add_later(std::min(added - gone.size(), room), rng.split("add"));
}

void Timetable::add(RouteId route, FleetId fleet, const Rng& rng) {
  const Rng trip_rng = rng.split("round trip", static_cast<std::uint64_t>(next_number_));
  round_trips_.push_back(draw_round_trip(network_, route, fleet, next_number_, trip_rng));
  next_number_ += 2;
}

// Routes that lost their last round trip come back soon, so that the network stays about as wide.
IdVector<RouteId, double> Timetable::unmet_traffic() const {
  IdVector<RouteId, double> traffic(network_.routes.size());
  for (RouteId id : IdRange<RouteId>(network_.routes.size())) {
    traffic[id] = kUnservedBoost * network_.routes[id].traffic;
  }
  for (const RoundTrip& trip : round_trips_) {
    traffic[trip.route] = network_.routes[trip.route].traffic;
  }
  return traffic;
}

void Timetable::add_by_traffic(std::size_t count, const Rng& rng) {
  const IdVector<RouteId, double> traffic = unmet_traffic();
  Rng route_rng = rng.split("routes");
  for (std::size_t i = 0; i < count; ++i) {
    const RouteId id(route_rng.pick(traffic.items()));
    const Route& route = network_.routes[id];
    add(id, route_rng.chance(kSecondFleetShare) ? route.second_fleet : route.main_fleet, rng);
  }
}

void Timetable::add_later(std::size_t count, const Rng& rng) {
  const std::size_t before = round_trips_.size();
  add_by_traffic(count, rng);
  for (std::size_t i = before; i < round_trips_.size(); ++i) {
    draw_times(network_, round_trips_[i], rng.split("times", i));
  }
}

// A new round trip from the same hub, by the same fleet, at about the same time: the aircraft that
// is free now flies it.
void Timetable::replace(const RoundTrip& gone, const Rng& rng) {
  IdVector<RouteId, double> traffic = unmet_traffic();
  for (RouteId id : IdRange<RouteId>(network_.routes.size())) {
    const Route& route = network_.routes[id];
    const bool same_hub = route.hub == network_.routes[gone.route].hub;
    const bool same_fleet = route.main_fleet == gone.fleet || route.second_fleet == gone.fleet;
    if (!same_hub || !same_fleet) traffic[id] = 0;
  }
  Rng trip_rng = rng.split("of", static_cast<std::uint64_t>(gone.number));
  add(RouteId(trip_rng.pick(traffic.items())), gone.fleet, trip_rng);
  take_times_of(gone, round_trips_.back(), trip_rng);
}

// The last round trip of a station stays: the airline keeps flying to all its stations.
std::vector<RoundTrip> Timetable::cancel(std::size_t count, Rng rng) {
  IdVector<StationId, int> served(network_.cities.size());
  for (const RoundTrip& trip : round_trips_) ++served[network_.routes[trip.route].spoke];
  std::vector<bool> cancelled(round_trips_.size(), false);
  for (std::size_t i : shuffled_indices(round_trips_.size(), rng)) {
    int& left = served[network_.routes[round_trips_[i].route].spoke];
    if (count == 0) break;
    if (left == 1) continue;
    --left;
    --count;
    cancelled[i] = true;
  }
  std::vector<RoundTrip> kept;
  std::vector<RoundTrip> gone;
  for (std::size_t i = 0; i < round_trips_.size(); ++i) {
    (cancelled[i] ? gone : kept).push_back(round_trips_[i]);
  }
  round_trips_ = std::move(kept);
  return gone;
}

void Timetable::retime_some(std::size_t count, Rng rng) {
  for (std::size_t i : shuffled_indices(round_trips_.size(), rng)) {
    if (count == 0) break;
    if (retime(round_trips_[i], rng)) --count;
  }
}

}  // namespace skein::generator
