// Pairings that a better solution can hold: all with reduced costs below what there is to gain.
#pragma once

#include <cstddef>

#include "optimizer/master.h"
#include "pricing/pricer.h"

namespace skein::optimizer {

struct NearPairings {
  double threshold = 0;   // reduced cost up to which they were enumerated
  bool complete = false;  // all below it are there
};

// Adds those below the threshold of the limits to the master; if they are too many, those below a
// part of it.
NearPairings add_near(Master& master, pricing::Pricer& pricer, const pricing::Prices& prices,
                      pricing::EnumerationOptions limits);

}  // namespace skein::optimizer
