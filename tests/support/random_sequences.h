// Small labelled sequences for tests.
#pragma once

#include <vector>

#include "base/random.h"
#include "learning/sequences.h"

namespace skein::test {

// Labels follow each other in a circle, more often than not; features tell them with some noise.
learning::Sequences random_sequences(Rng& rng, std::size_t count, std::size_t labels);

std::vector<double> random_weights(Rng& rng, std::size_t size);

}  // namespace skein::test
