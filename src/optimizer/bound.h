// The lower bound that prices prove: what a plan's promise rests on, worked out anew.
#pragma once

#include <vector>

#include "base/workers.h"
#include "optimizer/master.h"
#include "optimizer/proof.h"
#include "pairing/rules.h"
#include "pricing/pricer.h"
#include "schedule/schedule.h"

namespace skein::optimizer {

// No plan costs less than this. Holds for any prices. Without cuts: where a pairing would beat the
// prices, they are lowered until none does, by exact pricing of the whole month (Pricer::prove).
// With cuts: all pairings that beat the prices without them are looked at one by one. If those are
// too many, which they are not for a proof that was written by `skein solve`, cuts count nothing.
double proven_bound(const schedule::Schedule& schedule, const pairing::Rules& rules,
                    const Proof& proof, bool base_rows, Workers& workers);

// Pairings that beat a proof, with what cuts charge in their reduced costs.
struct BeatingPairings {
  std::vector<pricing::PricedPairing> pairings;
  bool complete = true;  // else some are missing
  double worst = 0;      // no reduced cost is less
};

BeatingPairings beating_pairings(pricing::Pricer& pricer, const Proof& proof,
                                 const pricing::EnumerationOptions& limits);

// No plan costs less, if the prices are such as the master's duals may be, and no pairing has a
// lower reduced cost than the worst.
double value_of(const Master& month, const Proof& proof, double worst);

}  // namespace skein::optimizer
