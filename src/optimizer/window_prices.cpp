#include "optimizer/window_prices.h"

#include <cstddef>

#include "optimizer/state.h"

namespace skein::optimizer {

void WindowPrices::take(const WindowReport& window) {
  const pricing::Prices& own = window.solution.prices;
  if (own.flight.empty()) return;
  for (FlightId flight : schedule_.flight_ids()) {
    const Instant departure = schedule_.flight(flight).departure;
    if (departure < window.begin || (departure >= window.end && !window.is_last)) continue;
    if (own.flight[flight] > 0) prices_.flight[flight] = own.flight[flight];
  }
  ++windows_;
  for (std::size_t b = 0; b < hours_.size(); ++b) hours_[b] += own.base[b];
}

pricing::Prices WindowPrices::prices() const {
  pricing::Prices result = prices_;
  for (std::size_t b = 0; b < hours_.size(); ++b) {
    if (windows_ > 0) result.base[b] = hours_[b] / windows_;
  }
  return result;
}

void WindowPrices::exchange(StateArchive& archive) {
  optimizer::exchange(archive, "windows", prices_);
  archive.exchange_list("sums of hours' prices", hours_);
  archive.exchange_whole("windows", windows_);
}

}  // namespace skein::optimizer
