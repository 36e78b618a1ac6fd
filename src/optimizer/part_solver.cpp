#include "optimizer/part_solver.h"

#include <algorithm>
#include <numeric>

#include "cover/branching.h"
#include "optimizer/column_generation.h"
#include "optimizer/near_pairings.h"

namespace skein::optimizer {
namespace {

constexpr double kLeastGain = 1e-3;
constexpr Minutes kRideTime = kDay;  // around a flight that nobody operates
// Of the legs that are tried for one base and first flight, so many times for a base in all.
constexpr std::size_t kAllSteps = 60;

// Columns below the threshold, and those of the start.
std::vector<std::size_t> near_columns(const Master& master, const pricing::Prices& prices,
                                      double threshold, std::size_t start) {
  std::vector<std::size_t> chosen;
  for (std::size_t j = 0; j < master.columns(); ++j) {
    if (j < start || master.reduced_cost(prices, master.pairing(j)) < threshold) {
      chosen.push_back(j);
    }
  }
  return chosen;
}

}  // namespace

PartSolution PartSolver::solve(const Part& part, const std::vector<Candidate>& start,
                               const PartOptions& options) {
  PartSolution solution;
  solution.pairings = start;
  Master master(schedule_, rules_, part);
  if (master.flights().empty()) return solution;
  for (const Candidate& pairing : start) master.add(pairing);
  cover::BranchingOptions branching;
  branching.start.resize(start.size());
  std::iota(branching.start.begin(), branching.start.end(), 0);
  solution.before = cover::value_of(master.problem(), branching.start);
  solution.after = solution.before;

  add_pool(master, part);
  pricer_.set_open(part.open, part.last_start);
  if (options.known_rides) pricer_.set_rides(known_rides(part, start));
  ColumnGenerationOptions generation;
  generation.gap = options.lp_gap;
  generation.max_rounds = options.max_rounds;
  generation.method = MasterMethod::kInteriorPoint;
  generation.links = options.links;
  generation.fitting_columns = start.size();
  generation.start = prices_;
  generation.deadline = options.deadline;
  const LpResult lp = generate_columns(master, pricer_, generation);
  solution.bound = lp.bound;
  solution.prices = lp.prices;
  const double gain = start.empty() ? options.first_threshold : solution.before - lp.bound;
  if (gain < kLeastGain) return solution;

  const NearPairings near = add_near(master, pricer_, lp.prices,
                                     {gain, options.max_columns, options.max_steps,
                                      options.deadline, kAllSteps * options.max_steps});
  solution.share = near.threshold / gain;
  const auto chosen = near_columns(master, lp.prices, near.threshold, start.size());
  solution.columns = chosen.size();
  branching.max_nodes = options.max_nodes;
  branching.sure_share = options.sure_share;
  branching.cuts = options.cuts;
  branching.least_gain = kLeastGain;
  branching.deadline = options.deadline;
  branching.dear = options.dear;
  branching.may_stay_in_part = begin_late(master, part);
  const auto result = cover::branch_and_bound(master.problem(), chosen, branching);
  solution.nodes = result.nodes;
  solution.optimal = result.optimal && near.complete && solution.share >= 1 && !options.known_rides;
  if (!result.found) return solution;
  solution.improved = true;
  solution.after = result.value;
  solution.pairings.clear();
  for (std::size_t column : result.columns) solution.pairings.push_back(master.pairing(column));
  return solution;
}

pricing::OpenFlights PartSolver::known_rides(const Part& part,
                                             const std::vector<Candidate>& start) {
  if (!rides_) rides_.emplace(schedule_.flights().size(), pool_);
  pricing::OpenFlights rides = rides_->with(part.open);
  pricing::OpenFlights left = part.open;
  for (const Candidate& pairing : start) {
    for (const pairing::Leg& leg : pairing.legs) {
      if (leg.role == pairing::Role::kDeadhead) rides[leg.flight] = 1;
    }
    mark_operated(pairing, 0, left);
  }
  if (start.empty()) return rides;
  for (FlightId flight : schedule_.flight_ids()) {
    if (left[flight]) add_rides_around(flight, rides);
  }
  return rides;
}

// What arrives in time before it, and what leaves after it.
void PartSolver::add_rides_around(FlightId flight, pricing::OpenFlights& rides) const {
  const schedule::Flight& middle = schedule_.flight(flight);
  for (FlightId id : schedule_.flight_ids()) {
    const schedule::Flight& ride = schedule_.flight(id);
    const bool leads_to = ride.destination == middle.origin && ride.arrival <= middle.departure &&
                          ride.arrival >= middle.departure - kRideTime;
    const bool leads_on = ride.origin == middle.destination && ride.departure >= middle.arrival &&
                          ride.departure <= middle.arrival + kRideTime;
    if (leads_to || leads_on) rides[id] = 1;
  }
}

std::vector<char> PartSolver::begin_late(const Master& master, const Part& part) const {
  if (part.last_whole == pricing::Pricer::kNoLastStart) return {};
  std::vector<char> late(master.columns(), 0);
  for (std::size_t j = 0; j < late.size(); ++j) {
    late[j] = begin_of(schedule_, master.pairing(j)) > part.last_whole;
  }
  return late;
}

void PartSolver::add_pool(Master& master, const Part& part) const {
  for (const Candidate& pairing : pool_) {
    if (begin_of(schedule_, pairing) <= part.last_start && operates_only(part.open, pairing))
      master.add(pairing);
  }
}

}  // namespace skein::optimizer
