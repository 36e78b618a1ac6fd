#include "pairing/cost.h"

#include <algorithm>

namespace skein::pairing {

PairingCost& PairingCost::operator+=(const PairingCost& other) {
  gaps += other.gaps;
  deadheads += other.deadheads;
  guarantee += other.guarantee;
  aircraft_changes += other.aircraft_changes;
  return *this;
}

Cost gap_cost(const CostRules& rules, Minutes gap) {
  const auto after =
      std::upper_bound(rules.gap_pieces.begin(), rules.gap_pieces.end(), gap,
                       [](Minutes at, const GapPiece& piece) { return at < piece.from; });
  if (after == rules.gap_pieces.begin()) return Cost(0);
  const GapPiece& piece = *std::prev(after);
  return piece.value + piece.rate * (gap - piece.anchor);
}

Cost deadhead_cost(const CostRules& rules, Minutes flying) {
  return rules.deadhead + rules.deadhead_rate * flying;
}

Cost guarantee_cost(const CostRules& rules, Minutes flying) {
  return rules.guarantee_rate * std::max(Minutes(0), rules.guaranteed_flying - flying);
}

Cost aircraft_change_cost(const CostRules& rules, const schedule::Flight& flight,
                          const schedule::Flight& next, Minutes gap) {
  const bool changes = flight.tail.exists() && next.tail.exists() && flight.tail != next.tail;
  return changes && gap < rules.aircraft_change_below ? rules.aircraft_change : Cost(0);
}

PairingCost pairing_cost(const schedule::Schedule& schedule, const Rules& rules,
                         std::span<const Leg> legs) {
  PairingCost cost;
  for (std::size_t i = 0; i < legs.size(); ++i) {
    const schedule::Flight& flight = schedule.flight(legs[i].flight);
    if (legs[i].role == Role::kDeadhead) {
      cost.deadheads += deadhead_cost(rules.cost, flight.duration());
    }
    if (i + 1 == legs.size()) break;
    const Minutes gap = gap_between(schedule, legs[i], legs[i + 1]);
    cost.gaps += gap_cost(rules.cost, gap);
    cost.aircraft_changes +=
        aircraft_change_cost(rules.cost, flight, schedule.flight(legs[i + 1].flight), gap);
  }
  for (const Duty& duty : split_into_duties(schedule, rules.work, legs)) {
    cost.guarantee += guarantee_cost(rules.cost, duty.flying);
  }
  return cost;
}

double credited_hours(const schedule::Schedule& schedule, const CostRules& rules,
                      std::span<const Leg> legs) {
  Minutes operated;
  Minutes deadheaded;
  for (const Leg& leg : legs) {
    (leg.role == Role::kOperate ? operated : deadheaded) += schedule.flight(leg.flight).duration();
  }
  return operated.hours() + rules.deadhead_credit * deadheaded.hours();
}

}  // namespace skein::pairing
