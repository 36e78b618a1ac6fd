// Why a flight goes on as it does: its candidates with their scores, what the constraint that no
// flight is used twice has changed, and which past connections speak for each.
#pragma once

#include <string>
#include <vector>

#include "base/ids.h"
#include "pairing/rules.h"
#include "pricing/connection_scorer.h"
#include "schedule/schedule.h"
#include "seeding/joint_chains.h"

namespace skein::seeding {

// That crews went on from one flight to another in a past month, as flights of the present one.
struct PastConnection {
  std::string month;
  FlightId flight;
  FlightId next;  // none: pairings ended with the flight
  int count = 0;
};

struct PastMonth {
  std::string month;
  int count = 0;
};

// One way on from the flight.
struct WhyChoice {
  FlightId next;  // none: the pairing ends
  double probability = 0;
  bool may_connect = true;  // by the rules that look at the two flights only
  // Who goes on to it in the joint decoding; none where it starts a pairing there. Of the end:
  // none.
  FlightId taken_by;
  double taken_with = 0;        // that flight's probability of it
  std::vector<PastMonth> past;  // in the order given
  int past_count = 0;           // of all months
};

struct Why {
  FlightId flight;
  FlightId previous;  // the flight before it in the joint decoding; none: it starts a pairing
  double starts = 0;
  double layover = 0;
  std::vector<WhyChoice> choices;  // the likeliest first
  FlightId best_alone;             // none: to end
  FlightId best_jointly;           // none: to end
  bool changed = false;            // the constraint made a difference
  // Where it did: what the flight gives up, as a ratio of probabilities of 1 or more. Infinite
  // where the joint choice was thought impossible.
  double given_up = 1;
};

Why explain(const schedule::Schedule& schedule, const pairing::Rules& rules,
            const pricing::ConnectionScores& scores, const Links& joint,
            const std::vector<PastConnection>& past, FlightId flight);

}  // namespace skein::seeding
