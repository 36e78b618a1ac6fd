#include "optimizer/bound.h"

#include <algorithm>

#include "optimizer/master.h"
#include "pricing/pricer.h"

namespace skein::optimizer {

double proven_bound(const schedule::Schedule& schedule, const pairing::Rules& rules,
                    const pricing::Prices& prices, bool base_rows, Workers& workers) {
  const Part whole =
      whole_month(schedule, base_rows ? base_targets(schedule) : std::vector<double>());
  // What the duals of the model allow: pi_f <= U, 0 <= sigma_b <= R.
  pricing::Prices allowed = prices;
  const double uncovered = rules.cost.uncovered_flight.amount();
  for (FlightId flight : schedule.flight_ids()) {
    allowed.flight[flight] = std::min(allowed.flight[flight], uncovered);
  }
  const double excess = base_rows ? rules.cost.base_excess_rate.per_hour() : 0;
  for (double& price : allowed.base) price = std::clamp(price, 0.0, excess);
  pricing::Pricer pricer(schedule, rules, workers);
  return Master(schedule, rules, whole).dual_value(pricer.prove(allowed));
}

}  // namespace skein::optimizer
