// All duties that start with one flight, for one group of crews: labelling within the duty.
//
// A pairing is a chain of duties and rests. What came before a duty is known to the duty only
// through its entries (reduced cost and what the limits of pairings count), so the legs of a duty
// are searched once for all entries. A label is a beginning of the duty; at each flight those
// labels are kept that no other dominates: with at most the same reduced cost, flying, legs and
// days. The start of the duty is fixed, so time is no resource here; and flying and legs count only
// as far as the time that is left could use them up.
//
// A label is dropped as soon as the completion bound proves that no entry can make it part of a
// pairing with a reduced cost below the threshold.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "base/ids.h"
#include "base/units.h"
#include "pairing/pairing.h"
#include "pricing/cluster_links.h"
#include "pricing/group_network.h"
#include "pricing/ride_home.h"

namespace skein::pricing {

// A pairing that is about to begin a duty.
struct DutyEntry {
  double cost = 0;           // reduced, of all before this duty
  PairingUse used;           // before this duty, but with the day on which it begins
  std::int32_t before = -1;  // the duty before, among those of the caller; -1: the pairing begins
  // The link of the last flight leads to the first one of this duty. Both count it as cut, so two
  // are taken off; not for those who ride in that flight.
  bool follows_link = false;
  // What wishes on connections allow in the first flight of this duty.
  bool may_operate = true;
  bool may_ride = true;
  ForbiddenWork::Track track = ForbiddenWork::kOff;  // the same for all entries of a search

  bool allows(pairing::Role first_role) const {
    return first_role == pairing::Role::kOperate ? may_operate : may_ride;
  }
};

// A duty after which the pairing may rest.
struct DutyEnd {
  FlightId last;
  pairing::Role role = pairing::Role::kOperate;  // of the crew in it
  double cost = 0;                               // reduced, of the pairing so far
  PairingUse used;
  Instant ready;  // earliest departure of the next duty
  ForbiddenWork::Track track = ForbiddenWork::kOff;
  std::int32_t entry = -1;  // of the duty, among those of the caller
  std::uint32_t legs_begin = 0;
  std::uint32_t legs_end = 0;
};

// A whole pairing.
struct PairingEnd {
  FlightId last_operated;
  double cost = 0;  // reduced
  std::int32_t entry = -1;
  std::uint32_t legs_begin = 0;  // of the last duty, and of those in which the crew rides home
  std::uint32_t legs_end = 0;
};

struct DutySearchResult {
  std::vector<DutyEnd> duties;
  std::vector<PairingEnd> pairings;
  std::vector<pairing::Leg> legs;
  std::size_t labels = 0;  // that were made

  void clear() {
    duties.clear();
    pairings.clear();
    legs.clear();
    labels = 0;
  }
};

struct DutySearchOptions {
  // Pairings with at least this reduced cost are of no interest.
  double threshold = 0;
  // Allowance for rounding in the completion bound.
  double margin = 0;
  // Labels kept at a flight, the cheapest; fewer are quicker, and then pairings may be missed.
  std::size_t max_labels = std::numeric_limits<std::size_t>::max();
  // Raise the cost of each flight, as soon as it is reached, so far that no pairing that ends with
  // it has a negative reduced cost; see Pricer::prove.
  bool repair = false;
  // Only pairings that cut at most so many links. None: links do not matter.
  const ClusterLinks* links = nullptr;
  int max_cuts = 0;
};

class DutySearch {
 public:
  explicit DutySearch(std::size_t flights) : standings_(flights) {}

  // Adds to `result` what is found from `start` on. Entries are numbered from `first_entry`.
  void run(const GroupNetwork& network, FlightId start, std::span<const DutyEntry> entries,
           std::int32_t first_entry, const DutySearchOptions& options, DutySearchResult& result);

 private:
  static constexpr std::int32_t kNone = -1;

