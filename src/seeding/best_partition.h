// The cheapest choice among some sets such that each item is in exactly one of them: a small set
// partitioning problem, by depth-first search with the bound that every item costs at least the
// smallest equal share of a set that has it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace skein::seeding {

struct PartitionSet {
  std::vector<std::uint32_t> items;  // of 0, ..., items-1; not empty
  double cost = 0;
};

struct PartitionProblem {
  std::size_t items = 0;
  std::vector<PartitionSet> sets;
  // Only a choice that costs less than this is wanted.
  double below = 0;
  // The search gives up after this many steps and returns the best so far.
  std::size_t max_steps = 20'000;
};

// Numbers of the sets; nothing where no choice below the limit was found.
std::optional<std::vector<std::size_t>> best_partition(const PartitionProblem& problem);

}  // namespace skein::seeding
