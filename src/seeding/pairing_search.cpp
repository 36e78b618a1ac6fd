#include "seeding/pairing_search.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace skein::seeding {
namespace {

using pairing::Leg;
using pairing::Role;
using pricing::CrewModel;
using pricing::CrewState;

constexpr std::size_t kNoParent = std::numeric_limits<std::size_t>::max();
// A flight may be refused for its length or its day, and a later one accepted; this many are tried
// for each that is wanted.
constexpr std::size_t kTriesPerCandidate = 4;

}  // namespace

PairingSearch::PairingSearch(const CrewModel& model, const Routes& routes, const OpenFlights& open,
                             const FlightPrices& prices, const SearchOptions& options,
                             ConnectionCosts* beliefs)
    : model_(model),
      routes_(routes),
      open_(open),
      prices_(prices),
      options_(options),
      beliefs_(beliefs) {}

std::optional<FoundPairing> PairingSearch::best(const std::vector<Beginning>& beginnings,
                                                FleetId fleet) {
  begin(beginnings);
  std::size_t in_vain = 0;  // steps since the best pairing was found
  for (std::size_t legs = 1; legs < options_.max_legs && !beam_.empty(); ++legs) {
    const std::optional<std::size_t> best_before = best_;
    added_.clear();
    for (std::size_t label : beam_) expand(label, fleet);
    keep_best();
    in_vain = best_ == best_before ? in_vain + 1 : 0;
    if (best_ && in_vain == options_.patience) break;
  }
  if (!best_) return std::nullopt;
  return trace(*best_, beginnings);
}

void PairingSearch::begin(const std::vector<Beginning>& beginnings) {
  labels_.clear();
  added_.clear();
  best_.reset();
  if (beliefs_ != nullptr) beliefs_->forget_old();
  for (std::size_t i = 0; i < beginnings.size(); ++i) add(label_of(beginnings[i], i));
  keep_best();
}

PairingSearch::Label PairingSearch::label_of(const Beginning& beginning, std::size_t number) {
  const std::vector<Leg>& legs = beginning.legs;
  Label label{{}, Cost(), Cost(), nullptr, Cost(), legs.front(), number, kNoParent};
  for (std::size_t i = 0; i < legs.size(); ++i) {
    label.prices += price_of(legs[i]);
    if (beliefs_ == nullptr) continue;
    Label before = label;
    if (i > 0) look_ahead(before);
    label.leg = legs[i];
    label.state = i == 0 ? *model_.start(legs[0]) : *model_.extend(before.state, legs[i]);
    charge(label, before);
  }
  label.leg = legs.back();
  label.state = beginning.state;
  return label;
}

void PairingSearch::expand(std::size_t parent, FleetId fleet) {
  if (beliefs_ != nullptr) look_ahead(labels_[parent]);
  const CrewState state = labels_[parent].state;  // a copy: labels move as more are made
  const Window connection = connection_window(state);
  const Window rest = rest_window(state);
  tried_.clear();
  if (beliefs_ != nullptr) add_likely_flights(parent, fleet);
  add_open_flights(parent, fleet, connection, options_.connections);
  add_open_flights(parent, fleet, rest, options_.rests);
  if (model_.may_end(state)) return;
  add_deadheads_home(parent, {connection.from + model_.min_connection(), connection.until});
  add_deadheads_home(parent, rest);
}

PairingSearch::Window PairingSearch::connection_window(const CrewState& state) const {
  return {state.free_from, state.free_from + model_.least_rest_gap()};
}

PairingSearch::Window PairingSearch::rest_window(const CrewState& state) const {
  const Instant from = state.free_from + model_.least_rest_gap();
  return {from, from + options_.longest_wait};
}

void PairingSearch::add_open_flights(std::size_t parent, FleetId fleet, Window window,
                                     std::size_t most) {
  std::size_t tries = kTriesPerCandidate * most;
  for (const OpenFlights::Departure& next :
       open_.departures(labels_[parent].state.station, fleet, window.from)) {
    if (most == 0 || tries-- == 0 || next.departure >= window.until) return;
    if (std::find(tried_.begin(), tried_.end(), next.flight) != tried_.end()) continue;
    if (try_leg(parent, {next.flight, Role::kOperate})) --most;
  }
}

