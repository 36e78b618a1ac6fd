#include "pricing/pricer.h"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace skein::pricing {
namespace {

using pairing::Leg;
using pairing::Role;

// The fleets of the flights, each with every base.
std::vector<CrewGroup> crew_groups(const schedule::Schedule& schedule) {
  std::vector<CrewGroup> groups;
  for (std::size_t fleet = 0; fleet < schedule.fleets().size(); ++fleet) {
    for (std::size_t base = 0; base < schedule.bases().size(); ++base) {
      groups.push_back({base, schedule.bases()[base], FleetId(fleet)});
    }
  }
  return groups;
}

}  // namespace

// One pass.
struct Pricer::Search {
  struct Duty {
    std::int32_t entry;
    std::uint32_t legs_begin;
    std::uint32_t legs_end;
  };
  // A rest that may follow a flight.
  struct Rest {
    double cost;
    PairingUse used;
    Instant ready;
    Role role;  // in the flight before it
    ForbiddenWork::Track track;
    std::int32_t duty;
  };
  struct Task {
    std::size_t group;
    FlightId start;
    std::int32_t first_entry;
    std::int32_t last_entry;  // one after
  };
  struct Group {
    IdVector<FlightId, std::vector<Rest>> rests;
    IdVector<StationId, double> least_rest;  // cost, of those that land there
    std::vector<DutyEntry> entries;
    std::vector<Duty> duties;
  };

  Search(Pricer& pricer, const DutySearchOptions& options, std::size_t per_flight)
      : pricer_(pricer), options_(options), per_flight_(per_flight) {
    const std::size_t flights = pricer.connections_.flights();
    const std::size_t stations = pricer.connections_.schedule().stations().size();
    groups_.resize(pricer.networks_.size());
    for (Group& group : groups_) {
      group.rests = IdVector<FlightId, std::vector<Rest>>(flights);
      group.least_rest = IdVector<StationId, double>(stations, 1e30);
    }
    ends_.resize(flights * pricer.networks_.size());
    lowered_ = IdVector<FlightId, double>(flights, 0.0);
    pending_ = lowered_;
  }

  void run() {
    for (std::size_t begin = pricer_.range_.begin; begin < pricer_.range_.end;) {
      const std::size_t end = slice_end(begin);
      search_slice(begin, end);
      begin = end;
    }
  }

