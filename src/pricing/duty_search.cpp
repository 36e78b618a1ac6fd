#include "pricing/duty_search.h"

#include <algorithm>

namespace skein::pricing {
namespace {

constexpr int kMostLegs = std::numeric_limits<std::int16_t>::max();

}  // namespace

using pairing::Role;

void DutySearch::run(const GroupNetwork& network, FlightId start,
                     std::span<const DutyEntry> entries, std::int32_t first_entry,
                     const DutySearchOptions& options, DutySearchResult& result) {
  network_ = &network;
  entries_ = entries;
  first_entry_ = first_entry;
  options_ = options;
  result_ = &result;
  limits_ = network.starts.limits(start);
  least_entry_cuts_ = std::numeric_limits<int>::max();
  for (const DutyEntry& entry : entries) {
    least_entry_cuts_ = std::min<int>(least_entry_cuts_, entry.used.cuts);
  }
  labels_.clear();
  last_flight_ = start.index();
  begin(start);
  for (std::size_t flight = start.index(); flight <= last_flight_; ++flight) {
    if (standings_[flight].empty()) continue;
    expand(FlightId(flight));
    standings_[flight].clear();
  }
  result.labels += labels_.size();
}

void DutySearch::begin(FlightId start) {
  Label label;
  label.flight = start;
  label.role = Role::kDeadhead;
  label.cost = network_->costs.deadhead[start];
  const LegTimes& leg = network_->connections.times(start);
  if (!limits_.allow_ride(leg.arrival)) return;
  if (can_matter(label)) add(label);
  label.role = Role::kOperate;
  label.cost = network_->costs.operate[start];
  label.flying = leg.duration();
  label.legs = 1;
  label.last_operated = start;
  if (options_.links != nullptr) {
    label.cuts =
        static_cast<std::int16_t>(options_.links->before(start) + options_.links->after(start));
    if (least_cuts(label) - open_cuts(label) > options_.max_cuts) return;
  }
  const bool may_operate = network_->may_operate(start) &&
                           limits_.allow_operating(leg.arrival, label.flying, label.legs);
  if (may_operate && can_matter(label)) add(label);
}

void DutySearch::expand(FlightId flight) {
  end_pairings(flight);
  end_duties(flight);
  const Connections& connections = network_->connections;
  for (const Standing& standing : standings_[flight.index()]) {
    const Label label = at(standing.label);  // a copy: labels move as new ones are added
    if (must_follow_link(label)) {
      extend_along_link(label, standing.label);
      continue;
    }
    for (FlightId next : connections.sits(flight)) {
      if (connections.times(next).departure >= limits_.latest_arrival) break;
      if (!network_->in_range(next)) break;
      extend(label, standing.label, next);
    }
    for (const auto& accepted : connections.accepted(flight)) {
      if (network_->in_range(accepted.second)) extend(label, standing.label, accepted.second);
    }
  }
}

void DutySearch::extend(const Label& label, std::int32_t index, FlightId next) {
  const LegTimes& leg = network_->connections.times(next);
  if (!limits_.allow_ride(leg.arrival)) return;
  const double waiting = network_->connections.cost(label.flight, next);
  Label longer = label;
  longer.flight = next;
  longer.previous = index;
  if (network_->changes_day(label.flight, next)) ++longer.day_changes;

  longer.role = Role::kDeadhead;
  longer.cost = label.cost + waiting + network_->costs.deadhead[next];
  if (can_matter(longer)) add(longer);

  if (network_->may_operate(next)) operate(longer, label, waiting);
}

// `longer` knows its flight already.
void DutySearch::operate(Label longer, const Label& label, double waiting) {
  const FlightId next = longer.flight;
  if (options_.links != nullptr) {
    const ClusterLinks& links = *options_.links;
    const int more = links.lead(label.last_operated, next) ? -1 : links.before(next);
    longer.cuts = static_cast<std::int16_t>(label.cuts + more + links.after(next));
    if (least_cuts(longer) - links.after(next) > options_.max_cuts) return;
  }
  const LegTimes& leg = network_->connections.times(next);
  longer.last_operated = next;
  longer.role = Role::kOperate;
  longer.cost = label.cost + waiting + network_->costs.operate[next];
  longer.flying = label.flying + leg.duration();
  longer.legs = static_cast<std::int16_t>(label.legs + 1);
  if (limits_.allow_operating(leg.arrival, longer.flying, longer.legs) && can_matter(longer)) {
    add(longer);
  }
}

// Where no further link may be cut.
void DutySearch::extend_along_link(const Label& label, std::int32_t index) {
  if (!label.last_operated.exists()) return;
  const FlightId next = options_.links->next[label.last_operated];
  if (!next.exists() || !network_->in_range(next) || !network_->may_operate(next)) return;
  if (!limits_.allow_ride(network_->connections.times(next).arrival)) return;
  const auto sits = network_->connections.sits(label.flight);
  if (!std::binary_search(sits.begin(), sits.end(), next)) return;
  Label longer = label;
  longer.flight = next;
  longer.previous = index;
  if (network_->changes_day(label.flight, next)) ++longer.day_changes;
  operate(longer, label, network_->connections.cost(label.flight, next));
}

int DutySearch::open_cuts(const Label& label) const {
  const bool is_linked = options_.links != nullptr && label.last_operated.exists();
  return is_linked ? options_.links->after(label.last_operated) : 0;
}

bool DutySearch::can_matter(const Label& label) const {
  const double most = options_.threshold + options_.margin - label.cost;
  for (const DutyEntry& entry : entries_) {
    const int left = network_->limits.duties - entry.used.duties - 1;
    if (entry.cost + network_->bound.after(label.flight, left, label.flying) < most) return true;
  }
  return false;
}

double DutySearch::total(const Label& label) const {
  return label.cost + network_->connections.guarantee(label.flying);
}

DutySearch::Standing DutySearch::standing(const Label& label) const {
  Standing standing;
  standing.cost = label.cost;
  standing.total = total(label);
  standing.flying = label.flying;
  standing.used_flying = label.flying;
  standing.used_legs = label.legs;
  if (!network_->limits_work()) {
    // Later legs must fit between here and the end of the duty.
    const Minutes left = limits_.latest_arrival - network_->connections.times(label.flight).arrival;
    const Minutes can_fly = left - network_->connections.least_connection();
    standing.used_flying = std::max(label.flying, limits_.flying - can_fly);
    // The tables go by the number of legs itself.
    if (limits_.latest_operated.size() == 1) {
      const int can_do = left.count() / network_->connections.least_leg().count();
      const int used = std::max<int>(label.legs, limits_.legs - can_do);
      standing.used_legs = static_cast<std::int16_t>(std::min(used, kMostLegs));
    }
  }
  standing.day_changes = label.day_changes;
  standing.cuts = label.cuts;
  standing.least_cuts = static_cast<std::int16_t>(label.cuts - open_cuts(label));
  standing.last_operated = label.last_operated;
  standing.label = static_cast<std::int32_t>(labels_.size());
  standing.role = label.role;
  return standing;
}

// The guarantee shrinks as the duty goes on, most for the label that has flown less: so that one
// must lead with it if it is the first, and without it if it is the second.
bool DutySearch::dominates(const Standing& a, const Standing& b) {
  return (a.flying <= b.flying ? a.total <= b.total : a.cost <= b.cost) &&
         a.used_flying <= b.used_flying && a.used_legs <= b.used_legs &&
         a.day_changes <= b.day_changes &&
         a.cuts <= (a.last_operated == b.last_operated ? b.cuts : b.least_cuts);
}

void DutySearch::add(const Label& label) {
  const Standing mine = standing(label);
  std::vector<Standing>& others = standings_[label.flight.index()];
  if (!make_room(others, mine)) return;
  labels_.push_back(label);
  others.push_back(mine);
  last_flight_ = std::max(last_flight_, label.flight.index());
}

// Takes out labels at the flight that this one dominates, and the worst if there are too many.
// False if another dominates this one, or it is the worst itself.
bool DutySearch::make_room(std::vector<Standing>& others, const Standing& label) const {
  for (std::size_t i = 0; i < others.size();) {
    // When flights are repaired, their cost changes for those who operate them, not for riders.
    const bool comparable = !options_.repair || others[i].role == label.role;
    if (comparable && dominates(others[i], label)) return false;
    if (comparable && dominates(label, others[i])) {
      others[i] = others.back();
      others.pop_back();
    } else {
      ++i;
    }
  }
  if (others.size() < options_.max_labels) return true;
  const auto worst =
      std::max_element(others.begin(), others.end(),
                       [](const Standing& a, const Standing& b) { return a.total < b.total; });
  if (worst->total <= label.total) return false;
  *worst = others.back();
  others.pop_back();
  return true;
}

PairingUse DutySearch::used(const Label& label, const DutyEntry& entry) const {
  PairingUse used = entry.used;
  used.flying += label.flying;
  used.landings = static_cast<std::int16_t>(used.landings + label.legs);
  used.days = static_cast<std::int16_t>(used.days + label.day_changes);
  used.cuts = static_cast<std::int16_t>(used.cuts + label.cuts);
  ++used.duties;
  return used;
}

void DutySearch::end_duties(FlightId flight) {
  if (!network_->may_rest_after(flight)) return;
  for (std::size_t e = 0; e < entries_.size(); ++e) {
    const int left = network_->limits.duties - entries_[e].used.duties - 1;
    if (left <= 0) continue;
    const double most = options_.threshold + options_.margin - entries_[e].cost -
                        network_->bound.rest(flight, left);
    for_each_label(flight, [&](const Label& label) {
      if (total(label) >= most) return;
      const bool cuts_too_many =
          options_.links != nullptr &&
          entries_[e].used.cuts + label.cuts - open_cuts(label) > options_.max_cuts;
      if (!cuts_too_many) end_duty(label, e);
    });
  }
}

void DutySearch::end_duty(const Label& label, std::size_t entry) {
  DutyEnd end;
  end.last = label.flight;
  end.last_operated = label.last_operated;
  end.cost = entries_[entry].cost + total(label);
  end.used = used(label, entries_[entry]);
  end.ready = network_->ready_after_rest(label.flight, limits_.report);
  end.entry = first_entry_ + static_cast<std::int32_t>(entry);
  if (!end.used.within(network_->limits)) return;
  // The duty just ended with the same flight and entry may leave as much and cost less.
  for (std::size_t i = result_->duties.size(); i-- > 0;) {
    const DutyEnd& other = result_->duties[i];
    if (other.last != end.last || other.entry != end.entry) break;
    if (other.cost <= end.cost && network_->leaves_as_much(other.used, end.used)) return;
  }
  end.legs_begin = static_cast<std::uint32_t>(result_->legs.size());
  write_legs(label);
  end.legs_end = static_cast<std::uint32_t>(result_->legs.size());
  result_->duties.push_back(end);
}

// The best pairing that ends with this flight as the last one operated.
void DutySearch::end_pairings(FlightId flight) {
  double best = options_.threshold;
  PairingEnd end;
  const auto begin = result_->legs.size();
  for_each_label(flight, [&](const Label& label) {
    if (label.role != Role::kOperate) return;
    for (std::size_t e = 0; e < entries_.size(); ++e) {
      if (!end_pairing(label, entries_[e], best)) continue;
      end.entry = first_entry_ + static_cast<std::int32_t>(e);
      result_->legs.resize(begin);
      write_legs(label);
      for (FlightId ride : ride_home_.flights()) {
        result_->legs.push_back({ride, Role::kDeadhead});
      }
    }
  });
  if (end.entry == kNone) return;
  end.last_operated = flight;
  end.cost = best;
  end.legs_begin = static_cast<std::uint32_t>(begin);
  end.legs_end = static_cast<std::uint32_t>(result_->legs.size());
  result_->pairings.push_back(end);
  if (options_.repair && best < 0) raise_cost(flight, -best);
}

// Whether the pairing can end with this label, below `best`, which then becomes its cost.
bool DutySearch::end_pairing(const Label& label, const DutyEntry& entry, double& best) {
  const double cost = entry.cost + total(label);
  if (cost + network_->bound.ride_home(label.flight) >= best) return false;
  const PairingUse use = used(label, entry);
  if (!use.within(network_->limits)) return false;
  if (options_.links != nullptr && use.cuts > options_.max_cuts) return false;
  const auto ride = ride_home_.search(*network_, label.flight, limits_, use, best - cost);
  if (!ride) return false;
  best = cost + *ride;
  return true;
}

void DutySearch::raise_cost(FlightId flight, double amount) {
  for_each_label(flight, [&](Label& label) {
    if (label.role == Role::kOperate) label.cost += amount;
  });
}

void DutySearch::write_legs(const Label& last) {
  const auto begin = static_cast<std::ptrdiff_t>(result_->legs.size());
  result_->legs.push_back({last.flight, last.role});
  for (std::int32_t index = last.previous; index != kNone; index = at(index).previous) {
    result_->legs.push_back({at(index).flight, at(index).role});
  }
  std::reverse(result_->legs.begin() + begin, result_->legs.end());
}

}  // namespace skein::pricing
