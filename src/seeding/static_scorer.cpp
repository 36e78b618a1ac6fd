#include "seeding/static_scorer.h"

#include <algorithm>

namespace skein::seeding {

using pricing::ConnectionScores;
using pricing::FlightOutlook;
using pricing::NextFlight;

ConnectionScores scores_of(const schedule::Schedule& schedule,
                           const pricing::ConnectionScorer& scorer) {
  ConnectionScores scores;
  for (FlightId flight : schedule.flight_ids()) {
    scores.outlook.push_back(scorer.outlook(flight, StationId::none(), nullptr));
    scores.starts.push_back(scorer.starts(flight));
    scores.layover.push_back(scorer.layover_before(flight));
  }
  return scores;
}

double probability_of(const FlightOutlook& outlook, FlightId next) {
  const auto found =
      std::find_if(outlook.next.begin(), outlook.next.end(),
                   [next](const NextFlight& candidate) { return candidate.flight == next; });
  return found == outlook.next.end() ? 0 : found->probability;
}

}  // namespace skein::seeding
