#include "optimizer/filling.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

#include "pairing/cost.h"

namespace skein::optimizer {
namespace {

using pairing::Leg;
using pairing::Role;

class Filling {
 public:
  Filling(const schedule::Schedule& schedule, const pairing::Rules& rules,
          const Relaxation& relaxation, std::vector<Candidate> plan)
      : schedule_(schedule),
        rules_(rules),
        relaxation_(relaxation),
        month_(whole_month(schedule, {}, rules.wishes)),
        master_(schedule, rules, month_),
        open_(month_.open),
        plan_(std::move(plan)) {
    for (const Candidate& pairing : plan_) mark_operated(pairing, 0, open_);
  }

  // Losses only grow while flights are covered, so a pairing whose loss is still the one that it
  // was put in order by is the best.
  std::vector<Candidate> run() {
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> order;
    for (std::size_t j = 0; j < relaxation_.pool.size(); ++j) {
      if (may_take(relaxation_.pool[j])) order.emplace(loss_of(left_of(j)), j);
    }
    while (!order.empty()) {
      const auto [loss, j] = order.top();
      order.pop();
      if (!may_take(relaxation_.pool[j])) continue;
      Candidate pairing = left_of(j);
      const double now = loss_of(pairing);
      if (now > loss + kSame) {
        order.emplace(now, j);
      } else if (is_worth_it(pairing)) {
        mark_operated(pairing, 0, open_);
        plan_.push_back(std::move(pairing));
      }
    }
    return std::move(plan_);
  }

 private:
  using Entry = std::pair<double, std::size_t>;  // loss, place in the pool
  static constexpr double kSame = 1e-9;

  // Riding in place of operating keeps to the rules (master.h), but perhaps not to wishes.
  bool may_take(const Candidate& pairing) const {
    if (!rules_.wishes.empty()) return operates_only(open_, pairing);
    return std::any_of(pairing.legs.begin(), pairing.legs.end(), [&](const Leg& leg) {
      return leg.role == Role::kOperate && open_[leg.flight];
    });
  }

  // The pairing, riding in what others operate.
  Candidate left_of(std::size_t j) const {
    Candidate pairing = relaxation_.pool[j];
    for (Leg& leg : pairing.legs) {
      if (!open_[leg.flight]) leg.role = Role::kDeadhead;
    }
    return pairing;
  }

  double loss_of(const Candidate& pairing) const {
    return master_.reduced_cost(relaxation_.prices, pairing) /
           static_cast<double>(operated_flights(pairing));
  }

  bool is_worth_it(const Candidate& pairing) const {
    const double cost = pairing::pairing_cost(schedule_, rules_, pairing.legs).total().amount();
    return cost <
           rules_.cost.uncovered_flight.amount() * static_cast<double>(operated_flights(pairing));
  }

  const schedule::Schedule& schedule_;
  const pairing::Rules& rules_;
  const Relaxation& relaxation_;
  Part month_;
  Master master_;
  pricing::OpenFlights open_;
  std::vector<Candidate> plan_;
};

}  // namespace

std::vector<Candidate> filled(const schedule::Schedule& schedule, const pairing::Rules& rules,
                              const Relaxation& relaxation, std::vector<Candidate> plan) {
  return Filling(schedule, rules, relaxation, std::move(plan)).run();
}

std::vector<Candidate> mostly_taken(const schedule::Schedule& schedule,
                                    const Relaxation& relaxation) {
  pricing::OpenFlights open(schedule.flights().size(), 1);
  std::vector<Candidate> taken;
  const std::size_t known = std::min(relaxation.shares.size(), relaxation.pool.size());
  for (std::size_t j = 0; j < known; ++j) {
    const Candidate& pairing = relaxation.pool[j];
    if (relaxation.shares[j] <= 0.5 || !operates_only(open, pairing)) continue;
    mark_operated(pairing, 0, open);
    taken.push_back(pairing);
  }
  return taken;
}

}  // namespace skein::optimizer
