#include "optimizer/tightening.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "cover/subset_rows.h"
#include "optimizer/bound.h"
#include "optimizer/near_pairings.h"
#include "optimizer/spread.h"

namespace skein::optimizer {
namespace {

constexpr double kNegative = -1e-6;  // reduced costs above are taken for 0
constexpr double kNothing = 1e-9;    // prices of cuts below are taken for 0
constexpr double kAll = std::numeric_limits<double>::infinity();
constexpr double kFirstLook = 10;  // at reduced costs up to here
constexpr double kNextLook = 2;
constexpr double kFirstStep = 0.3;
constexpr double kLongerStep = 1.5;
constexpr double kLeastStep = 1e-3;

class Tightening {
 public:
  Tightening(Master& master, cover::RestrictedLp& lp, pricing::Pricer& pricer,
             const pricing::Prices& prices, double bound, const TighteningOptions& options)
      : master_(master),
        lp_(lp),
        pricer_(pricer),
        options_(options),
        first_bound_(bound),
        best_{bound, {prices, {}}} {}

  std::optional<TightenedBound> run(const TighteningObserver& observer) {
    lp_.set_deadline(options_.deadline);
    if (!cut() || !looks_worth_it()) return std::nullopt;
    for (int round = 0; round < options_.max_rounds && step_ > kLeastStep; ++round) {
      if (!solve(kAll) || !is_worth_it() || is_near()) break;
      approach();
      if (observer) observer({round, master_.columns(), lp_.value(), best_.value});
    }
    if (best_.value <= first_bound_) return std::nullopt;
    return std::move(best_);
  }

 private:
  bool cut() { return cut_off(lp_, kAll); }

  bool is_worth_it() const { return lp_.value() - first_bound_ >= options_.least_gain; }
  bool is_near() const { return lp_.value() - best_.value <= options_.gap * lp_.value(); }

  // Over more and more pairings.
  bool looks_worth_it() {
    double threshold = kFirstLook;
    for (; is_worth_it() && threshold < options_.first_threshold; threshold *= kNextLook) {
      const NearPairings near =
          add_near(master_, pricer_, best_.proof.prices,
                   {threshold, options_.first_pairings, options_.look_steps, options_.deadline});
      if (!solve(near.threshold)) return false;
      if (near.threshold < threshold) break;
    }
    return is_worth_it();
  }

  // With the columns of the master up to this reduced cost, and all cuts that are violated.
  bool solve(double threshold) {
    std::vector<char> is_there(master_.columns(), 0);
    for (std::size_t k = 0; k < lp_.size(); ++k) is_there[lp_.column(k)] = 1;
    for (std::size_t j = 0; j < is_there.size(); ++j) {
      if (is_there[j]) continue;
      if (master_.reduced_cost(best_.proof.prices, master_.pairing(j)) < threshold) lp_.add(j);
    }
    return lp_.solve() && cut();
  }

  pricing::EnumerationOptions limits(double threshold, std::size_t pairings) const {
    return {threshold, pairings, options_.max_steps, options_.deadline};
  }

  Proof duals() const {
    Proof duals{master_.prices(lp_.duals()), {}};
    for (std::size_t c = 0; c < lp_.cuts().size(); ++c) {
      if (lp_.cut_dual(c) < kNothing) continue;
      PricedCut cut{{}, lp_.cut_dual(c)};
      for (std::size_t i = 0; i < cut.flights.size(); ++i) {
        cut.flights[i] = master_.flights()[lp_.cuts()[c][i]];
      }
      duals.cuts.push_back(cut);
    }
    return duals;
  }

  // A better proof, or pairings that the relaxation lacks, or a shorter step.
  void approach() {
    Proof trial = blend(best_.proof, duals(), step_);
    BeatingPairings beating =
        beating_pairings(pricer_, trial, limits(kNegative, options_.max_pairings));
    if (!beating.complete) {
      step_ /= 2;
    } else if (add(std::move(beating.pairings)) == 0) {
      const double value = value_of(master_, trial, beating.worst);
      if (value > best_.value) best_ = {value, std::move(trial)};
      step_ = std::min(1.0, kLongerStep * step_);
    }
  }

  std::size_t add(std::vector<pricing::PricedPairing> pairings) {
    std::vector<std::pair<double, Candidate>> candidates;
    for (pricing::PricedPairing& pairing : pairings) {
      candidates.emplace_back(
          pairing.reduced_cost,
          Candidate{pricer_.groups()[pairing.group].base_index, std::move(pairing.legs)});
    }
    return add_spread(master_, std::move(candidates), options_.pairings_per_flight);
  }

  Master& master_;
  cover::RestrictedLp& lp_;
  pricing::Pricer& pricer_;
  const TighteningOptions& options_;
  double first_bound_;
  TightenedBound best_;
  double step_ = kFirstStep;
};

}  // namespace

std::optional<TightenedBound> tighten(Master& master, cover::RestrictedLp& lp,
                                      pricing::Pricer& pricer, const pricing::Prices& prices,
                                      double bound, const TighteningOptions& options,
                                      const TighteningObserver& observer) {
  return Tightening(master, lp, pricer, prices, bound, options).run(observer);
}

}  // namespace skein::optimizer
