#include "learning/trainer.h"

#include <cassert>

namespace skein::learning {

void Trainer::features_changed() {
  assert(false && "this trainer keeps no duals");
}

}  // namespace skein::learning
