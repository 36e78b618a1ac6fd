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
  sort_entries();
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

// Of entries of one kind only the cheapest decides whether a label can matter.
void DutySearch::sort_entries() {
  least_entry_cuts_ = std::numeric_limits<int>::max();
  kinds_.clear();
  first_role_matters_ = options_.links != nullptr;
  for (const DutyEntry& entry : entries_) {
    first_role_matters_ = first_role_matters_ || !entry.may_operate || !entry.may_ride;
    least_entry_cuts_ = std::min<int>(least_entry_cuts_, entry.used.cuts);
    const int left = network_->limits.duties - entry.used.duties - 1;
    const auto place =
        static_cast<std::int32_t>(network_->bound.place(left, options_.max_cuts - entry.used.cuts));
    const auto known = std::find_if(kinds_.begin(), kinds_.end(), [&](const EntryKind& kind) {
      return kind.place == place && kind.follows_link == entry.follows_link;
    });
    if (known == kinds_.end()) {
      kinds_.push_back({entry.cost, place, entry.follows_link});
    } else {
      known->cost = std::min(known->cost, entry.cost);
    }
  }
}

void DutySearch::begin(FlightId start) {
  const Step step = step_to(start);
  if (!limits_.allow_ride(step.arrival)) return;
  Open nothing;
  nothing.label.role = Role::kDeadhead;
  nothing.label.track = entries_.front().track;
  nothing.label.first_role = Role::kDeadhead;
  ride(nothing, step);
  nothing.label.first_role = Role::kOperate;
  if (step.may_operate) operate(nothing, step);
}

void DutySearch::expand(FlightId flight) {
  end_pairings(flight);
  end_duties(flight);
  open_labels(flight);
  follow_link(flight);
  if (open_.empty()) return;
  const Connections& connections = network_->connections;
  for (FlightId next : connections.sits(flight)) {
    if (connections.times(next).departure >= limits_.latest_arrival) break;
    if (!network_->in_range(next)) break;
    extend(step_to(flight, next));
  }
  for (const auto& accepted : connections.accepted(flight)) {
    if (network_->in_range(accepted.second)) extend(step_to(flight, accepted.second));
  }
}

void DutySearch::open_labels(FlightId flight) {
  open_.clear();
  tied_.clear();
  for (const Standing& standing : standings_[flight.index()]) {
    const Label& label = at(standing.label);
    const bool is_tied = options_.links != nullptr && least_cuts(label.cuts) > options_.max_cuts;
    (is_tied ? tied_ : open_).push_back({label, standing.label});
  }
}

// Where no further link may be cut.
void DutySearch::follow_link(FlightId flight) {
  if (tied_.empty()) return;
  const FlightId next = options_.links->next[flight];
  if (!next.exists() || !network_->in_range(next)) return;
  if (!network_->connections.may_sit(flight, next)) return;
  const Step step = step_to(flight, next);
  if (!step.may_operate || !limits_.allow_ride(step.arrival)) return;
  for (const Open& from : tied_) {
    if (may_take(from, step, Role::kOperate)) operate(from, step);
  }
}

DutySearch::Step DutySearch::step_to(FlightId next) const {
  const Connections& connections = network_->connections;
  const LegTimes& leg = connections.times(next);
  Step step;
  step.next = next;
  step.after = network_->bound.all_after(next);
  step.ride = network_->costs.deadhead[next];
  step.work = network_->costs.operate[next];
  step.arrival = leg.arrival;
  step.duration = leg.duration();
  step.may_operate = network_->may_operate(next);
  if (network_->limits_work()) return step;
  const Minutes left = limits_.latest_arrival - leg.arrival;
  step.least_flying = limits_.flying - (left - connections.least_connection());
  // The tables go by the number of legs itself.
  if (limits_.latest_operated.size() == 1) {
    step.least_legs = limits_.legs - left.count() / connections.least_leg().count();
  }
  return step;
}

DutySearch::Step DutySearch::step_to(FlightId flight, FlightId next) const {
  const double waiting = network_->connections.cost(flight, next);
  Step step = step_to(next);
  step.ride += waiting;
  step.work += waiting;
  step.day_changes = network_->changes_day(flight, next) ? 1 : 0;
  step.is_wished = network_->connections.wishes().concern(flight, next);
  return step;
}

