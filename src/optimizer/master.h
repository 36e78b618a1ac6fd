// The restricted master: which pairings, in which shares, cover the flights at least cost.
//
//    min  sum_p c_p x_p + sum_f (U u_f + O_f s_f) + sum_b R e_b
//    s.t. sum_p a_fp x_p + u_f - s_f = 1                   for every open flight f    dual  pi_f
//         sum_{p of b} h_p x_p - e_b <= H_b                for every base b           dual -sigma_b
//
// The surplus s_f is not part of the model (docs/notation.md), which covers a flight once. It costs
//
//    O_f = deadhead + what the guarantee may rise, rate min(d_f, guaranteed)
//
// and a pairing that operates f beside another could deadhead it for at most that, and would stay
// legal: so surplus does not change the optimum, but bounds the duals from below, which keeps the
// first rounds of column generation in order. (With all flights that are locked to f, it keeps to
// wishes on connections too. But it could become a pairing that is forbidden: where there are such,
// surplus costs more than it does to leave all other flights of the pairing.)
#pragma once

#include <cstddef>
#include <span>
#include <unordered_set>
#include <vector>

#include "base/ids.h"
#include "base/state_archive.h"
#include "cover/problem.h"
#include "optimizer/part.h"
#include "pairing/pairing.h"
#include "pairing/rules.h"
#include "plan/plan.h"
#include "pricing/prices.h"
#include "schedule/schedule.h"

namespace skein::optimizer {

// A pairing as a column.
struct Candidate {
  std::size_t base_index = 0;  // among the schedule's bases
  std::vector<pairing::Leg> legs;

  friend bool operator==(const Candidate&, const Candidate&) = default;
};

// The pairings of a plan; their bases must be bases of the schedule.
std::vector<Candidate> candidates_of(const schedule::Schedule& schedule, const plan::Plan& plan);

Instant begin_of(const schedule::Schedule& schedule, const Candidate& pairing);
std::size_t operated_flights(const Candidate& pairing);
bool operates_only(const pricing::OpenFlights& open, const Candidate& pairing);
// Sets `open` for the flights that it operates.
void mark_operated(const Candidate& pairing, char value, pricing::OpenFlights& open);

// Hours of flying that each base should do: its share of the crews, times the month's flying.
std::vector<double> base_targets(const schedule::Schedule& schedule);

// All flights but those of locked pairings; `targets` empty: without base rows. The hours of locked
// pairings must have been taken off them.
Part whole_month(const schedule::Schedule& schedule, std::vector<double> targets,
                 const pairing::Wishes& wishes = {});

// What is left for other pairings, of the hours that each base may do. Nothing without base rows.
void take_off_hours(const schedule::Schedule& schedule, const pairing::Rules& rules,
                    const Candidate& pairing, std::vector<double>& targets);

class Master {
 public:
  // Schedule and rules must live as long as this.
  Master(const schedule::Schedule& schedule, const pairing::Rules& rules, const Part& part);

  // False if the pairing is there already, or forbidden. It must operate open flights only.
  bool add(const Candidate& pairing);
  std::size_t columns() const { return pairings_.size(); }
  const Candidate& pairing(std::size_t column) const { return pairings_[column]; }
  double cost(std::size_t column) const { return problem_.columns.cost(column); }

  // On the price of a flight; not above what it costs to leave it, which it is at first. Lower
  // ceilings keep first prices in order.
  void set_ceiling(FlightId flight, double cost);
  double ceiling(FlightId flight) const;
  // To what it costs to leave each flight: from now on the problem is the model's.
  void lift_ceilings();
  double highest_ceiling(FlightId flight) const { return left_costs_[rows_[flight]]; }

  const cover::Problem& problem() const { return problem_; }
  std::span<const FlightId> flights() const { return flights_; }  // by row
  std::size_t all_flights() const { return open_.size(); }        // of the month

  pricing::Prices prices(const cover::Duals& duals) const;
  cover::Duals duals(const pricing::Prices& prices) const;
  // sum_f pi_f - sum_b sigma_b H_b: a lower bound, if no pairing has a negative reduced cost.
  double dual_value(const pricing::Prices& prices) const;
  double reduced_cost(const pricing::Prices& prices, const Candidate& pairing) const;

  // Columns and ceilings. What it holds must be the first of what it held when it was written.
  void exchange(StateArchive& archive);

 private:
  bool is_forbidden(const Candidate& pairing) const;
  cover::Column column_of(const Candidate& pairing) const;

  const schedule::Schedule& schedule_;
  const pairing::Rules& rules_;
  double hour_cost(std::size_t base) const { return hour_costs_.empty() ? 0 : hour_costs_[base]; }

  pricing::OpenFlights open_;
  std::vector<double> hour_costs_;
  std::vector<FlightId> flights_;
  std::vector<double> left_costs_;  // by row
  IdVector<FlightId, std::uint32_t> rows_;
  cover::Problem problem_;
  std::vector<Candidate> pairings_;

  struct Hash {
    const std::vector<Candidate>* pairings;
    std::size_t operator()(std::size_t column) const;
  };
  struct Same {
    const std::vector<Candidate>* pairings;
    bool operator()(std::size_t a, std::size_t b) const { return (*pairings)[a] == (*pairings)[b]; }
  };
  std::unordered_set<std::size_t, Hash, Same> known_;
};

}  // namespace skein::optimizer
