#include "seeding/ways_out.h"

#include <optional>
#include <utility>

namespace skein::seeding {
namespace {

using pairing::Leg;
using pairing::Role;
using pricing::CrewModel;
using pricing::CrewState;
using schedule::Flight;
using schedule::Schedule;

// A depth-first search backwards in time from the flight to the base. The rules are judged
// forwards, once the base is reached.
class BackwardSearch {
 public:
  BackwardSearch(const CrewModel& model, const Routes& routes, const OpenFlights& open,
                 FlightId flight, const WaysOutOptions& options)
      : model_(model),
        schedule_(model.schedule()),
        routes_(routes),
        open_(open),
        options_(options),
        fleet_(schedule_.flight(flight).fleet),
        backwards_{{flight, Role::kOperate}} {}

  std::vector<Beginning> run() && {
    visit();
    return std::move(found_);
  }

 private:
  // Looks at the station from which the earliest leg so far leaves.
  void visit() {
    const Flight& earliest = schedule_.flight(backwards_.back().flight);
    if (earliest.origin == model_.base()) {
      add_if_legal();
      return;
    }
    if (backwards_.size() > options_.max_legs) return;
    const Instant rest_before = earliest.departure - model_.least_rest_gap();
    visit_inbound(earliest.origin, earliest.departure - model_.min_connection(), rest_before);
    visit_inbound(earliest.origin, rest_before, rest_before - options_.longest_wait);
  }

  // Flights into a station between the two moments by which the crew leaves its base late.
  void visit_inbound(StationId station, Instant until, Instant after) {
    for (std::size_t i = 0; i < options_.inbound; ++i) {
      const FlightId id = routes_.latest_out(station, until);
      if (!id.exists()) return;
      const Flight& inbound = schedule_.flight(id);
      if (inbound.arrival <= after) return;
      const bool operates = inbound.fleet == fleet_ && open_.is_open(id);
      backwards_.push_back({id, operates ? Role::kOperate : Role::kDeadhead});
      visit();
      backwards_.pop_back();
      until = inbound.arrival - Minutes(1);
    }
  }

  void add_if_legal() {
    std::vector<Leg> legs(backwards_.rbegin(), backwards_.rend());
    std::optional<CrewState> state = model_.start(legs.front());
    for (std::size_t i = 1; state && i < legs.size(); ++i) state = model_.extend(*state, legs[i]);
    if (state) found_.push_back({std::move(legs), *state});
  }

  const CrewModel& model_;
  const Schedule& schedule_;
  const Routes& routes_;
  const OpenFlights& open_;
  WaysOutOptions options_;
  FleetId fleet_;
  std::vector<Leg> backwards_;  // from the flight back to the base
  std::vector<Beginning> found_;
};

}  // namespace

std::vector<Beginning> ways_out(const CrewModel& model, const Routes& routes,
                                const OpenFlights& open, FlightId flight,
                                const WaysOutOptions& options) {
  return BackwardSearch(model, routes, open, flight, options).run();
}

}  // namespace skein::seeding
