#include "report/network_map.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "report/page.h"
#include "report/station_places.h"
#include "report/text.h"

namespace skein::report {
namespace {

constexpr double kWidth = 960;
constexpr double kTallest = 700;
constexpr double kMargin = 34;
constexpr double kLetter = 7;  // width of one, about
constexpr double kLine = 13;
constexpr double kSmallestDisc = 2;
constexpr double kLargestDisc = 10;
constexpr double kWidestRoute = 5;

using Route = std::pair<StationId, StationId>;

struct Traffic {
  IdVector<StationId, std::size_t> departures;
  std::map<Route, std::size_t> routes;  // flights either way
};

Traffic traffic_of(const schedule::Schedule& schedule) {
  Traffic traffic{IdVector<StationId, std::size_t>(schedule.stations().size()), {}};
  for (const schedule::Flight& flight : schedule.flights()) {
    ++traffic.departures[flight.origin];
    ++traffic.routes[std::minmax(flight.origin, flight.destination)];
  }
  for (const schedule::Flight& flight : schedule.flights()) {
    // A station where flights only end is used too.
    if (traffic.departures[flight.destination] == 0) traffic.departures[flight.destination] = 1;
  }
  return traffic;
}

struct Box {
  double left, top, right, bottom;

  bool overlaps(const Box& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};

class MapDrawing {
 public:
  MapDrawing(const schedule::Schedule& schedule, const Traffic& traffic, StationPlaces places)
      : schedule_(schedule), traffic_(traffic), places_(std::move(places)) {
    for (StationId id : schedule.station_ids()) {
      if (traffic.departures[id] > 0) stations_.push_back(id);
    }
    std::stable_sort(stations_.begin(), stations_.end(), [&](StationId a, StationId b) {
      return std::pair(is_base(a), traffic_.departures[a]) >
             std::pair(is_base(b), traffic_.departures[b]);
    });
    for (StationId id : stations_) most_departures_ = std::max(most_departures_, departures(id));
    fit();
  }

  std::string svg() {
    draw_routes();
    // The largest lie below.
    for (StationId id : stations_) draw_station(id);
    for (StationId id : stations_) draw_name(id);
    return fmt::format(
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
               "width=\"{0:.0f}\" height=\"{1:.0f}\" font-family=\"sans-serif\" "
               "font-size=\"11\" role=\"img\" aria-label=\"Map of the network\">\n",
               kWidth, height_) +
           out_ + "</svg>\n";
  }

  std::size_t stations() const { return stations_.size(); }

 private:
  bool is_base(StationId id) const { return schedule_.station(id).is_base; }
  double departures(StationId id) const { return static_cast<double>(traffic_.departures[id]); }
  double disc(StationId id) const {
    return std::max(kSmallestDisc, kLargestDisc * std::sqrt(departures(id) / most_departures_));
  }

  // Scales places so that they fill the page.
  void fit() {
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    double left = kInfinite, right = -kInfinite, top = kInfinite, bottom = -kInfinite;
    for (StationId id : stations_) {
      const Place& place = places_.places[id];
      left = std::min(left, place.x);
      right = std::max(right, place.x);
      top = std::min(top, place.y);
      bottom = std::max(bottom, place.y);
    }
    const double wide = std::max(1e-9, right - left);
    const double tall = std::max(1e-9, bottom - top);
    const double scale = std::min((kWidth - 2 * kMargin) / wide, (kTallest - 2 * kMargin) / tall);
    height_ = stations_.empty() ? 2 * kMargin : scale * tall + 2 * kMargin;
    const double indent = (kWidth - scale * wide) / 2;
    for (StationId id : stations_) {
      Place& place = places_.places[id];
      place = {indent + scale * (place.x - left), kMargin + scale * (place.y - top)};
    }
  }

  void draw_routes() {
    double most = 1;
    for (const auto& [route, flights] : traffic_.routes) {
      most = std::max(most, static_cast<double>(flights));
    }
    for (const auto& [route, flights] : traffic_.routes) {
      const Place& a = places_.places[route.first];
      const Place& b = places_.places[route.second];
      const double share = static_cast<double>(flights) / most;
      out_ += fmt::format(
          "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#6b8fa3\" "
          "stroke-opacity=\"{:.2f}\" stroke-width=\"{:.2f}\"><title>{} - {}: {}</title></line>\n",
          a.x, a.y, b.x, b.y, 0.25 + 0.35 * share, 0.4 + kWidestRoute * share,
          html_text(schedule_.station(route.first).code),
          html_text(schedule_.station(route.second).code), counted(flights, "flight"));
    }
  }

  void draw_station(StationId id) {
    const Place& place = places_.places[id];
    const schedule::Station& station = schedule_.station(id);
    const std::string base =
        station.is_base ? fmt::format(", base of {}", counted(std::size_t(station.crews), "crew"))
                        : "";
    out_ += fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\" stroke=\"#fff\">"
        "<title>{}: {}{}</title></circle>\n",
        place.x, place.y, disc(id), station.is_base ? "#c2571a" : "#0b6e99",
        html_text(station.code), counted(traffic_.departures[id], "departure"), base);
  }

  // To the right of the disc or to the left, unless other names stand at both places.
  void draw_name(StationId id) {
    const Place& place = places_.places[id];
    const std::string& code = schedule_.station(id).code;
    const double width = kLetter * static_cast<double>(code.size());
    const double away = disc(id) + 2;
    for (bool to_right : {true, false}) {
      const double left = to_right ? place.x + away : place.x - away - width;
      const Box box{left, place.y - kLine / 2, left + width, place.y + kLine / 2};
      const bool is_taken = std::any_of(names_.begin(), names_.end(),
                                        [&](const Box& other) { return box.overlaps(other); });
      if (is_taken || box.left < 0 || box.right > kWidth) continue;
      names_.push_back(box);
      out_ += fmt::format(
          "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{} fill=\"#222\" stroke=\"#fff\" "
          "stroke-width=\"2.5\" paint-order=\"stroke\">{}</text>\n",
          to_right ? place.x + away : place.x - away, place.y + 4, to_right ? "start" : "end",
          is_base(id) ? " font-weight=\"bold\"" : "", html_text(code));
      return;
    }
  }

  const schedule::Schedule& schedule_;
  const Traffic& traffic_;
  StationPlaces places_;
  std::vector<StationId> stations_;  // bases first, then by departures
  double most_departures_ = 1;
  double height_ = 0;
  std::vector<Box> names_;
  std::string out_;
};

}  // namespace

NetworkMap network_map(const schedule::Schedule& schedule) {
  const Traffic traffic = traffic_of(schedule);
  StationPlaces places = place_stations(schedule);
  NetworkMap map;
  map.by_coordinates = places.by_coordinates;
  map.routes = traffic.routes.size();
  MapDrawing drawing(schedule, traffic, std::move(places));
  map.stations = drawing.stations();
  map.svg = drawing.svg();
  return map;
}

}  // namespace skein::report
