#include "optimizer/merging.h"

#include <cstddef>
#include <numeric>

#include "cover/branching.h"

namespace skein::optimizer {

std::vector<Candidate> merged(const schedule::Schedule& schedule, const pairing::Rules& rules,
                              const Part& month, const std::vector<std::vector<Candidate>>& plans,
                              const MergingOptions& options) {
  if (plans.empty()) return {};
  Master master(schedule, rules, month);
  cover::BranchingOptions branching;
  for (std::size_t k = 0; k < plans.size(); ++k) {
    for (const Candidate& pairing : plans[k]) {
      if (master.add(pairing) && k == 0) branching.start.push_back(master.columns() - 1);
    }
  }
  branching.max_nodes = options.max_nodes;
  branching.deadline = options.deadline;
  std::vector<std::size_t> all(master.columns());
  std::iota(all.begin(), all.end(), std::size_t{0});
  std::vector<Candidate> plan;
  for (std::size_t j : cover::branch_and_bound(master.problem(), all, branching).columns) {
    plan.push_back(master.pairing(j));
  }
  return plan;
}

}  // namespace skein::optimizer
