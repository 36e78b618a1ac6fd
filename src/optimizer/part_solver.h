// Pairings for a part of a month, nearly the best.
//
// The part's relaxation is solved by column generation. Then every pairing is enumerated that a
// better solution can hold: its reduced cost is below what there is to gain, the cost of the
// solution at hand less the bound. If they are too many, those below a share of it. Over these,
// branch and bound on connections (cover/branching.h).
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "base/clock.h"
#include "optimizer/clusters.h"
#include "optimizer/known_rides.h"
#include "optimizer/master.h"
#include "optimizer/part.h"
#include "pricing/pricer.h"

namespace skein::optimizer {

struct PartOptions {
  // How exactly the relaxation is solved. The gain is measured from its bound.
  double lp_gap = 1e-4;
  int max_rounds = 25;
  // Pairings that branch and bound chooses from, and the work to find them.
  std::size_t max_columns = 8'000;
  std::size_t max_steps = 30'000;
  // Where no solution is at hand: reduced cost up to which pairings are enumerated.
  double first_threshold = 1'000;
  // Of branch and bound; with connections of a share of at least `sure_share` taken for decided.
  int max_nodes = 1'000;
  double sure_share = 1;
  double dear = std::numeric_limits<double>::infinity();  // cover/branching.h
  // Tighten the relaxation of branch and bound (cover/subset_rows.h). Pays where that of the month
  // is weak.
  bool cuts = false;
  // Crews deadhead only on flights that known pairings with flights of the part ride in
  // (known_rides.h), and to and from flights that the solution at hand leaves.
  bool known_rides = false;
  // Clusters for its relaxation (clusters.h), as far as their flights are in the part.
  std::vector<FlightLink> links;
  Deadline deadline;
};

struct PartSolution {
  std::vector<Candidate> pairings;  // without those that may be taken in part
  double before = 0;                // cost of the solution at hand
  double bound = 0;                 // no solution of the part costs less
  double after = 0;
  pricing::Prices prices;  // that prove the bound
  double share = 0;        // of the gain, up to which pairings were enumerated
  std::size_t columns = 0;
  int nodes = 0;
  bool improved = false;
  bool optimal = false;  // proven
};

class PartSolver {
 public:
  // All must live as long as this. `pool` are pairings worth trying, `prices` proven for the whole
  // month.
  PartSolver(const schedule::Schedule& schedule, const pairing::Rules& rules,
             pricing::Pricer& pricer, const std::vector<Candidate>& pool,
             const pricing::Prices& prices)
      : schedule_(schedule), rules_(rules), pricer_(pricer), pool_(pool), prices_(prices) {}

  // `start` covers flights of the part, each at most once; empty: no solution is at hand.
  PartSolution solve(const Part& part, const std::vector<Candidate>& start,
                     const PartOptions& options);

 private:
  void add_pool(Master& master, const Part& part) const;
  pricing::OpenFlights known_rides(const Part& part, const std::vector<Candidate>& start);
  void add_rides_around(FlightId flight, pricing::OpenFlights& rides) const;
  // Columns that may be taken in part.
  std::vector<char> begin_late(const Master& master, const Part& part) const;

  const schedule::Schedule& schedule_;
  const pairing::Rules& rules_;
  pricing::Pricer& pricer_;
  const std::vector<Candidate>& pool_;
  const pricing::Prices& prices_;
  std::optional<KnownRides> rides_;  // of the pool; none until they are asked for
};

}  // namespace skein::optimizer
