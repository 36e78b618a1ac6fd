#include "optimizer/spread.h"

#include <algorithm>
#include <unordered_map>

namespace skein::optimizer {
namespace {

using pairing::Leg;
using pairing::Role;

class Brought {
 public:
  explicit Brought(int per_flight) : per_flight_(per_flight) {}

  bool is_crowded(const Candidate& pairing) const {
    int operated = 0;
    int crowded = 0;
    for (const Leg& leg : pairing.legs) {
      if (leg.role != Role::kOperate) continue;
      ++operated;
      const auto times = times_.find(leg.flight.index());
      if (times != times_.end() && times->second >= per_flight_) ++crowded;
    }
    return 2 * crowded > operated;
  }

  void add(const Candidate& pairing) {
    for (const Leg& leg : pairing.legs) {
      if (leg.role == Role::kOperate) ++times_[leg.flight.index()];
    }
  }

 private:
  int per_flight_;
  std::unordered_map<std::size_t, int> times_;  // by flight
};

}  // namespace

std::size_t add_spread(Master& master, std::vector<std::pair<double, Candidate>> pairings,
                       int per_flight) {
  std::stable_sort(pairings.begin(), pairings.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  Brought brought(per_flight);
  std::size_t added = 0;
  for (const auto& [cost, pairing] : pairings) {
    if (brought.is_crowded(pairing) || !master.add(pairing)) continue;
    ++added;
    brought.add(pairing);
  }
  return added;
}

}  // namespace skein::optimizer
