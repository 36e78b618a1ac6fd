// Prices of a whole month from those of windows that were planned one after another.
#pragma once

#include <vector>

#include "base/state_archive.h"
#include "optimizer/rolling.h"
#include "pricing/prices.h"
#include "schedule/schedule.h"

namespace skein::optimizer {

// Prices of all flights, each from the last window that had to cover it; those of hours are means.
class WindowPrices {
 public:
  // `first` are those of flights that no window has covered yet.
  WindowPrices(const schedule::Schedule& schedule, const pricing::Prices& first)
      : schedule_(schedule), prices_(first), hours_(first.base.size(), 0.0) {}

  void take(const WindowReport& window);
  pricing::Prices prices() const;

  void exchange(StateArchive& archive);

 private:
  const schedule::Schedule& schedule_;
  pricing::Prices prices_;
  std::vector<double> hours_;
  int windows_ = 0;
};

}  // namespace skein::optimizer
