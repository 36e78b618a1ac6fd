// Pricing: pairings of negative reduced cost, and proof that there are none.
//
// The pairings of all groups are searched in one pass through the month. Duties that start within
// one least rest of each other cannot follow each other in a pairing, so such a slice of starts is
// searched in parallel, one task per group and start (duty_search.h); then what they found is put
// together in the order of the tasks, so the result is the same for any number of threads.
// Dominance between the rests at a flight: reduced cost, duties, days (flying and landings where
// the rules limit them) and the time from which the crew is rested.
//
// Wishes are kept by all of it (connection_wishes.h, forbidden_work.h).
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/ids.h"
#include "base/workers.h"
#include "pairing/pairing.h"
#include "pairing/rules.h"
#include "pricing/duty_search.h"
#include "pricing/enumeration.h"
#include "pricing/group_network.h"
#include "pricing/prices.h"
#include "schedule/schedule.h"

namespace skein::pricing {

struct PricedPairing {
  double reduced_cost = 0;
  std::size_t group = 0;  // of Pricer::groups()
  std::vector<pairing::Leg> legs;
};

struct PricingOptions {
  // Only pairings below this reduced cost are looked for. Lower is quicker.
  double threshold = -1e-6;
  // Labels kept per flight within a duty. Few are quicker while prices are still poor; then
  // pairings may be missed, and nothing is proven.
  std::size_t max_labels = std::numeric_limits<std::size_t>::max();
  // Pairings kept that have the same last flight. More give more choice, at some cost.
  std::size_t pairings_per_flight = 4;
  // Only pairings that cut at most so many of these links (cluster_links.h). None: all pairings.
  const ClusterLinks* links = nullptr;
  int max_cuts = 0;
};

struct EnumerationOptions {
  double threshold = 0;
  std::size_t max_pairings = 20'000;
  std::size_t max_steps = 100'000;  // legs tried for each base and first flight
  Deadline deadline = {};           // after it, what was found is there, and the rest is missing
  // Legs tried for each base in all; where they are more, pairings are taken for too many.
  std::size_t max_all_steps = std::numeric_limits<std::size_t>::max();
};

struct AllPairings {
  std::vector<PricedPairing> pairings;
  bool complete = true;   // else some are missing
  bool too_many = false;  // there are more than allowed, or it takes too long to find them
};

class Pricer {
 public:
  // Schedule and rules must live as long as this.
  Pricer(const schedule::Schedule& schedule, const pairing::Rules& rules, Workers& workers);
  ~Pricer();

  const std::vector<CrewGroup>& groups() const { return groups_; }
  Workers& workers() { return workers_; }

  // From now on, pairings operate only these flights, take no others than those that leave at most
  // kReach before the first or after the last of them, and begin no later than `last_start`.
  static constexpr Minutes kReach = 2 * kDay;
  static constexpr Instant kNoLastStart{std::numeric_limits<std::int32_t>::max()};
  void set_open(OpenFlights open, Instant last_start = kNoLastStart);
  // As it is at first: all flights but those of locked pairings may be operated, and all may be
  // taken.
  void open_month();
  // No pairing operates these flights from now on, whatever is open: for those that none can. Their
  // prices, what it costs to leave them, would keep every bound around them from pruning.
  void leave_out(const std::vector<FlightId>& flights);
  bool is_left_out(FlightId flight) const { return is_left_out_[flight] != 0; }
  // And crews deadhead on these only, until flights are opened again. Then what is proven holds for
  // pairings with such rides, not for all.
  void set_rides(OpenFlights rides) { rides_ = std::move(rides); }

  // Pairings with reduced costs below the threshold: for each flight with which one can end, the
  // best ones. Empty only if there are none, unless labels are limited.
  std::vector<PricedPairing> price(const Prices& prices, const PricingOptions& options = {});

  // All pairings below the threshold, the cheapest for each set of operated flights; for parts.
  AllPairings enumerate(const Prices& prices, const EnumerationOptions& options);

  // Prices that no pairing can beat, and so a lower bound on the cost of every plan. Lowers prices
  // of flights until no pairing has a negative reduced cost: as a flight is reached in order of
  // time, its price falls by the most negative reduced cost of a pairing that ends with it, before
  // other pairings go on through it. Found pairings are added to `found` if given.
  Prices prove(const Prices& prices, std::vector<PricedPairing>* found = nullptr);

  // How many labels the last call made that none dominated at that moment; for benchmarks.
  std::size_t labels() const { return labels_; }

 private:
  struct Search;

  bool may_begin(std::size_t group, FlightId start) const;
  // Whether there is a flight that the group may operate.
  bool has_work(std::size_t group) const { return has_work_[group] != 0; }
  void close_left_out();
  void find_work();
  void set_prices(const Prices& prices, const ClusterLinks* links = nullptr, int max_cuts = 0);

  Connections connections_;
  Workers& workers_;
  std::vector<CrewGroup> groups_;
  std::vector<char> has_work_;  // by group
  IdVector<FlightId, char> is_left_out_;
  OpenFlights open_;
  OpenFlights rides_;  // empty: all
  Instant last_start_ = kNoLastStart;
  FlightRange range_;                                // all flights that pairings may take
  std::vector<std::unique_ptr<DutyStarts>> starts_;  // by base
  std::vector<std::unique_ptr<GroupNetwork>> networks_;
  std::vector<std::unique_ptr<DutySearch>> searches_;  // by worker
  double margin_ = 0;
  std::size_t labels_ = 0;
};

}  // namespace skein::pricing
