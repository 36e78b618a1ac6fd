#include "optimizer/repair.h"

#include <algorithm>

#include <fmt/format.h>

#include "pairing/broken_wishes.h"
#include "pairing/legality.h"
#include "pricing/prices.h"

namespace skein::optimizer {
namespace {

using pairing::Leg;
using pairing::Role;

class Repair {
 public:
  Repair(const schedule::Schedule& schedule, const pairing::Rules& rules)
      : schedule_(schedule),
        rules_(rules),
        open_(pricing::open_flights(schedule.flights().size(), rules.wishes)),
        operated_(schedule.flights().size(), 0) {}

  RepairedPlan run(const plan::Plan& plan) {
    RepairedPlan repaired;
    for (const plan::Pairing& pairing : plan.pairings) {
      if (is_locked(pairing)) continue;
      std::string reason = reason_to_drop(pairing);
      if (!reason.empty()) {
        repaired.dropped.push_back({pairing.name, std::move(reason)});
        continue;
      }
      for (const Leg& leg : pairing.legs) {
        if (leg.role == Role::kOperate) operated_[leg.flight] = 1;
      }
      repaired.plan.pairings.push_back(pairing);
    }
    return repaired;
  }

 private:
  bool is_locked(const plan::Pairing& pairing) const {
    const auto& locked = rules_.wishes.locked_pairings;
    return std::any_of(locked.begin(), locked.end(), [&](const plan::Pairing& other) {
      return other.base == pairing.base && other.legs == pairing.legs;
    });
  }

  // Empty if there is none.
  std::string reason_to_drop(const plan::Pairing& pairing) const {
    const auto& bases = schedule_.bases();
    if (std::find(bases.begin(), bases.end(), pairing.base) == bases.end()) {
      return fmt::format("{} is no base", schedule_.station(pairing.base).code);
    }
    if (plan::known_beginning(pairing).size() < pairing.legs.size()) {
      return "it has a flight that is not in the month";
    }
    const auto broken = pairing::violations(schedule_, rules_.work, pairing.base, pairing.legs);
    if (!broken.empty()) return broken.front().detail;
    const auto unwished =
        pairing::broken_wishes(schedule_, rules_.wishes, pairing.base, pairing.legs);
    if (!unwished.empty()) return unwished.front().detail;
    const auto operates = [](const Leg& leg) { return leg.role == Role::kOperate; };
    if (std::none_of(pairing.legs.begin(), pairing.legs.end(), operates)) {
      return "it operates no flight";
    }
    for (const Leg& leg : pairing.legs) {
      if (operates(leg) && !open_[leg.flight]) {
        return fmt::format("flight {} belongs to a locked pairing",
                           schedule_.flight(leg.flight).id);
      }
      if (operates(leg) && operated_[leg.flight]) {
        return fmt::format("flight {} is operated by another pairing already",
                           schedule_.flight(leg.flight).id);
      }
    }
    return "";
  }

  const schedule::Schedule& schedule_;
  const pairing::Rules& rules_;
  pricing::OpenFlights open_;  // not of locked pairings
  IdVector<FlightId, char> operated_;
};

}  // namespace

RepairedPlan keep_legal(const schedule::Schedule& schedule, const pairing::Rules& rules,
                        const plan::Plan& plan) {
  return Repair(schedule, rules).run(plan);
}

}  // namespace skein::optimizer
