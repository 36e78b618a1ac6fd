#include "plan/plan.h"

#include <algorithm>

namespace skein::plan {

std::span<const Leg> known_beginning(const Pairing& pairing) {
  const auto unknown = std::find_if(pairing.legs.begin(), pairing.legs.end(),
                                    [](const Leg& leg) { return !leg.flight.exists(); });
  return {pairing.legs.begin(), unknown};
}

}  // namespace skein::plan
