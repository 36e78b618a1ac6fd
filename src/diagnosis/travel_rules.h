// What the work rules ask of a crew that operates one flight and rides on all others, with at most
// one rule relaxed.
//
// Such crews tell which flights can be operated at all: if a legal pairing operates a flight, it
// stays legal when its crew rides on the other flights. Riding takes the same time; it is no
// flying, no operated leg and no landing, and what the flight duty period ends with can only move
// forward, under a limit that can only grow.
//
// The need of a pairing is by how much it goes beyond the relaxed rule: 0 if it is legal as it is,
// kForbidden if it breaks another rule. The smallest change of the rule that lets a flight be
// operated is the least need of the pairings that do.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <optional>

#include "base/ids.h"
#include "base/units.h"
#include "diagnosis/changes.h"
#include "pairing/rules.h"
#include "pricing/accepted_connections.h"
#include "pricing/connections.h"
#include "pricing/duty_starts.h"
#include "schedule/schedule.h"

namespace skein::diagnosis {

constexpr int kForbidden = std::numeric_limits<int>::max();

// The crews of a station, which need not be a base yet.
struct Crews {
  Crews(const schedule::Schedule& schedule, const pairing::WorkRules& rules, StationId home);

  StationId base;
  pricing::DutyStarts starts;  // with the limits of the tables only
};

class TravelRules {
 public:
  // Schedule and rules must live as long as this.
  TravelRules(const schedule::Schedule& schedule, const pairing::Rules& rules,
              std::optional<Change> relaxed);
  TravelRules(const TravelRules&) = delete;
  TravelRules& operator=(const TravelRules&) = delete;

  const schedule::Schedule& schedule() const { return schedule_; }
  const pricing::Connections& connections() const { return connections_; }
  const pricing::LegTimes& times(FlightId flight) const { return connections_.times(flight); }
  const pairing::WorkRules& work() const { return rules_.work; }
  std::optional<Change> relaxed() const { return relaxed_; }

  // The need of what goes beyond a rule by `excess`.
  int need(Change rule, int excess) const { return need(rule, excess, relaxed_, most_excess_); }

  int connection_need(FlightId flight, FlightId next) const;
  int sit_need(Minutes gap) const;
  int rest_need(Minutes rest) const;
  int cover_need(Minutes duty_span, Minutes rest) const;
  int span_need(Minutes duty_span) const;
  int duties_need(int duties) const;
  int days_need(int days) const;
  // Of operating the flight in a duty that starts with `first`. Here another rule may be the
  // relaxed one, if it does not bear on travel.
  int operating_need(const Crews& crews, FlightId first, FlightId flight,
                     std::optional<Change> relaxed) const;

  Instant report(FlightId first) const { return times(first).departure - work().briefing; }
  Minutes span(FlightId first, Instant last_arrival) const {
    return last_arrival + work().debriefing - report(first);
  }
  // What a gap leaves between release and report.
  Minutes rest_in(Minutes gap) const { return gap - work().briefing - work().debriefing; }
  bool is_rest(Minutes rest) const { return rest >= work().min_rest; }
  // Sits must stay below a relaxed minimum rest, so the longest one counts.
  bool sits_count() const { return relaxed_ == Change::kMinRest; }
  bool is_consistent(int pairing_need, Minutes longest_sit) const {
    return !sits_count() || longest_sit < work().min_rest - Minutes(pairing_need);
  }
  // Whether it matters when a duty began.
  bool reports_count() const { return work().max_duty_span || work().rest_covers_previous_duty; }

  // A gap that long is a rest, long enough by all that does not depend on the duty before, and
  // costs no more than any longer one.
  Minutes settled_gap() const { return settled_gap_; }
  // Flights that may follow after a shorter gap.
  template <class Visit>
  void for_each_soon(FlightId flight, Visit visit) const {
    for (FlightId next : connections_.sits(flight)) visit(next);
    for (const auto& accepted : connections_.accepted(flight)) visit(accepted.second);
    const Instant settled = times(flight).arrival + settled_gap_;
    for (FlightId next : connections_.rests(flight)) {
      if (times(next).departure >= settled) break;
      visit(next);
    }
  }

  // Cost of riding, and of a duty in which the crew only rides.
  double ride_cost(FlightId flight) const { return ride_costs_[flight]; }
  double idle_duty_cost() const { return connections_.guarantee(Minutes(0)); }

  // A crew may have come out before the first of these moments, or come home after the last: how
  // long from the begin and before the end of the flights that is considered.
  static constexpr Minutes kCarryWindow = hours(36);
  Instant carry_in_until() const;
  Instant carry_out_from() const;

 private:
  static int need(Change rule, int excess, std::optional<Change> relaxed, int most) {
    if (excess <= 0) return 0;
    return rule == relaxed && excess <= most ? excess : kForbidden;
  }

  const schedule::Schedule& schedule_;
  const pairing::Rules& rules_;
  std::optional<Change> relaxed_;
  int most_excess_ = 0;
  pairing::Rules connection_rules_;  // let pass every connection that a need is worked out for
  pricing::Connections connections_;
  pricing::AcceptedConnections accepted_;
  Minutes settled_gap_;
  IdVector<FlightId, double> ride_costs_;
};

}  // namespace skein::diagnosis
