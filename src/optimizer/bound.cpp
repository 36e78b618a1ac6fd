#include "optimizer/bound.h"

#include <algorithm>
#include <utility>

#include "optimizer/month_left.h"

namespace skein::optimizer {
namespace {

constexpr std::size_t kMostPairings = 500'000;
constexpr std::size_t kMostSteps = 2'000'000;

// What the duals of the model allow: pi_f <= U, 0 <= sigma_b <= R, 0 <= mu_S.
Proof allowed(const pairing::CostRules& rules, bool base_rows, Proof proof) {
  const double uncovered = rules.uncovered_flight.amount();
  for (double& price : proof.prices.flight) price = std::min(price, uncovered);
  const double excess = base_rows ? rules.base_excess_rate.per_hour() : 0;
  for (double& price : proof.prices.base) price = std::clamp(price, 0.0, excess);
  for (PricedCut& cut : proof.cuts) cut.price = std::max(0.0, cut.price);
  return proof;
}

}  // namespace

BeatingPairings beating_pairings(pricing::Pricer& pricer, const Proof& proof,
                                 const pricing::EnumerationOptions& limits) {
  pricing::AllPairings all = pricer.enumerate(proof.prices, limits);
  const CutCharges charges(proof.cuts, proof.prices.flight.size());
  BeatingPairings beating;
  beating.complete = all.complete;
  // What lies above the threshold was not looked for.
  beating.worst = std::min(0.0, limits.threshold);
  for (pricing::PricedPairing& pairing : all.pairings) {
    pairing.reduced_cost += charges.of(pairing.legs);
    beating.worst = std::min(beating.worst, pairing.reduced_cost);
    if (pairing.reduced_cost < limits.threshold) beating.pairings.push_back(std::move(pairing));
  }
  return beating;
}

double value_of(const Master& month, const Proof& proof, double worst) {
  double value = month.dual_value(proof.prices);
  for (const PricedCut& cut : proof.cuts) value -= cut.price;
  // A plan has no more pairings with negative reduced costs than flights.
  return value + static_cast<double>(month.flights().size()) * worst;
}

double proven_bound(const schedule::Schedule& schedule, const pairing::Rules& rules,
                    const Proof& proof, bool base_rows, Workers& workers) {
  const MonthLeft left = month_left(schedule, rules, base_rows);
  const Master month(schedule, rules, left.part);
  const Proof sound = allowed(rules.cost, base_rows, proof);
  pricing::Pricer pricer(schedule, rules, workers);
  const double without = left.locked_cost + month.dual_value(pricer.prove(sound.prices));
  if (sound.cuts.empty()) return without;
  const BeatingPairings beating =
      beating_pairings(pricer, sound, {0, kMostPairings, kMostSteps, {}});
  if (!beating.complete) return without;
  return std::max(without, left.locked_cost + value_of(month, sound, beating.worst));
}

}  // namespace skein::optimizer
