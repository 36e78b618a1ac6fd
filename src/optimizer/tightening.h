// A higher bound than the relaxation's, by cuts.
//
// Subset-row cuts (cover/subset_rows.h) make the relaxation of a month tighter, but their prices
// depend on which flights a pairing operates together, which pricing by labels does not know. It
// need not: cuts only raise reduced costs, so a pairing that beats the prices with cuts beats them
// without. All pairings that do so are enumerated, and what cuts charge is added one by one.
//
// The duals of the relaxation with cuts are wild while pairings are missing, and then far too many
// beat them. So they are approached from the best proof at hand: a point between, where either
// some pairing beats it, which is then missing in the relaxation too, or none, which makes it the
// next proof, with a higher bound.
//
// Cuts over few pairings bring at least as much as over all, so what they bring at first says
// whether to go on.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "base/clock.h"
#include "cover/restricted_lp.h"
#include "optimizer/master.h"
#include "optimizer/proof.h"
#include "pricing/pricer.h"

namespace skein::optimizer {

struct TighteningOptions {
  double least_gain = 0;  // of the bound; for less it is not worth it
  int max_rounds = 100;
  double gap = 1e-5;  // stop when the bound is this near to the relaxation with cuts
  // Pairings to begin with: near the relaxation's prices; and the work to find them.
  double first_threshold = 300;
  std::size_t first_pairings = 20'000;
  std::size_t look_steps = 50'000;
  // Pairings looked at in one round, and the work to find them.
  std::size_t max_pairings = 200'000;
  std::size_t max_steps = 1'000'000;
  // A pairing is not added if more than half of its flights are in this many added in the round.
  int pairings_per_flight = 10;
  Deadline deadline;
};

struct TighteningReport {
  int round = 0;
  std::size_t columns = 0;
  double lp = 0;  // with cuts, of the pairings there are: the bound will not be higher
  double bound = 0;
};

struct TightenedBound {
  double value = 0;
  Proof proof;
};

using TighteningObserver = std::function<void(const TighteningReport&)>;

// `lp` is solved, over columns of the master that the relaxation takes; both get more. `prices`
// prove `bound`. Nothing if there is too little to gain.
std::optional<TightenedBound> tighten(Master& master, cover::RestrictedLp& lp,
                                      pricing::Pricer& pricer, const pricing::Prices& prices,
                                      double bound, const TighteningOptions& options = {},
                                      const TighteningObserver& observer = {});

}  // namespace skein::optimizer