  std::vector<PricedPairing> pairings() const {
    std::vector<PricedPairing> found;
    const std::size_t flights = pricer_.connections_.flights();
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      for (std::size_t flight = pricer_.range_.begin; flight < pricer_.range_.end; ++flight) {
        for (const PairingEnd& end : ends_[group * flights + flight]) {
          found.push_back({end.cost, group, legs_of(group, end)});
        }
      }
    }
    return found;
  }

  const IdVector<FlightId, double>& lowered() const { return lowered_; }

 private:
  std::size_t slice_end(std::size_t begin) const {
    const Connections& connections = pricer_.connections_;
    const Minutes length = std::max(Minutes(1), connections.least_rest_gap());
    const Instant until = connections.times(FlightId(begin)).departure + length;
    std::size_t end = begin;
    while (end < pricer_.range_.end && connections.times(FlightId(end)).departure < until) ++end;
    return end;
  }

  void search_slice(std::size_t begin, std::size_t end) {
    tasks_.clear();
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      if (!pricer_.has_work(group)) continue;
      for (std::size_t flight = begin; flight < end; ++flight) add_task(group, FlightId(flight));
    }
    if (results_.size() < tasks_.size()) results_.resize(tasks_.size());
    pricer_.workers_.run(tasks_.size(), [&](std::size_t number, std::size_t worker) {
      const Task& task = tasks_[number];
      results_[number].clear();
      const auto& entries = groups_[task.group].entries;
      pricer_.searches_[worker]->run(
          *pricer_.networks_[task.group], task.start,
          std::span(entries).subspan(static_cast<std::size_t>(task.first_entry),
                                     static_cast<std::size_t>(task.last_entry - task.first_entry)),
          task.first_entry, options_, results_[number]);
    });
    for (std::size_t number = 0; number < tasks_.size(); ++number) {
      take_over(tasks_[number], results_[number]);
    }
    if (options_.repair) lower_prices();
  }

  void add_task(std::size_t group, FlightId start) {
    std::vector<DutyEntry>& entries = groups_[group].entries;
    const std::size_t first = entries.size();
    const GroupNetwork& network = *pricer_.networks_[group];
    if (pricer_.may_begin(group, start)) {
      DutyEntry entry;
      entry.used.days = 1;
      entry.may_operate = network.connections.wishes().allow_first({start, Role::kOperate});
      entry.track = network.forbidden.begin();
      add_entry(network, start, entry, entries, first);
    }
    add_rested(group, start, first);
    add_tasks_by_track(group, start, first);
  }

  // Entries on other tracks of forbidden pairings are searched apart: labels have one track.
  void add_tasks_by_track(std::size_t group, FlightId start, std::size_t first) {
    std::vector<DutyEntry>& entries = groups_[group].entries;
    const auto begin = entries.begin() + static_cast<std::ptrdiff_t>(first);
    std::stable_sort(begin, entries.end(),
                     [](const DutyEntry& a, const DutyEntry& b) { return a.track < b.track; });
    while (first < entries.size()) {
      std::size_t last = first;
      while (last < entries.size() && entries[last].track == entries[first].track) ++last;
      tasks_.push_back(
          {group, start, static_cast<std::int32_t>(first), static_cast<std::int32_t>(last)});
      first = last;
    }
  }

  // Entries after rests before the start.
  void add_rested(std::size_t group, FlightId start, std::size_t first) {
    Group& found = groups_[group];
    const GroupNetwork& network = *pricer_.networks_[group];
    const Connections& connections = network.connections;
    const LegTimes& leg = connections.times(start);
    const double least_rest = found.least_rest[leg.origin];
    if (least_rest >= 1e30) return;
    const int most_left = network.limits.duties - 2;
    if (most_left < 0) return;
    const double most =
        options_.threshold + options_.margin - network.bound.least_start(start, most_left);
    const auto before = connections.before_rest(start);
    for (std::size_t i = before.size(); i-- > 0;) {
      const FlightId last = before[i];
      const Minutes gap = leg.departure - connections.times(last).arrival;
      if (least_rest + connections.least_gap_cost_from(gap) >= most) break;
      if (found.rests[last].empty()) continue;
      const double waiting = connections.cost(last, start);
      for (const Rest& rest : found.rests[last]) {
        if (rest.ready > leg.departure) continue;
        DutyEntry entry;
        entry.cost = rest.cost + waiting;
        entry.used = rest.used;
        if (network.changes_day(last, start)) ++entry.used.days;
        entry.before = rest.duty;
        const ConnectionWishes& wishes = connections.wishes();
        entry.may_operate = wishes.allow({last, rest.role}, {start, Role::kOperate});
        entry.may_ride = wishes.allow({last, rest.role}, {start, Role::kDeadhead});
        if (!entry.may_operate && !entry.may_ride) continue;
        entry.track = rest.track;
        entry.follows_link = options_.links != nullptr && rest.role == Role::kOperate &&
                             options_.links->lead(last, start);
        add_entry(network, start, entry, found.entries, first);
      }
    }
  }

  void add_entry(const GroupNetwork& network, FlightId start, DutyEntry entry,
                 std::vector<DutyEntry>& entries, std::size_t first) {
    const int left = network.limits.duties - entry.used.duties - 1;
    if (left < 0 || !entry.used.within(network.limits)) return;
    const int cuts_left = options_.max_cuts - entry.used.cuts;
    if (options_.links != nullptr && cuts_left < (entry.follows_link ? -1 : 0)) return;
    const std::size_t place = network.bound.place(left, cuts_left);
    // Who rides in the first flight follows no link.
    double bound = cuts_left < 0 ? CompletionBound::kNone : network.bound.start(start, place);
    if (entry.follows_link) bound = std::min(bound, network.bound.linked_start(start, place));
    if (entry.cost + bound >= options_.threshold + options_.margin) return;
    if (entry.follows_link) entry.used.cuts = static_cast<std::int16_t>(entry.used.cuts - 2);
    for (std::size_t i = first; i < entries.size();) {
      if (dominates(network, entries[i], entry)) return;
      if (dominates(network, entry, entries[i])) {
        entries[i] = entries.back();
        entries.pop_back();
        continue;
      }
      ++i;
    }
    entries.push_back(entry);
  }

  static bool dominates(const GroupNetwork& network, const DutyEntry& a, const DutyEntry& b) {
    PairingUse used = a.used;
    if (a.follows_link && !b.follows_link) used.cuts = static_cast<std::int16_t>(used.cuts + 2);
    return a.cost <= b.cost && network.leaves_as_much(used, b.used) &&
           a.may_operate >= b.may_operate && a.may_ride >= b.may_ride &&
           ForbiddenWork::leaves_as_much(a.track, b.track);
  }

  void take_over(const Task& task, const DutySearchResult& result) {
    Group& group = groups_[task.group];
    const GroupNetwork& network = *pricer_.networks_[task.group];
    pricer_.labels_ += result.labels;
    for (const DutyEnd& end : result.duties) add_rest(group, network, end, result);
    const std::size_t flights = pricer_.connections_.flights();
    for (const PairingEnd& end : result.pairings) {
      if (options_.repair) {
        double& low = pending_[end.last_operated];
        if (low == 0 && end.cost < 0) touched_.push_back(end.last_operated);
        low = std::min(low, end.cost);
      }
      add_end(ends_[task.group * flights + end.last_operated.index()], end, result);
    }
  }

  void add_rest(Group& group, const GroupNetwork& network, const DutyEnd& end,
                const DutySearchResult& result) {
    std::vector<Rest>& rests = group.rests[end.last];
    const bool by_role =
        options_.links != nullptr || network.connections.wishes().role_matters(end.last);
    for (std::size_t i = 0; i < rests.size();) {
      const Rest& other = rests[i];
      if (by_role && other.role != end.role) {
        ++i;
        continue;
      }
      if (other.cost <= end.cost && other.ready <= end.ready &&
          network.leaves_as_much(other.used, end.used) &&
          ForbiddenWork::leaves_as_much(other.track, end.track)) {
        return;
      }
      if (end.cost <= other.cost && end.ready <= other.ready &&
          network.leaves_as_much(end.used, other.used) &&
          ForbiddenWork::leaves_as_much(end.track, other.track)) {
        rests[i] = rests.back();
        rests.pop_back();
        continue;
      }
      ++i;
    }
    double& least = group.least_rest[network.connections.times(end.last).destination];
    least = std::min(least, end.cost);
    rests.push_back({end.cost, end.used, end.ready, end.role, end.track,
                     static_cast<std::int32_t>(group.duties.size())});
    group.duties.push_back({end.entry, static_cast<std::uint32_t>(legs_.size()), 0});
    copy_legs(result, end.legs_begin, end.legs_end);
    group.duties.back().legs_end = static_cast<std::uint32_t>(legs_.size());
  }

  void add_end(std::vector<PairingEnd>& ends, PairingEnd end, const DutySearchResult& result) {
    if (ends.size() == per_flight_) {
      const auto worst = std::max_element(
          ends.begin(), ends.end(),
          [](const PairingEnd& a, const PairingEnd& b) { return a.cost < b.cost; });
      if (end.cost >= worst->cost) return;
      ends.erase(worst);
    }
    const auto begin = static_cast<std::uint32_t>(legs_.size());
    copy_legs(result, end.legs_begin, end.legs_end);
    end.legs_begin = begin;
    end.legs_end = static_cast<std::uint32_t>(legs_.size());
    ends.push_back(end);
  }

  void copy_legs(const DutySearchResult& result, std::uint32_t begin, std::uint32_t end) {
    legs_.insert(legs_.end(), result.legs.begin() + begin, result.legs.begin() + end);
  }

  std::vector<Leg> legs_of(std::size_t group, const PairingEnd& end) const {
    std::vector<Leg> legs(legs_.begin() + end.legs_begin, legs_.begin() + end.legs_end);
    std::int32_t entry = end.entry;
    while (true) {
      const std::int32_t before = groups_[group].entries[static_cast<std::size_t>(entry)].before;
      if (before < 0) return legs;
      const Duty& duty = groups_[group].duties[static_cast<std::size_t>(before)];
      legs.insert(legs.begin(), legs_.begin() + duty.legs_begin, legs_.begin() + duty.legs_end);
      entry = duty.entry;
    }
  }

  void lower_prices() {
    for (FlightId flight : touched_) {
      const double amount = -pending_[flight];
      pending_[flight] = 0;
      lowered_[flight] += amount;
      for (std::size_t group = 0; group < groups_.size(); ++group) {
        if (pricer_.has_work(group)) pricer_.networks_[group]->costs.operate[flight] += amount;
      }
    }
    touched_.clear();
  }

  Pricer& pricer_;
  DutySearchOptions options_;
  std::size_t per_flight_;
  std::vector<Group> groups_;
  std::vector<Task> tasks_;
  std::vector<DutySearchResult> results_;  // by task
  std::vector<Leg> legs_;
  std::vector<std::vector<PairingEnd>> ends_;  // by group and last operated flight
  IdVector<FlightId, double> lowered_;
  IdVector<FlightId, double> pending_;  // least reduced cost found in the slice, if negative
  std::vector<FlightId> touched_;
};

