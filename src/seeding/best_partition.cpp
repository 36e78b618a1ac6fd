#include "seeding/best_partition.h"

#include <algorithm>
#include <limits>

namespace skein::seeding {
namespace {

constexpr double kTolerance = 1e-7;

class PartitionSearch {
 public:
  explicit PartitionSearch(const PartitionProblem& problem)
      : problem_(problem),
        sets_of_(problem.items),
        share_(problem.items, std::numeric_limits<double>::infinity()),
        is_covered_(problem.items, 0),
        below_(problem.below) {
    for (std::size_t set = 0; set < problem.sets.size(); ++set) {
      for (std::uint32_t item : problem.sets[set].items) {
        sets_of_[item].push_back(set);
        share_[item] = std::min(share_[item], share(set));
      }
    }
    for (auto& sets : sets_of_) {
      std::stable_sort(sets.begin(), sets.end(),
                       [this](std::size_t a, std::size_t b) { return share(a) < share(b); });
    }
  }

  std::optional<std::vector<std::size_t>> run() && {
    double bound = 0;
    for (double share : share_) bound += share;
    go_on(0, bound);
    return std::move(best_);
  }

 private:
  double share(std::size_t set) const {
    const PartitionSet& chosen = problem_.sets[set];
    return chosen.cost / static_cast<double>(chosen.items.size());
  }

  // `bound` is of the items that are not covered.
  void go_on(double cost, double bound) {
    if (cost + bound >= below_ - kTolerance || steps_++ >= problem_.max_steps) return;
    const std::size_t item = hardest_item();
    if (item == problem_.items) {
      below_ = cost;
      best_ = chosen_;
      return;
    }
    for (std::size_t set : sets_of_[item]) {
      if (fits(set)) take(set, cost, bound);
    }
  }

  // That the fewest sets can still cover; all are covered where there is none.
  std::size_t hardest_item() const {
    std::size_t hardest = problem_.items;
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    for (std::size_t item = 0; item < problem_.items; ++item) {
      if (is_covered_[item] != 0) continue;
      std::size_t ways = 0;
      for (std::size_t set : sets_of_[item]) {
        if (fits(set) && ++ways >= fewest) break;
      }
      if (ways >= fewest) continue;
      fewest = ways;
      hardest = item;
    }
    return hardest;
  }

  bool fits(std::size_t set) const {
    const std::vector<std::uint32_t>& items = problem_.sets[set].items;
    return std::all_of(items.begin(), items.end(),
                       [this](std::uint32_t item) { return is_covered_[item] == 0; });
  }

  void take(std::size_t set, double cost, double bound) {
    const PartitionSet& taken = problem_.sets[set];
    chosen_.push_back(set);
    for (std::uint32_t item : taken.items) {
      is_covered_[item] = 1;
      bound -= share_[item];
    }
    go_on(cost + taken.cost, bound);
    for (std::uint32_t item : taken.items) is_covered_[item] = 0;
    chosen_.pop_back();
  }

  const PartitionProblem& problem_;
  std::vector<std::vector<std::size_t>> sets_of_;  // by item, the cheapest share first
  std::vector<double> share_;                      // the smallest, by item
  std::vector<char> is_covered_;
  std::vector<std::size_t> chosen_;
  std::optional<std::vector<std::size_t>> best_;
  double below_;
  std::size_t steps_ = 0;
};

}  // namespace

std::optional<std::vector<std::size_t>> best_partition(const PartitionProblem& problem) {
  return PartitionSearch(problem).run();
}

}  // namespace skein::seeding