void DutySearch::extend(const Step& step) {
  if (!limits_.allow_ride(step.arrival)) return;
  for (const Open& from : open_) {
    if (may_take(from, step, Role::kDeadhead)) ride(from, step);
  }
  if (!step.may_operate) return;
  for (const Open& from : open_) {
    if (may_take(from, step, Role::kOperate)) operate(from, step);
  }
}

void DutySearch::ride(const Open& from, const Step& step) {
  const double cost = from.label.cost + step.ride;
  if (!can_matter(from.label, step, cost, from.label.flying, from.label.legs, from.label.cuts)) {
    return;
  }
  Label longer = from.label;
  longer.cost = cost;
  longer.flight = step.next;
  longer.role = Role::kDeadhead;
  longer.previous = from.index;
  longer.day_changes = static_cast<std::int16_t>(longer.day_changes + step.day_changes);
  add(longer, step);
}

void DutySearch::operate(const Open& from, const Step& step) {
  const double cost = from.label.cost + step.work;
  const Minutes flying = from.label.flying + step.duration;
  const int legs = from.label.legs + 1;
  if (!limits_.allow_operating(step.arrival, flying, legs)) return;
  int cuts = from.label.cuts;
  if (options_.links != nullptr) {
    const ClusterLinks& links = *options_.links;
    const bool follows =
        from.label.role == Role::kOperate && links.lead(from.label.flight, step.next);
    cuts += follows ? -1 : links.before(step.next);
    if (least_cuts(cuts) > options_.max_cuts) return;
    cuts += links.after(step.next);
  }
  if (!can_matter(from.label, step, cost, flying, legs, cuts)) return;
  Label longer = from.label;
  longer.cost = cost;
  longer.flight = step.next;
  longer.role = Role::kOperate;
  longer.track = network_->forbidden.after(longer.track, step.next);
  longer.flying = flying;
  longer.legs = static_cast<std::int16_t>(legs);
  longer.cuts = static_cast<std::int16_t>(cuts);
  longer.previous = from.index;
  longer.day_changes = static_cast<std::int16_t>(longer.day_changes + step.day_changes);
  add(longer, step);
}

// Whether the label may go on with the step, after which it has that cost, flying, legs and cuts.
bool DutySearch::can_matter(const Label& from, const Step& step, double cost, Minutes flying,
                            int legs, int cuts) const {
  const CompletionBound& bound = network_->bound;
  const float* after = bound.after(step.after, flying, legs);
  const double most = options_.threshold + options_.margin - cost + bound.cut_off(flying);
  const std::int32_t cut_places = cuts * bound.places_of_cut();
  for (const EntryKind& kind : kinds_) {
    std::int32_t place = kind.place - cut_places;
    if (kind.follows_link && from.first_role == Role::kDeadhead) place -= 2 * bound.places_of_cut();
    if (place >= 0 && kind.cost + after[place] < most) return true;
  }
  return false;
}

double DutySearch::total(const Label& label) const {
  return label.cost + network_->connections.guarantee(label.flying);
}

DutySearch::Standing DutySearch::standing(const Label& label, const Step& step) const {
  Standing standing;
  standing.cost = label.cost;
  standing.total = total(label);
  standing.flying = label.flying;
  standing.used_flying = std::max(label.flying, step.least_flying);
  const int used_legs = std::max<int>(label.legs, step.least_legs);
  standing.used_legs = static_cast<std::int16_t>(std::min(used_legs, kMostLegs));
  standing.day_changes = label.day_changes;
  standing.cuts = label.cuts;
  standing.label = static_cast<std::int32_t>(labels_.size());
  standing.role = label.role;
  standing.first_role = label.first_role;
  standing.track = label.track;
  return standing;
}

// The guarantee shrinks as the duty goes on, most for the label that has flown less: so that one
// must lead with it if it is the first, and without it if it is the second. Who operated the flight
// may be given back a cut, by following its link; who rode may not.
bool DutySearch::dominates(const Standing& a, const Standing& b) const {
  return (a.flying <= b.flying ? a.total <= b.total : a.cost <= b.cost) &&
         a.used_flying <= b.used_flying && a.used_legs <= b.used_legs &&
         a.day_changes <= b.day_changes && (!first_role_matters_ || a.first_role == b.first_role) &&
         ForbiddenWork::leaves_as_much(a.track, b.track) &&
         (options_.links == nullptr || a.cuts + (a.role == b.role ? 0 : 1) <= b.cuts);
}