  struct Label {
    double cost = 0;  // reduced, of the duty so far, without its guarantee
    FlightId flight;
    std::int32_t previous = kNone;  // the label that this one extends
    Minutes flying;
    std::int16_t legs = 0;
    std::int16_t day_changes = 0;
    std::int16_t cuts = 0;  // of links, in this duty
    pairing::Role role = pairing::Role::kOperate;
    pairing::Role first_role = pairing::Role::kOperate;  // in the first flight
    ForbiddenWork::Track track = ForbiddenWork::kOff;    // of the pairing
  };
  // What is compared of a label at a flight.
  struct Standing {
    double cost;
    double total;  // with the guarantee
    Minutes flying;
    Minutes used_flying;  // flying, or as much as leaves no more than the time does
    std::int16_t used_legs;
    std::int16_t day_changes;
    std::int16_t cuts;
    std::int32_t label;
    pairing::Role role;
    pairing::Role first_role;
    ForbiddenWork::Track track;
  };
  // Entries with as many duties left and as many links cut.
  struct EntryKind {
    double cost = 0;         // the least
    std::int32_t place = 0;  // in the completion bound, where the duty cuts no link
    bool follows_link = false;
  };
  // A leg that may come next, the same for all labels.
  struct Step {
    FlightId next;
    const float* after = nullptr;  // completion bounds
    double ride = 0;               // reduced cost of the connection and of the leg, as a passenger
    double work = 0;               // the same for those who operate it
    Instant arrival;
    Minutes duration;
    std::int16_t day_changes = 0;
    bool may_operate = false;
    bool is_wished = false;  // wishes have to be asked
    // Whoever has used less of the limits can use no more of the rest: later legs must fit between
    // the arrival and the end of the duty.
    Minutes least_flying;
    int least_legs = 0;
  };
  // What a search for a way home from the flight was given, that found none.
  struct NoWayHome {
    double most;
    PairingUse used;
  };
  // A label that is extended; labels themselves move as new ones are added.
  struct Open {
    Label label;
    std::int32_t index = kNone;
  };

  void sort_entries();
  void begin(FlightId start);
  void expand(FlightId flight);
  void open_labels(FlightId flight);
  void follow_link(FlightId flight);
  Step step_to(FlightId next) const;
  Step step_to(FlightId flight, FlightId next) const;
  void extend(const Step& step);
  // Whether wishes allow it.
  bool may_take(const Open& from, const Step& step, pairing::Role role) const {
    return !step.is_wished || network_->connections.wishes().allow(
                                  {from.label.flight, from.label.role}, {step.next, role});
  }
  void ride(const Open& from, const Step& step);
  void operate(const Open& from, const Step& step);
  // Links that a pairing with so many in this duty has cut, with the entry that cut the fewest.
  int least_cuts(int cuts) const { return least_entry_cuts_ + cuts; }
  bool can_matter(const Label& from, const Step& step, double cost, Minutes flying, int legs,
                  int cuts) const;
  void add(const Label& label, const Step& step);
  Standing standing(const Label& label, const Step& step) const;
  bool dominates(const Standing& a, const Standing& b) const;
  bool make_room(std::vector<Standing>& others, const Standing& label, bool by_role) const;
  double total(const Label& label) const;
  PairingUse used(const Label& label, const DutyEntry& entry) const;
  // Of the links that count as cut, what is given back if the pairing goes on along the last.
  int open_cuts(const Label& label) const {
    const bool is_open = options_.links != nullptr && label.role == pairing::Role::kOperate;
    return is_open ? options_.links->after(label.flight) : 0;
  }

  void end_duties(FlightId flight);
  void end_duty(const Label& label, std::size_t entry);
  void end_pairings(FlightId flight);
  bool end_pairing(const Label& label, const DutyEntry& entry, double& best);
  void raise_cost(FlightId flight, double amount);
  void write_legs(const Label& label);

  template <class Visit>
  void for_each_label(FlightId flight, Visit visit) {
    for (const Standing& standing : standings_[flight.index()]) visit(at(standing.label));
  }
  Label& at(std::int32_t index) { return labels_[static_cast<std::size_t>(index)]; }

  // Of the current run.
  const GroupNetwork* network_ = nullptr;
  std::span<const DutyEntry> entries_;
  std::vector<EntryKind> kinds_;  // of the entries
  // Whether some entry allows the first flight in one role only.
  bool first_role_matters_ = false;
  int least_entry_cuts_ = 0;
  std::int32_t first_entry_ = 0;
  DutySearchOptions options_;
  DutySearchResult* result_ = nullptr;
  DutyLimits limits_;

  std::vector<Label> labels_;
  std::vector<Open> open_;                        // at the flight that is expanded
  std::vector<Open> tied_;                        // those that have to follow their link
  std::vector<std::vector<Standing>> standings_;  // by flight
  std::size_t last_flight_ = 0;                   // that has labels
  RideHome ride_home_;
  std::optional<NoWayHome> no_way_home_;
};

}  // namespace skein::pricing
