#include "optimizer/master.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "optimizer/state.h"
#include "pairing/broken_wishes.h"
#include "pairing/cost.h"

namespace skein::optimizer {
namespace {

using pairing::Leg;
using pairing::Role;

// More flights than any pairing operates.
constexpr double kManyFlights = 50;

// O_f
double surplus_cost(const pairing::Rules& rules, Minutes flying) {
  const pairing::CostRules& cost = rules.cost;
  if (!rules.wishes.forbidden_pairings.empty()) {
    return kManyFlights * cost.uncovered_flight.amount();
  }
  const Minutes guarantee_lost = std::min(flying, cost.guaranteed_flying);
  return (pairing::deadhead_cost(cost, flying) + cost.guarantee_rate * guarantee_lost).amount();
}

}  // namespace

std::vector<Candidate> candidates_of(const schedule::Schedule& schedule, const plan::Plan& plan) {
  const auto& bases = schedule.bases();
  std::vector<Candidate> candidates;
  for (const pairing::Pairing& pairing : plan.pairings) {
    const auto base = std::find(bases.begin(), bases.end(), pairing.base) - bases.begin();
    candidates.push_back({static_cast<std::size_t>(base), pairing.legs});
  }
  return candidates;
}

Instant begin_of(const schedule::Schedule& schedule, const Candidate& pairing) {
  return schedule.flight(pairing.legs.front().flight).departure;
}

std::size_t operated_flights(const Candidate& pairing) {
  return static_cast<std::size_t>(
      std::count_if(pairing.legs.begin(), pairing.legs.end(),
                    [](const Leg& leg) { return leg.role == Role::kOperate; }));
}

bool operates_only(const pricing::OpenFlights& open, const Candidate& pairing) {
  return std::all_of(pairing.legs.begin(), pairing.legs.end(), [&](const Leg& leg) {
    return leg.role == Role::kDeadhead || open[leg.flight];
  });
}

void mark_operated(const Candidate& pairing, char value, pricing::OpenFlights& open) {
  for (const Leg& leg : pairing.legs) {
    if (leg.role == Role::kOperate) open[leg.flight] = value;
  }
}

std::vector<double> base_targets(const schedule::Schedule& schedule) {
  double crews = 0;
  for (StationId base : schedule.bases()) crews += schedule.station(base).crews;
  std::vector<double> targets;
  for (StationId base : schedule.bases()) {
    const double share = crews > 0 ? schedule.station(base).crews / crews : 0;
    targets.push_back(share * schedule.total_flying().hours());
  }
  return targets;
}

Part whole_month(const schedule::Schedule& schedule, std::vector<double> targets,
                 const pairing::Wishes& wishes) {
  Part part;
  part.open = pricing::open_flights(schedule.flights().size(), wishes);
  part.targets = std::move(targets);
  return part;
}

void take_off_hours(const schedule::Schedule& schedule, const pairing::Rules& rules,
                    const Candidate& pairing, std::vector<double>& targets) {
  if (targets.empty()) return;
  targets[pairing.base_index] -= pairing::credited_hours(schedule, rules.cost, pairing.legs);
}

std::size_t Master::Hash::operator()(std::size_t column) const {
  const Candidate& pairing = (*pairings)[column];
  std::size_t hash = pairing.base_index;
  for (const Leg& leg : pairing.legs) {
    hash = hash * 1'000'003 + 2 * leg.flight.index() + (leg.role == Role::kOperate ? 1 : 0);
  }
  return hash;
}

Master::Master(const schedule::Schedule& schedule, const pairing::Rules& rules, const Part& part)
    : schedule_(schedule),
      rules_(rules),
      open_(part.open),
      hour_costs_(part.hour_costs),
      rows_(schedule.flights().size()),
      known_(16, Hash{&pairings_}, Same{&pairings_}) {
  const double uncovered = rules.cost.uncovered_flight.amount();
  for (FlightId flight : schedule.flight_ids()) {
    if (!part.open[flight]) continue;
    rows_[flight] = static_cast<std::uint32_t>(flights_.size());
    flights_.push_back(flight);
    left_costs_.push_back(part.left_costs.empty() ? uncovered : part.left_costs[flight]);
    problem_.rows.push_back(
        {left_costs_.back(), surplus_cost(rules, schedule.flight(flight).duration())});
  }
  const double excess =
      part.excess_cost > 0 ? part.excess_cost : rules.cost.base_excess_rate.per_hour();
  for (double target : part.targets) problem_.budgets.push_back({target, excess});
}

bool Master::add(const Candidate& pairing) {
  assert(operates_only(open_, pairing));
  if (is_forbidden(pairing)) return false;
  pairings_.push_back(pairing);
  if (!known_.insert(pairings_.size() - 1).second) {
    pairings_.pop_back();
    return false;
  }
  problem_.columns.add(column_of(pairing));
  return true;
}

bool Master::is_forbidden(const Candidate& pairing) const {
  const auto& forbidden = rules_.wishes.forbidden_pairings;
  const StationId base = schedule_.bases()[pairing.base_index];
  return std::any_of(forbidden.begin(), forbidden.end(), [&](const pairing::Pairing& other) {
    return pairing::do_the_same_work(other, base, pairing.legs);
  });
}

cover::Column Master::column_of(const Candidate& pairing) const {
  cover::Column column;
  column.cost = pairing::pairing_cost(schedule_, rules_, pairing.legs).total().amount();
  for (const Leg& leg : pairing.legs) {
    if (leg.role == Role::kOperate) column.rows.push_back(rows_[leg.flight]);
  }
  std::sort(column.rows.begin(), column.rows.end());
  if (problem_.budgets.empty() && hour_costs_.empty()) return column;
  const double hours = pairing::credited_hours(schedule_, rules_.cost, pairing.legs);
  column.cost += hour_cost(pairing.base_index) * hours;
  if (problem_.budgets.empty()) return column;
  column.budget = pairing.base_index;
  column.weight = hours;
  return column;
}

void Master::set_ceiling(FlightId flight, double cost) {
  problem_.rows[rows_[flight]].under_cost = std::min(cost, highest_ceiling(flight));
}

void Master::lift_ceilings() {
  for (FlightId flight : flights_) set_ceiling(flight, highest_ceiling(flight));
}

double Master::ceiling(FlightId flight) const {
  return problem_.rows[rows_[flight]].under_cost;
}

pricing::Prices Master::prices(const cover::Duals& duals) const {
  pricing::Prices prices;
  prices.flight = IdVector<FlightId, double>(schedule_.flights().size(), 0.0);
  for (std::size_t row = 0; row < flights_.size(); ++row) {
    prices.flight[flights_[row]] = std::min(duals.row[row], problem_.rows[row].under_cost);
  }
  for (std::size_t b = 0; b < schedule_.bases().size(); ++b) prices.base.push_back(hour_cost(b));
  for (std::size_t b = 0; b < duals.budget.size(); ++b) {
    prices.base[b] += std::clamp(duals.budget[b], 0.0, problem_.budgets[b].excess_cost);
  }
  return prices;
}

cover::Duals Master::duals(const pricing::Prices& prices) const {
  cover::Duals duals;
  for (FlightId flight : flights_) duals.row.push_back(prices.flight[flight]);
  for (std::size_t b = 0; b < problem_.budgets.size(); ++b) {
    duals.budget.push_back(prices.base[b] - hour_cost(b));
  }
  return duals;
}

double Master::dual_value(const pricing::Prices& prices) const {
  double value = 0;
  for (FlightId flight : flights_) value += prices.flight[flight];
  for (std::size_t b = 0; b < problem_.budgets.size(); ++b) {
    value -= (prices.base[b] - hour_cost(b)) * problem_.budgets[b].limit;
  }
  return value;
}

double Master::reduced_cost(const pricing::Prices& prices, const Candidate& pairing) const {
  double cost = pairing::pairing_cost(schedule_, rules_, pairing.legs).total().amount();
  for (const Leg& leg : pairing.legs) {
    if (leg.role == Role::kOperate) cost -= prices.flight[leg.flight];
  }
  const double sigma = prices.base[pairing.base_index];
  if (sigma == 0) return cost;
  return cost + sigma * pairing::credited_hours(schedule_, rules_.cost, pairing.legs);
}

void Master::exchange(StateArchive& archive) {
  optimizer::exchange(archive, "columns", pairings_);
  for (std::size_t j = problem_.columns.size(); j < pairings_.size(); ++j) {
    known_.insert(j);
    problem_.columns.add(column_of(pairings_[j]));
  }
  std::vector<double> ceilings;
  for (const cover::Row& row : problem_.rows) ceilings.push_back(row.under_cost);
  archive.exchange("ceilings", std::span<double>(ceilings));
  for (std::size_t row = 0; row < ceilings.size(); ++row) {
    problem_.rows[row].under_cost = ceilings[row];
  }
}

}  // namespace skein::optimizer