void DutySearch::add(const Label& label, const Step& step) {
  const Standing mine = standing(label, step);
  std::vector<Standing>& others = standings_[label.flight.index()];
  // When flights are repaired, their cost changes for those who operate them, not for riders.
  const bool by_role = options_.repair || network_->connections.wishes().role_matters(label.flight);
  if (!make_room(others, mine, by_role)) return;
  labels_.push_back(label);
  others.push_back(mine);
  last_flight_ = std::max(last_flight_, label.flight.index());
}

// Takes out labels at the flight that this one dominates (of its own role only, if they are told
// apart by it), and the worst if there are too many. False if another dominates this one, or it is
// the worst itself.
bool DutySearch::make_room(std::vector<Standing>& others, const Standing& label,
                           bool by_role) const {
  for (std::size_t i = 0; i < others.size();) {
    const bool comparable = !by_role || others[i].role == label.role;
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
  if (entry.follows_link && label.first_role == Role::kDeadhead) {
    used.cuts = static_cast<std::int16_t>(used.cuts + 2);
  }
  ++used.duties;
  return used;
}

void DutySearch::end_duties(FlightId flight) {
  if (!network_->may_rest_after(flight)) return;
  for (std::size_t e = 0; e < entries_.size(); ++e) {
    const int left = network_->limits.duties - entries_[e].used.duties - 1;
    if (left <= 0) continue;
    const double most = options_.threshold + options_.margin - entries_[e].cost -
                        network_->bound.least_rest(flight, left);
    for_each_label(flight, [&](const Label& label) {
      if (total(label) >= most || !entries_[e].allows(label.first_role)) return;
      end_duty(label, e);
    });
  }
}

void DutySearch::end_duty(const Label& label, std::size_t entry) {
  DutyEnd end;
  end.last = label.flight;
  end.role = label.role;
  end.cost = entries_[entry].cost + total(label);
  end.used = used(label, entries_[entry]);
  end.ready = network_->ready_after_rest(label.flight, limits_.report);
  end.track = label.track;
  end.entry = first_entry_ + static_cast<std::int32_t>(entry);
  if (!end.used.within(network_->limits)) return;
  if (options_.links != nullptr && end.used.cuts - open_cuts(label) > options_.max_cuts) return;
  const bool by_role =
      options_.links != nullptr || network_->connections.wishes().role_matters(end.last);
  // The duty just ended with the same flight and entry may leave as much and cost less.
  for (std::size_t i = result_->duties.size(); i-- > 0;) {
    const DutyEnd& other = result_->duties[i];
    if (other.last != end.last || other.entry != end.entry) break;
    if (by_role && other.role != end.role) continue;
    if (!ForbiddenWork::leaves_as_much(other.track, end.track)) continue;
    if (other.cost <= end.cost && network_->leaves_as_much(other.used, end.used)) return;
  }
  end.legs_begin = static_cast<std::uint32_t>(result_->legs.size());
  write_legs(label);
  end.legs_end = static_cast<std::uint32_t>(result_->legs.size());
  result_->duties.push_back(end);
}

// The best pairing that ends with this flight as the last one operated.
void DutySearch::end_pairings(FlightId flight) {
  if (!network_->connections.wishes().allow_last(flight)) return;
  double best = options_.threshold;
  no_way_home_.reset();
  PairingEnd end;
  const auto begin = result_->legs.size();
  for_each_label(flight, [&](const Label& label) {
    if (label.role != Role::kOperate || network_->forbidden.is_whole(label.track)) return;
    for (std::size_t e = 0; e < entries_.size(); ++e) {
      if (!entries_[e].allows(label.first_role)) continue;
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
  // Who has used no less and may spend no more finds no way home either.
  if (no_way_home_ && best - cost <= no_way_home_->most && no_way_home_->used.within(use)) {
    return false;
  }
  const auto ride = ride_home_.search(*network_, label.flight, limits_, use, best - cost);
  if (!ride) {
    if (!no_way_home_ || best - cost > no_way_home_->most) no_way_home_ = {best - cost, use};
    return false;
  }
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
