#include "seeding/breaking.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "pairing/cost.h"
#include "pairing/legality.h"
#include "seeding/connection_mask.h"

namespace skein::seeding {
namespace {

using pairing::Leg;
using pairing::Pairing;
using pairing::Role;
using schedule::Schedule;

class Breaking {
 public:
  Breaking(const Schedule& schedule, const pairing::Rules& rules)
      : schedule_(schedule), rules_(rules), is_covered_(schedule.flights().size(), false) {}

  BrokenPlan run(const plan::Plan& plan) && {
    result_.summary.before = figures_of(schedule_, rules_, plan);
    for (const Pairing& pairing : plan.pairings) names_.insert(pairing.name);
    std::vector<const Pairing*> to_break;
    for (const Pairing& pairing : plan.pairings) {
      is_sound(pairing) ? keep(pairing) : to_break.push_back(&pairing);
    }
    for (const Pairing* pairing : to_break) break_up(*pairing);
    for (const Pairing* pairing : to_break) link_rest(*pairing);
    sort_plan();
    result_.summary.after = figures_of(schedule_, rules_, result_.plan);
    return std::move(result_);
  }

 private:
  // Legs begin, ..., end-1 of a pairing that is broken.
  struct Part {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  // The best parts among the first legs.
  struct Best {
    std::size_t covered = 0;
    Cost cost;
    Part last;  // empty: no part ends here

    bool better_than(const Best& other) const {
      return covered != other.covered ? covered > other.covered : cost < other.cost;
    }
  };

  bool is_known(const Leg& leg) const { return leg.flight.exists(); }
  bool is_new(const Leg& leg) const {
    return leg.role == Role::kOperate && !is_covered_[leg.flight];
  }

  bool is_sound(const Pairing& pairing) const {
    for (const Leg& leg : pairing.legs) {
      if (!is_known(leg)) return false;
      if (leg.role == Role::kOperate && is_covered_[leg.flight]) return false;
    }
    return pairing::is_legal(schedule_, rules_.work, pairing);
  }

  void keep(const Pairing& pairing) {
    ++result_.summary.kept;
    take(pairing);
  }

  void take(Pairing pairing) {
    for (const Leg& leg : pairing.legs) {
      if (leg.role == Role::kOperate) is_covered_[leg.flight] = true;
    }
    result_.plan.pairings.push_back(std::move(pairing));
  }

  void break_up(const Pairing& pairing) {
    std::size_t number = 0;
    for (const Part& part : best_parts(pairing.legs)) {
      Pairing kept = as_pairing(pairing.legs, part);
      kept.name = name_of_part(pairing.name, ++number);
      take(std::move(kept));
    }
    result_.summary.parts += number;
    ++(number > 0 ? result_.summary.broken : result_.summary.dropped);
  }

  // "12.1" is the first part of pairing "12", unless another one is called so.
  std::string name_of_part(const std::string& whole, std::size_t number) {
    std::string name = fmt::format("{}.{}", whole, number);
    while (!names_.insert(name).second) name += ".1";
    return name;
  }

  // By dynamic programming over the legs: the last part ends with a leg, or that leg is left out.
  std::vector<Part> best_parts(const std::vector<Leg>& legs) const {
    std::vector<Best> best(legs.size() + 1);
    for (std::size_t end = 1; end <= legs.size(); ++end) {
      best[end] = best[end - 1];
      best[end].last = {};
      for (std::size_t begin = end; begin-- > 0 && is_known(legs[begin]);) {
        const Best with = with_part(best[begin], legs, {begin, end});
        if (with.last.end != 0 && with.better_than(best[end])) best[end] = with;
      }
    }
    std::vector<Part> parts;
    for (std::size_t end = legs.size(); end > 0;) {
      const Part& last = best[end].last;
      if (last.end == 0) {
        --end;
      } else {
        parts.push_back(last);
        end = last.begin;
      }
    }
    std::reverse(parts.begin(), parts.end());
    return parts;
  }

  // Without a last part where it is no legal pairing, or covers nothing.
  Best with_part(const Best& before, const std::vector<Leg>& legs, Part part) const {
    Best with = before;
    with.last = {};
    const Pairing pairing = as_pairing(legs, part);
    std::size_t covered = 0;
    for (const Leg& leg : pairing.legs) covered += leg.role == Role::kOperate ? 1 : 0;
    if (covered == 0 || !pairing::is_legal(schedule_, rules_.work, pairing)) return with;
    with.covered += covered;
    with.cost += pairing_cost(schedule_, rules_, pairing.legs).total();
    with.last = part;
    return with;
  }

  // Riding along where another crew operates.
  Pairing as_pairing(const std::vector<Leg>& legs, Part part) const {
    Pairing pairing;
    pairing.base = schedule_.flight(legs[part.begin].flight).origin;
    for (std::size_t i = part.begin; i < part.end; ++i) {
      pairing.legs.push_back({legs[i].flight, is_new(legs[i]) ? Role::kOperate : Role::kDeadhead});
    }
    return pairing;
  }

  // Runs of flights that no pairing covers, as far as a crew may connect from one to the next.
  void link_rest(const Pairing& pairing) {
    plan::Cluster run;
    for (const Leg& leg : pairing.legs) {
      const bool is_left = is_known(leg) && is_new(leg);
      const bool goes_on =
          is_left && !run.empty() && may_connect(schedule_, rules_.work, run.back(), leg.flight);
      if (!goes_on) end_run(run);
      if (is_left) run.push_back(leg.flight);
      // What the cluster has is in no other.
      if (is_left) is_covered_[leg.flight] = true;
    }
    end_run(run);
  }

  void end_run(plan::Cluster& run) {
    if (run.size() > 1) {
      result_.summary.links += run.size() - 1;
      result_.clusters.push_back(run);
    }
    run.clear();
  }

  void sort_plan() {
    std::vector<Pairing>& pairings = result_.plan.pairings;
    std::stable_sort(pairings.begin(), pairings.end(), [](const Pairing& a, const Pairing& b) {
      return a.legs.front().flight < b.legs.front().flight;
    });
    for (plan::Cluster& cluster : plan::clusters_of(schedule_, result_.plan)) {
      if (cluster.size() > 1) result_.clusters.push_back(std::move(cluster));
    }
    std::sort(result_.clusters.begin(), result_.clusters.end());
  }

  const Schedule& schedule_;
  const pairing::Rules& rules_;
  IdVector<FlightId, bool> is_covered_;
  std::unordered_set<std::string> names_;
  BrokenPlan result_;
};

}  // namespace

BrokenPlan break_illegal(const Schedule& schedule, const pairing::Rules& rules,
                         const plan::Plan& plan) {
  return Breaking(schedule, rules).run(plan);
}

}  // namespace skein::seeding
