#include "seeding/connection_costs.h"

#include <algorithm>
#include <cmath>

namespace skein::seeding {

using pricing::CrewState;
using pricing::FlightOutlook;
using pricing::NextFlight;

Cost BelievedNext::cost_of(FlightId next) const {
  const auto found =
      std::lower_bound(links.begin(), links.end(), next,
                       [](const Link& link, FlightId flight) { return link.flight < flight; });
  return Cost(found != links.end() && found->flight == next ? found->cost : other);
}

ConnectionCosts::ConnectionCosts(const schedule::Schedule& schedule,
                                 const pricing::ConnectionScorer& scorer,
                                 const BeliefOptions& options)
    : schedule_(schedule), scorer_(scorer), options_(options) {
  for (FlightId flight : schedule.flight_ids()) {
    const double starts = scorer.starts(flight);
    const double best = std::max(starts, 1 - starts);
    starts_.push_back(Cost(regret(best, starts)));
    follows_.push_back(regret(best, 1 - starts));
  }
}

float ConnectionCosts::regret(double best, double probability) const {
  const double least = options_.least_probability;
  return static_cast<float>(options_.weight *
                            std::log(std::max(best, least) / std::max(probability, least)));
}

const BelievedNext& ConnectionCosts::after(FlightId flight, StationId base,
                                           const CrewState& state) {
  const Key key = key_of(flight, base, state);
  const auto found = kept_.find(key);
  if (found != kept_.end()) return found->second;
  ++asked_;
  const CrewState* known = options_.use_state ? &state : nullptr;
  return kept_.emplace(key, believed(scorer_.outlook(flight, base, known))).first->second;
}

void ConnectionCosts::forget_old() {
  if (kept_.size() > options_.most_kept) kept_.clear();
}

ConnectionCosts::Key ConnectionCosts::key_of(FlightId flight, StationId base,
                                             const CrewState& state) const {
  Key key;
  key.flight = flight;
  if (!options_.use_state) return key;
  const auto steps = [this](Minutes length) {
    return length.count() / options_.state_step.count();
  };
  key.base = base;
  key.span = steps(state.free_from - state.report);
  key.duty_flying = steps(state.duty_flying);
  key.duty_legs = state.duty_legs;
  key.duties = state.duties;
  key.days = state.days;
  if (!options_.tell_totals) return key;
  key.flying = steps(state.flying);
  key.landings = state.landings;
  return key;
}

std::size_t ConnectionCosts::KeyHash::operator()(const Key& key) const noexcept {
  std::size_t hash = key.flight.index();
  const auto mix = [&hash](std::int64_t value) {
    hash = (hash ^ static_cast<std::size_t>(value)) * 0x9E3779B97F4A7C15ULL;
    hash ^= hash >> 29U;
  };
  mix(static_cast<std::int64_t>(key.base.index()));
  mix(key.span);
  mix(key.duty_flying);
  mix(key.flying);
  mix(key.duty_legs + (std::int64_t{key.landings} << 16U));
  mix(key.duties + (std::int64_t{key.days} << 16U));
  return hash;
}

BelievedNext ConnectionCosts::believed(const FlightOutlook& outlook) const {
  double best = outlook.ends;
  for (const NextFlight& next : outlook.next) best = std::max(best, next.probability);
  BelievedNext believed;
  believed.end = regret(best, outlook.ends);
  believed.other = regret(best, 0);
  std::vector<NextFlight> likely;
  for (const NextFlight& next : outlook.next) {
    believed.links.push_back({next.flight, regret(best, next.probability) + follows_[next.flight]});
    if (next.probability >= options_.candidate_from) likely.push_back(next);
  }
  std::sort(
      believed.links.begin(), believed.links.end(),
      [](const BelievedNext::Link& a, const BelievedNext::Link& b) { return a.flight < b.flight; });
  std::stable_sort(likely.begin(), likely.end(), [](const NextFlight& a, const NextFlight& b) {
    return a.probability > b.probability;
  });
  if (likely.size() > options_.candidates) likely.resize(options_.candidates);
  for (const NextFlight& next : likely) believed.likely.push_back(next.flight);
  return believed;
}

Cost belief_of_pairing(const pricing::CrewModel& model, std::span<const pairing::Leg> legs,
                       ConnectionCosts& costs) {
  Cost sum;
  const BelievedNext* believed = nullptr;
  CrewState state;
  for (std::size_t i = 0; i < legs.size(); ++i) {
    state = i == 0 ? *model.start(legs[i]) : *model.extend(state, legs[i]);
    if (legs[i].role != pairing::Role::kOperate) continue;
    sum += believed == nullptr ? costs.start(legs[i].flight) : believed->cost_of(legs[i].flight);
    believed = &costs.after(legs[i].flight, model.base(), state);
  }
  return believed == nullptr ? sum : sum + Cost(believed->end);
}

}  // namespace skein::seeding
