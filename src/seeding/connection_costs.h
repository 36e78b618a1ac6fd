// Connection scores as costs of arcs, for searches that build pairings leg by leg.
//
// A pairing p with operated flights f1, ..., fn is charged
//
//    b_p = weight * ( start(f1) + sum_i link(f_i, f_i+1) + end(fn) )
//
//    link(f, g) = log( best_f / p_fg ) + max(0, log( r_g / (1 - r_g) ))
//    end(f)     = log( best_f / q_f )
//    start(g)   = max(0, log( (1 - r_g) / r_g ))
//
// where best_f is the largest of all p_fg and of q_f, the probability of the end, and r_g is that
// of a start. Every flight of a plan goes on or ends, and is followed or starts, so the sum of all
// b_p is the negative log-likelihood of the plan, less what the best choices of all flights alone
// would have: nobody pays for what is predicted. Probabilities below `least_probability`, and
// flights that are no candidates, are charged as that.
//
// Scorers that know the crew's state are asked once for every state; answers are kept.
#pragma once

#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/ids.h"
#include "base/units.h"
#include "pairing/pairing.h"
#include "pricing/connection_scorer.h"
#include "pricing/crew_model.h"
#include "pricing/crew_state.h"
#include "schedule/schedule.h"

namespace skein::seeding {

struct BeliefOptions {
  // Cost units per unit of log-likelihood: how much a plan may cost more to be likelier by a factor
  // e. Raise it where the scorer is good.
  double weight = 100;
  double least_probability = 1e-4;
  // Next flights that a search tries besides those that leave soonest: the likeliest, this many at
  // most, down to this probability.
  std::size_t candidates = 6;
  double candidate_from = 0.02;
  // Ask the scorer in the crew's state, rounded to this for times of flying and of duty. Longer
  // asks it less often.
  bool use_state = true;
  Minutes state_step = Minutes(1);
  // Whether crews that differ only in the flying and the flights of their earlier duties are told
  // apart. Turn on where the rules limit those of a pairing.
  bool tell_totals = false;
  // Answers kept; more take more memory, some 350 bytes each.
  std::size_t most_kept = 1'000'000;
};

// After an operated flight.
struct BelievedNext {
  struct Link {
    FlightId flight;
    float cost = 0;
  };
  std::vector<Link> links;       // candidates, in order of departure
  std::vector<FlightId> likely;  // to be tried, the likeliest first
  float other = 0;               // of a flight that is no candidate
  float end = 0;

  Cost cost_of(FlightId next) const;
};

class ConnectionCosts {
 public:
  // Both must live as long as this.
  ConnectionCosts(const schedule::Schedule& schedule, const pricing::ConnectionScorer& scorer,
                  const BeliefOptions& options);

  // start(g) and the second part of link(f, g), weighted.
  Cost start(FlightId flight) const { return starts_[flight]; }
  // Valid until forget_old is called.
  const BelievedNext& after(FlightId flight, StationId base, const pricing::CrewState& state);
  // Makes room where too many answers are kept.
  void forget_old();

  std::size_t asked() const { return asked_; }  // times that the scorer was

 private:
  // All that a scorer can know of the crew, and all that makes a difference for the next flight.
  struct Key {
    FlightId flight;
    StationId base;
    std::int32_t span = 0;
    std::int32_t duty_flying = 0;
    std::int32_t flying = 0;
    std::int16_t duty_legs = 0;
    std::int16_t landings = 0;  // this and `flying` only where totals are told apart
    std::int16_t duties = 0;
    std::int16_t days = 0;

    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const noexcept;
  };

  Key key_of(FlightId flight, StationId base, const pricing::CrewState& state) const;
  BelievedNext believed(const pricing::FlightOutlook& outlook) const;
  float regret(double best, double probability) const;

  const schedule::Schedule& schedule_;
  const pricing::ConnectionScorer& scorer_;
  BeliefOptions options_;
  IdVector<FlightId, Cost> starts_;
  IdVector<FlightId, float> follows_;  // being followed by where a start is likely
  std::unordered_map<Key, BelievedNext, KeyHash> kept_;
  std::size_t asked_ = 0;
};

// b_p of a whole pairing that is legal.
Cost belief_of_pairing(const pricing::CrewModel& model, std::span<const pairing::Leg> legs,
                       ConnectionCosts& costs);

}  // namespace skein::seeding
