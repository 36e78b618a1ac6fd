#include "seeding/chain_plan.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "pairing/legality.h"

namespace skein::seeding {

using pairing::Pairing;
using pairing::Role;
using pricing::CrewModel;
using pricing::CrewState;

void ChainCutter::cut(const Chain& chain) {
  for (std::size_t first = 0; first < chain.size();) {
    const schedule::Flight& flight = models_.schedule().flight(chain[first]);
    const CrewModel* model = models_.of(flight.origin);
    if (model == nullptr) {
      ++result_.summary.cut_flights;
      ++first;
      continue;
    }
    const std::size_t home = flights_home(chain, first);
    add(Chain(chain.begin() + static_cast<std::ptrdiff_t>(first),
              chain.begin() + static_cast<std::ptrdiff_t>(first + std::max<std::size_t>(home, 1))),
        home);
    first += std::max<std::size_t>(home, 1);
  }
}

// How many flights from the first on lead back to where it leaves, at most.
std::size_t ChainCutter::flights_home(const Chain& chain, std::size_t first) const {
  const CrewModel& model = *models_.of(models_.schedule().flight(chain[first]).origin);
  std::size_t home = 0;
  std::optional<CrewState> state = model.start({chain[first], Role::kOperate});
  for (std::size_t next = first + 1; state; ++next) {
    if (model.may_end(*state)) home = next - first;
    if (next == chain.size()) break;
    state = model.extend(*state, {chain[next], Role::kOperate});
  }
  return home;
}

void ChainCutter::add(const Chain& chain, std::size_t home) {
  ChainSummary& summary = result_.summary;
  ++summary.chains;
  summary.cut_flights += chain.size() - home;
  if (home == 0) {
    ++summary.never_home;
    return;
  }
  Pairing pairing;
  pairing.base = models_.schedule().flight(chain.front()).origin;
  for (std::size_t i = 0; i < home; ++i) pairing.legs.push_back({chain[i], Role::kOperate});
  result_.plan.pairings.push_back(std::move(pairing));
}

ChainPlan ChainCutter::finish(const schedule::Schedule& schedule, const pairing::Rules& rules) && {
  std::vector<Pairing>& pairings = result_.plan.pairings;
  std::stable_sort(pairings.begin(), pairings.end(), [](const Pairing& a, const Pairing& b) {
    return a.legs.front().flight < b.legs.front().flight;
  });
  for (std::size_t i = 0; i < pairings.size(); ++i) {
    pairings[i].name = fmt::format("{}", i + 1);
    if (!pairing::is_legal(schedule, rules.work, pairings[i])) ++result_.summary.illegal;
  }
  result_.summary.pairings = pairings.size();
  return std::move(result_);
}

}  // namespace skein::seeding
