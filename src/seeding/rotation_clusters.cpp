#include "seeding/rotation_clusters.h"

#include <algorithm>
#include <map>
#include <optional>

#include "pricing/crew_model.h"

namespace skein::seeding {
namespace {

// What is legal within a duty does not depend on where the crew lives, but for the clock that some
// tables read; the crew is taken to live where the duty begins.
class Duties {
 public:
  Duties(const schedule::Schedule& schedule, const pairing::Rules& rules)
      : schedule_(schedule), rules_(rules) {}

  std::optional<pricing::CrewState> begin(FlightId flight) {
    model_ = &model_of(schedule_.flight(flight).origin);
    return model_->start({flight, pairing::Role::kOperate});
  }

  std::optional<pricing::CrewState> go_on(const pricing::CrewState& state, FlightId flight) const {
    const schedule::Flight& next = schedule_.flight(flight);
    if (next.origin != state.station || next.fleet != state.fleet) return std::nullopt;
    const auto after = model_->extend(state, {flight, pairing::Role::kOperate});
    return after && after->duties == state.duties ? after : std::nullopt;
  }

 private:
  const pricing::CrewModel& model_of(StationId station) {
    const auto at = models_.find(station);
    if (at != models_.end()) return at->second;
    return models_.try_emplace(station, schedule_, rules_, station).first->second;
  }

  const schedule::Schedule& schedule_;
  const pairing::Rules& rules_;
  std::map<StationId, pricing::CrewModel> models_;
  const pricing::CrewModel* model_ = nullptr;
};

}  // namespace

std::vector<plan::Cluster> rotation_clusters(const schedule::Schedule& schedule,
                                             const pairing::Rules& rules) {
  IdVector<TailId, std::vector<FlightId>> rotations(schedule.tails().size());
  for (FlightId flight : schedule.flight_ids()) {
    const TailId tail = schedule.flight(flight).tail;
    if (tail.exists()) rotations[tail].push_back(flight);
  }
  Duties duties(schedule, rules);
  std::vector<plan::Cluster> clusters;
  for (const std::vector<FlightId>& rotation : rotations) {
    std::optional<pricing::CrewState> state;
    for (FlightId flight : rotation) {
      const auto after = state ? duties.go_on(*state, flight) : std::nullopt;
      if (!after) clusters.emplace_back();
      clusters.back().push_back(flight);
      state = after ? after : duties.begin(flight);
    }
  }
  std::erase_if(clusters, [](const plan::Cluster& cluster) { return cluster.size() < 2; });
  std::sort(clusters.begin(), clusters.end());
  return clusters;
}

}  // namespace skein::seeding