Pricer::Pricer(const schedule::Schedule& schedule, const pairing::Rules& rules, Workers& workers)
    : connections_(schedule, rules), workers_(workers), groups_(crew_groups(schedule)) {
  for (StationId base : schedule.bases()) {
    starts_.push_back(std::make_unique<DutyStarts>(schedule, rules.work, base));
  }
  for (const CrewGroup& group : groups_) {
    networks_.push_back(
        std::make_unique<GroupNetwork>(connections_, *starts_[group.base_index], group));
  }
  for (std::size_t worker = 0; worker < workers.size(); ++worker) {
    searches_.push_back(std::make_unique<DutySearch>(connections_.flights()));
  }
  is_left_out_ = IdVector<FlightId, char>(connections_.flights(), 0);
  open_month();
}

Pricer::~Pricer() = default;

void Pricer::open_month() {
  open_ = open_flights(connections_.flights(), connections_.rules().wishes);
  rides_ = {};
  last_start_ = kNoLastStart;
  range_ = {0, connections_.flights()};
  close_left_out();
  find_work();
}

void Pricer::leave_out(const std::vector<FlightId>& flights) {
  for (FlightId flight : flights) is_left_out_[flight] = 1;
  close_left_out();
  find_work();
}

void Pricer::close_left_out() {
  for (FlightId flight : connections_.schedule().flight_ids()) {
    if (is_left_out_[flight]) open_[flight] = 0;
  }
}

