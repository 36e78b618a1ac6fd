// Small factor graphs for tests.
#pragma once

#include <optional>
#include <vector>

#include "base/random.h"
#include "factor_graph/graph.h"

namespace skein::test {

// With one factor of the kind, over variables or choices made for it.
factor_graph::Graph random_factor(Rng& rng, factor_graph::FactorKind kind);

// Up to 15 variables, with factors of some kinds, of the given one for certain; nothing rules out
// that they contradict each other.
factor_graph::Graph random_graph(Rng& rng, std::optional<factor_graph::FactorKind> certain = {});

std::vector<factor_graph::FactorKind> all_factor_kinds();

// Calls action(values) for all 0/1 vectors of the size.
template <class Action>
void for_each_assignment(std::size_t size, Action action) {
  std::vector<char> values(size, 0);
  while (true) {
    action(values);
    std::size_t i = 0;
    while (i < size && values[i] == 1) values[i++] = 0;
    if (i == size) return;
    values[i] = 1;
  }
}

}  // namespace skein::test
