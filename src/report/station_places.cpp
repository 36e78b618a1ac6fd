#include "report/station_places.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

#include "base/random.h"

namespace skein::report {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();
constexpr int kRounds = 100;
constexpr int kTrials = 8;
constexpr double kWeightWithoutFlight = 0.1;
constexpr double kApart = 1.3;  // stations that nothing joins, in longest distances

class TravelTimes {
 public:
  explicit TravelTimes(std::size_t stations)
      : size_(stations), minutes_(stations * stations, kFar) {
    for (std::size_t i = 0; i < stations; ++i) at(i, i) = 0;
  }
  double& at(std::size_t i, std::size_t j) { return minutes_[i * size_ + j]; }
  double at(std::size_t i, std::size_t j) const { return minutes_[i * size_ + j]; }
  std::size_t size() const { return size_; }

  // Over any stations between (Floyd and Warshall).
  void close() {
    for (std::size_t k = 0; k < size_; ++k) {
      for (std::size_t i = 0; i < size_; ++i) {
        if (at(i, k) == kFar) continue;
        for (std::size_t j = 0; j < size_; ++j) {
          at(i, j) = std::min(at(i, j), at(i, k) + at(k, j));
        }
      }
    }
  }

  void join_what_is_apart() {
    double longest = 1;
    for (double minutes : minutes_) {
      if (minutes != kFar) longest = std::max(longest, minutes);
    }
    for (double& minutes : minutes_) {
      if (minutes == kFar) minutes = kApart * longest;
    }
  }

 private:
  std::size_t size_;
  std::vector<double> minutes_;
};

// The shortest flight of each pair of stations, either way.
TravelTimes direct_flights(const schedule::Schedule& schedule) {
  TravelTimes times(schedule.stations().size());
  for (const schedule::Flight& flight : schedule.flights()) {
    const std::size_t from = flight.origin.index();
    const std::size_t to = flight.destination.index();
    if (from == to) continue;
    const double minutes =
        std::min(times.at(from, to), static_cast<double>(flight.duration().count()));
    times.at(from, to) = times.at(to, from) = minutes;
  }
  return times;
}

class Stress {
 public:
  Stress(const TravelTimes& direct, const TravelTimes& times) : direct_(direct), times_(times) {}

  std::vector<Place> random_places(Rng& rng) const {
    std::vector<Place> places;
    for (std::size_t i = 0; i < times_.size(); ++i) {
      places.push_back({kSide * rng.uniform(), kSide * rng.uniform()});
    }
    return places;
  }

  double of(const std::vector<Place>& places) const {
    double sum = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const double wanted = times_.at(i, j);
        if (wanted <= 0) continue;
        const double off =
            std::hypot(places[i].x - places[j].x, places[i].y - places[j].y) - wanted;
        sum += weight(i, j) * off * off;
      }
    }
    return sum;
  }

  // Where all others together want station i.
  Place wanted(const std::vector<Place>& places, std::size_t i) const {
    Place sum;
    double weights = 0;
    for (std::size_t j = 0; j < places.size(); ++j) {
      const double wanted = times_.at(i, j);
      if (i == j || wanted <= 0) continue;
      const double dx = places[i].x - places[j].x;
      const double dy = places[i].y - places[j].y;
      const double stretch = wanted / std::max(1e-6, std::hypot(dx, dy));
      const double weight = this->weight(i, j);
      sum.x += weight * (places[j].x + stretch * dx);
      sum.y += weight * (places[j].y + stretch * dy);
      weights += weight;
    }
    return weights > 0 ? Place{sum.x / weights, sum.y / weights} : places[i];
  }

 private:
  static constexpr double kSide = 300;  // minutes, of the square to begin in

  double weight(std::size_t i, std::size_t j) const {
    const double wanted = times_.at(i, j);
    return (direct_.at(i, j) == kFar ? kWeightWithoutFlight : 1) / (wanted * wanted);
  }

  const TravelTimes& direct_;
  const TravelTimes& times_;
};

std::vector<Place> by_flying_times(const schedule::Schedule& schedule) {
  const TravelTimes direct = direct_flights(schedule);
  TravelTimes times = direct;
  times.close();
  times.join_what_is_apart();
  const Stress stress(direct, times);
  Rng rng(1);
  std::vector<Place> best;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<Place> places = stress.random_places(rng);
    for (int round = 0; round < kRounds; ++round) {
      for (std::size_t i = 0; i < places.size(); ++i) places[i] = stress.wanted(places, i);
    }
    if (best.empty() || stress.of(places) < stress.of(best)) best = std::move(places);
  }
  return best;
}

bool all_have_coordinates(const schedule::Schedule& schedule) {
  return std::all_of(schedule.stations().begin(), schedule.stations().end(),
                     [](const schedule::Station& station) { return station.position.has_value(); });
}

// The longitude after the widest gap without stations, so that the map is cut there.
double western_edge(const schedule::Schedule& schedule) {
  std::vector<double> longitudes;
  for (const schedule::Station& station : schedule.stations()) {
    longitudes.push_back(station.position->longitude);
  }
  if (longitudes.empty()) return 0;
  std::sort(longitudes.begin(), longitudes.end());
  double edge = longitudes.front();
  double widest = longitudes.front() + 360 - longitudes.back();
  for (std::size_t k = 1; k < longitudes.size(); ++k) {
    const double gap = longitudes[k] - longitudes[k - 1];
    if (gap <= widest) continue;
    widest = gap;
    edge = longitudes[k];
  }
  return edge;
}

// Degrees, those of longitude shortened as they are at the middle latitude.
std::vector<Place> by_coordinates(const schedule::Schedule& schedule) {
  const double edge = western_edge(schedule);
  double north = -90;
  double south = 90;
  for (const schedule::Station& station : schedule.stations()) {
    north = std::max(north, station.position->latitude);
    south = std::min(south, station.position->latitude);
  }
  const double shortening = std::cos((north + south) / 2 * std::numbers::pi / 180);
  std::vector<Place> places;
  for (const schedule::Station& station : schedule.stations()) {
    double east = station.position->longitude - edge;
    if (east < 0) east += 360;
    places.push_back({east * shortening, -station.position->latitude});
  }
  return places;
}

}  // namespace

StationPlaces place_stations(const schedule::Schedule& schedule) {
  StationPlaces result;
  result.by_coordinates = all_have_coordinates(schedule);
  result.places = IdVector<StationId, Place>(result.by_coordinates ? by_coordinates(schedule)
                                                                   : by_flying_times(schedule));
  return result;
}

double distance_error(const schedule::Schedule& schedule, const StationPlaces& places) {
  const TravelTimes direct = direct_flights(schedule);
  double times = 0;
  double lengths = 0;
  std::vector<std::pair<double, double>> pairs;  // time, length
  for (std::size_t i = 0; i < direct.size(); ++i) {
    for (std::size_t j = i + 1; j < direct.size(); ++j) {
      if (direct.at(i, j) == kFar) continue;
      const Place& a = places.places[StationId(i)];
      const Place& b = places.places[StationId(j)];
      pairs.emplace_back(direct.at(i, j), std::hypot(a.x - b.x, a.y - b.y));
      times += pairs.back().first;
      lengths += pairs.back().second;
    }
  }
  double error = 0;
  for (const auto& [time, length] : pairs) {
    error += std::abs(length * times / lengths - time) / time / static_cast<double>(pairs.size());
  }
  return error;
}

}  // namespace skein::report