void Pricer::set_open(OpenFlights open, Instant last_start) {
  open_ = std::move(open);
  rides_ = {};
  last_start_ = last_start;
  close_left_out();
  find_work();
  const std::size_t flights = connections_.flights();
  std::size_t first = 0;
  while (first < flights && !open_[FlightId(first)]) ++first;
  std::size_t last = flights;
  while (last > first && !open_[FlightId(last - 1)]) --last;
  range_ = {first, last};
  if (first == last) return;
  const Instant begin = connections_.times(FlightId(first)).departure - kReach;
  const Instant end = connections_.times(FlightId(last - 1)).departure + kReach;
  while (range_.begin > 0 && connections_.times(FlightId(range_.begin - 1)).departure >= begin) {
    --range_.begin;
  }
  while (range_.end < flights && connections_.times(FlightId(range_.end)).departure <= end) {
    ++range_.end;
  }
}

void Pricer::find_work() {
  std::vector<char> flown(connections_.schedule().fleets().size(), 0);
  for (FlightId flight : connections_.schedule().flight_ids()) {
    if (open_[flight]) flown[connections_.schedule().flight(flight).fleet.index()] = 1;
  }
  has_work_.clear();
  for (const CrewGroup& group : groups_) has_work_.push_back(flown[group.fleet.index()]);
}

