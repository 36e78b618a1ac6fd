// Scores that are known for a whole month, with no regard to where a crew stands in its pairing.
#pragma once

#include "pricing/connection_scorer.h"
#include "schedule/schedule.h"

namespace skein::seeding {

class StaticScorer final : public pricing::ConnectionScorer {
 public:
  // The scores must live as long as this.
  explicit StaticScorer(const pricing::ConnectionScores& scores) : scores_(scores) {}

  pricing::FlightOutlook outlook(FlightId flight, StationId,
                                 const pricing::CrewState*) const final {
    return scores_.outlook[flight];
  }
  double starts(FlightId flight) const final { return scores_.starts[flight]; }
  double layover_before(FlightId flight) const final { return scores_.layover[flight]; }

 private:
  const pricing::ConnectionScores& scores_;
};

// What the scorer says of all flights of a month where nothing is known of the crews.
pricing::ConnectionScores scores_of(const schedule::Schedule& schedule,
                                    const pricing::ConnectionScorer& scorer);

// The probability of the next flight; 0 where it is no candidate.
double probability_of(const pricing::FlightOutlook& outlook, FlightId next);

}  // namespace skein::seeding
