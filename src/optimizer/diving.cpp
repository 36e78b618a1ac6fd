#include "optimizer/diving.h"

#include <algorithm>
#include <numeric>

#include "cover/simplex.h"
#include "pairing/cost.h"

namespace skein::optimizer {
namespace {

using pairing::Leg;
using pairing::Role;

class Dive {
 public:
  Dive(const schedule::Schedule& schedule, const pairing::Rules& rules, pricing::Pricer& pricer,
       const Part& part, const DivingOptions& options)
      : schedule_(schedule), rules_(rules), pricer_(pricer), part_(part), options_(options) {}

  std::vector<Candidate> run(std::vector<Candidate> columns, pricing::Prices prices,
                             const DiveObserver& observer) {
    double fixed_cost = 0;
    for (int step = 0;; ++step) {
      Master master(schedule_, rules_, part_.open, part_.targets);
      for (const Candidate& column : columns) {
        if (operates_only(part_.open, column)) master.add(column);
      }
      pricer_.set_open(part_.open);
      ColumnGenerationOptions generation;
      generation.gap = options_.gap;
      generation.max_rounds = options_.max_rounds;
      generation.start = prices;
      generation.deadline = options_.deadline;
      const LpResult lp = generate_columns(master, pricer_, generation);
      prices = lp.prices;
      const std::vector<double> shares = vertex(master, lp);
      const auto chosen = choose(master, shares);
      if (observer) {
        observer({step, master.flights().size(), fixed_.size(), fixed_cost + lp.lp});
      }
      if (chosen.empty()) break;
      for (std::size_t column : chosen) {
        fix(master.pairing(column));
        fixed_cost += master.cost(column);
      }
      columns.clear();
      for (std::size_t j = 0; j < master.columns(); ++j) columns.push_back(master.pairing(j));
    }
    return std::move(fixed_);
  }

 private:
  // Of the optimal face, by simplex over the columns that can be part of it.
  std::vector<double> vertex(const Master& master, const LpResult& lp) const {
    std::vector<std::size_t> near;
    for (std::size_t j = 0; j < master.columns(); ++j) {
      const bool in_use = j < lp.shares.size() && lp.shares[j] > 1e-3;
      if (in_use || cover::reduced_cost(master.problem(), lp.duals, j) < 2) near.push_back(j);
    }
    return cover::solve_simplex(master.problem(), near).columns;
  }

  // Pairings to fix, that do not share a flight; best first.
  std::vector<std::size_t> choose(const Master& master, const std::vector<double>& shares) const {
    std::vector<std::size_t> order;
    for (std::size_t j = 0; j < shares.size(); ++j) {
      if (shares[j] > 1e-6) order.push_back(j);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return shares[a] > shares[b]; });
    std::vector<char> taken(master.flights().size(), 0);
    std::vector<std::size_t> chosen;
    for (std::size_t j : order) {
      if (chosen.size() >= options_.at_least && shares[j] < options_.sure_share) break;
      const auto rows = master.problem().columns.rows(j);
      if (std::any_of(rows.begin(), rows.end(), [&](std::uint32_t row) { return taken[row]; })) {
        continue;
      }
      for (std::uint32_t row : rows) taken[row] = 1;
      chosen.push_back(j);
    }
    return chosen;
  }

  void fix(const Candidate& pairing) {
    for (const Leg& leg : pairing.legs) {
      if (leg.role == Role::kOperate) part_.open[leg.flight] = 0;
    }
    if (!part_.targets.empty()) {
      part_.targets[pairing.base_index] -=
          pairing::credited_hours(schedule_, rules_.cost, pairing.legs);
    }
    fixed_.push_back(pairing);
  }

  const schedule::Schedule& schedule_;
  const pairing::Rules& rules_;
  pricing::Pricer& pricer_;
  Part part_;
  DivingOptions options_;
  std::vector<Candidate> fixed_;
};

}  // namespace

std::vector<Candidate> dive(const schedule::Schedule& schedule, const pairing::Rules& rules,
                            pricing::Pricer& pricer, const Part& part,
                            std::vector<Candidate> columns, const pricing::Prices& prices,
                            const DivingOptions& options, const DiveObserver& observer) {
  return Dive(schedule, rules, pricer, part, options).run(std::move(columns), prices, observer);
}

}  // namespace skein::optimizer
