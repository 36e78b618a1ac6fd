#include "features/fair_shares.h"

#include <algorithm>
#include <cmath>

#include "pairing/cost.h"

namespace skein::features {

FairShares::FairShares(const schedule::Schedule& schedule, const pairing::Rules& rules,
                       const history::NextFlights& flights, const FairShareOptions& options)
    : schedule_(schedule),
      rules_(rules),
      ranges_(schedule.flights().size()),
      ends_(schedule.flights().size(), 0.0),
      starts_(schedule.flights().size(), 0.0) {
  for (const StationId station : schedule.station_ids()) {
    for (std::size_t fleet = 0; fleet < schedule.fleets().size(); ++fleet) {
      match(station, FleetId(fleet), flights, options);
    }
  }
}

// Scaled values, not logarithms: costs of gaps are bounded by those of two days.
void FairShares::match(StationId station, FleetId fleet, const history::NextFlights& flights,
                       const FairShareOptions& options) {
  const std::vector<FlightId>& landing = flights.arrivals(station, fleet);
  const std::vector<FlightId>& leaving = flights.departures(station, fleet);
  const bool is_base = schedule_.station(station).is_base;
  const double end =
      std::exp(-(is_base ? options.end_at_base : options.end_elsewhere) / options.temperature);
  const std::size_t first = next_.size();
  std::vector<std::uint32_t> columns;  // of shares from `first` on
  for (const FlightId id : landing) {
    const Instant arrival = schedule_.flight(id).arrival;
    ranges_[id].begin = next_.size();
    auto at =
        std::ranges::lower_bound(leaving, arrival + rules_.work.min_connection, {},
                                 [&](FlightId next) { return schedule_.flight(next).departure; });
    for (; at != leaving.end(); ++at) {
      const Minutes gap = schedule_.flight(*at).departure - arrival;
      if (gap > flights.options().within) break;
      const double cost = pairing::gap_cost(rules_.cost, gap).amount();
      next_.push_back(*at);
      shares_.push_back(static_cast<float>(std::exp(-cost / options.temperature)));
      columns.push_back(static_cast<std::uint32_t>(at - leaving.begin()));
    }
    ranges_[id].end = next_.size();
  }
  std::vector<double> factors(leaving.size(), 1.0);  // exp(-u_c)
  std::vector<double> sums(leaving.size());
  std::vector<double> scales(landing.size());  // exp(-v_i)
  const auto set_scales = [&] {
    std::ranges::fill(sums, 0.0);
    for (std::size_t i = 0; i < landing.size(); ++i) {
      const Range range = ranges_[landing[i]];
      double sum = end;
      for (std::size_t k = range.begin; k < range.end; ++k) {
        sum += static_cast<double>(shares_[k]) * factors[columns[k - first]];
      }
      scales[i] = 1 / sum;
      for (std::size_t k = range.begin; k < range.end; ++k) {
        sums[columns[k - first]] += static_cast<double>(shares_[k]) * scales[i];
      }
    }
  };
  for (int round = 0; round < options.rounds; ++round) {
    set_scales();
    for (std::size_t c = 0; c < leaving.size(); ++c) {
      factors[c] = sums[c] > 1 ? 1 / sums[c] : 1;
    }
  }
  set_scales();
  for (std::size_t i = 0; i < landing.size(); ++i) {
    const Range range = ranges_[landing[i]];
    for (std::size_t k = range.begin; k < range.end; ++k) {
      shares_[k] = static_cast<float>(static_cast<double>(shares_[k]) * scales[i] *
                                      factors[columns[k - first]]);
    }
    ends_[landing[i]] = end * scales[i];
  }
  for (std::size_t c = 0; c < leaving.size(); ++c) {
    starts_[leaving[c]] = std::max(0.0, 1 - sums[c] * factors[c]);
  }
}

double FairShares::share(FlightId flight, FlightId next) const {
  const Range range = ranges_[flight];
  const auto begin = next_.begin() + static_cast<std::ptrdiff_t>(range.begin);
  const auto end = next_.begin() + static_cast<std::ptrdiff_t>(range.end);
  // Flights are numbered in order of departure.
  const auto at = std::lower_bound(begin, end, next);
  return at != end && *at == next
             ? static_cast<double>(shares_[static_cast<std::size_t>(at - next_.begin())])
             : 0;
}

}  // namespace skein::features