// Those that are predicted, whenever they leave.
void PairingSearch::add_likely_flights(std::size_t parent, FleetId fleet) {
  const BelievedNext* believed = labels_[parent].believed;
  if (believed == nullptr) return;
  for (FlightId next : believed->likely) {
    if (!open_.is_open(next) || model_.schedule().flight(next).fleet != fleet) continue;
    if (try_leg(parent, {next, Role::kOperate})) tried_.push_back(next);
  }
}

void PairingSearch::add_deadheads_home(std::size_t parent, Window window) {
  const schedule::Schedule& schedule = model_.schedule();
  const StationId here = labels_[parent].state.station;
  for (std::size_t ways = options_.ways_home; ways > 0; --ways) {
    const FlightId next = routes_.soonest_home(here, window.from);
    if (!next.exists() || schedule.flight(next).departure >= window.until) return;
    try_leg(parent, {next, Role::kDeadhead});
    window.from = schedule.flight(next).departure + Minutes(1);
  }
}

bool PairingSearch::try_leg(std::size_t parent, Leg leg) {
  const Label& before = labels_[parent];
  const auto state = model_.extend(before.state, leg);
  if (!state) return false;
  Label label = before;
  label.state = *state;
  label.prices += price_of(leg);
  label.leg = leg;
  label.parent = parent;
  if (beliefs_ != nullptr) charge(label, before);
  add(label);
  return true;
}

// Charges the last leg for coming after the flight that was operated before it.
void PairingSearch::charge(Label& label, const Label& before) const {
  label.believed = before.believed;
  if (label.leg.role != Role::kOperate) return;
  label.belief += before.believed == nullptr ? beliefs_->start(label.leg.flight)
                                             : before.believed->cost_of(label.leg.flight);
  label.believed = nullptr;
}

// Most labels are never expanded: scorers are asked only for those that are, or that may end.
void PairingSearch::look_ahead(Label& label) {
  if (label.believed != nullptr || label.leg.role != Role::kOperate) return;
  label.believed = &beliefs_->after(label.leg.flight, model_.base(), label.state);
}

Cost PairingSearch::price_of(Leg leg) const {
  return leg.role == Role::kOperate ? prices_[leg.flight] : Cost(0);
}

void PairingSearch::add(const Label& label) {
  const std::size_t index = labels_.size();
  labels_.push_back(label);
  labels_.back().score = model_.total_cost(label.state) - label.prices + label.belief;
  added_.push_back(index);
  if (!model_.may_end(label.state)) return;
  if (beliefs_ != nullptr) look_ahead(labels_.back());
  const Cost score = score_at_end(labels_.back());
  if (best_ && score >= best_score_) return;
  best_ = index;
  best_score_ = score;
}

Cost PairingSearch::score_at_end(const Label& label) const {
  return label.believed == nullptr ? label.score : label.score + Cost(label.believed->end);
}

// The beam of the next step: the best, but of those that end with the same leg only the first.
void PairingSearch::keep_best() {
  std::sort(added_.begin(), added_.end(), [this](std::size_t a, std::size_t b) {
    return std::pair(labels_[a].score, a) < std::pair(labels_[b].score, b);
  });
  beam_.clear();
  for (std::size_t label : added_) {
    if (beam_.size() == options_.width) return;
    const bool is_new = std::none_of(beam_.begin(), beam_.end(), [&](std::size_t kept) {
      return labels_[kept].leg == labels_[label].leg;
    });
    if (is_new) beam_.push_back(label);
  }
}

FoundPairing PairingSearch::trace(std::size_t last,
                                  const std::vector<Beginning>& beginnings) const {
  FoundPairing found;
  found.cost = model_.total_cost(labels_[last].state);
  found.score = score_at_end(labels_[last]);
  found.belief = found.score - found.cost + labels_[last].prices;
  std::size_t at = last;
  for (; labels_[at].parent != kNoParent; at = labels_[at].parent) {
    found.legs.push_back(labels_[at].leg);
  }
  const std::vector<Leg>& first = beginnings[labels_[at].beginning].legs;
  found.legs.insert(found.legs.end(), first.rbegin(), first.rend());
  std::reverse(found.legs.begin(), found.legs.end());
  return found;
}

}  // namespace skein::seeding