bool Pricer::may_begin(std::size_t group, FlightId start) const {
  const LegTimes& leg = connections_.times(start);
  return leg.origin == groups_[group].base && leg.departure <= last_start_ &&
         leg.departure >= connections_.schedule().period().begin;
}

void Pricer::set_prices(const Prices& prices, const ClusterLinks* links, int max_cuts) {
  labels_ = 0;
  workers_.run(networks_.size(), [&](std::size_t group, std::size_t) {
    if (has_work(group)) {
      networks_[group]->set_prices(prices, open_, rides_, range_, links, max_cuts);
    }
  });
  double largest = 1;
  for (FlightId flight : connections_.schedule().flight_ids()) {
    if (open_[flight]) largest = std::max(largest, std::abs(prices.flight[flight]));
  }
  // Up to 20 legs and as many gaps, each rounded to a float.
  margin_ = 40 * largest * 1.2e-7;
}

std::vector<PricedPairing> Pricer::price(const Prices& prices, const PricingOptions& options) {
  set_prices(prices, options.links, options.max_cuts);
  const DutySearchOptions duties{options.threshold, margin_,         options.max_labels, false,
                                 options.links,     options.max_cuts};
  Search search(*this, duties, options.pairings_per_flight);
  search.run();
  return search.pairings();
}

AllPairings Pricer::enumerate(const Prices& prices, const EnumerationOptions& options) {
  set_prices(prices);
  const EnumerationLimits limits{options.threshold, margin_, options.max_pairings,
                                 options.max_steps, options.max_all_steps};
  std::vector<std::vector<EnumeratedPairing>> found(groups_.size());
  std::vector<char> complete(groups_.size(), 1);
  // Once there are too many in all, what is found is of no use, so it may end anywhere.
  std::atomic<std::size_t> total = 0;
  std::atomic<bool> too_many = false;
  workers_.run(groups_.size(), [&](std::size_t group, std::size_t) {
    if (!has_work(group)) return;
    Enumeration enumeration(*networks_[group], limits);
    for (std::size_t flight = range_.begin; flight < range_.end; ++flight) {
      if (too_many) break;
      if (!may_begin(group, FlightId(flight))) continue;
      const std::size_t before = enumeration.found();
      if (options.deadline.passed() || !enumeration.run(FlightId(flight))) complete[group] = 0;
      total += enumeration.found() - before;
      if (total > options.max_pairings || enumeration.is_full()) too_many = true;
    }
    found[group] = enumeration.take();
  });
  AllPairings all;
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    all.complete = all.complete && complete[group] != 0;
    for (EnumeratedPairing& pairing : found[group]) {
      all.pairings.push_back({pairing.reduced_cost, group, std::move(pairing.legs)});
    }
  }
  all.too_many = too_many;
  return all;
}

Prices Pricer::prove(const Prices& prices, std::vector<PricedPairing>* found) {
  set_prices(prices);
  DutySearchOptions duties;
  duties.margin = margin_;
  duties.repair = true;
  Search search(*this, duties, 1);
  search.run();
  Prices proven = prices;
  for (FlightId flight : connections_.schedule().flight_ids()) {
    proven.flight[flight] -= search.lowered()[flight];
  }
  if (found != nullptr) {
    auto more = search.pairings();
    found->insert(found->end(), more.begin(), more.end());
  }
  return proven;
}

}  // namespace skein::pricing
