#include "cover/subset_rows.h"

#include <algorithm>
#include <map>
#include <utility>

#include "cover/restricted_lp.h"

namespace skein::cover {
namespace {

constexpr double kWhole = 1e-6;  // shares this close to 0 or 1 are

// What the columns that are taken in part cover together.
class PartCover {
 public:
  explicit PartCover(const RestrictedLp& lp) : lp_(lp) {
    for (std::size_t k = 0; k < lp.size(); ++k) {
      const double share = lp.share(k);
      if (share < kWhole || share > 1 - kWhole) continue;
      const auto rows = lp.rows(k);
      for (std::size_t a = 0; a < rows.size(); ++a) {
        by_row_[rows[a]].push_back({k, share});
        for (std::size_t b = a + 1; b < rows.size(); ++b) pairs_[rows[a]][rows[b]] += share;
      }
    }
  }

  // All three pairs are needed: columns through one row alone have at most 1 in all.
  template <class Found>
  void for_each_violated(double least, Found found) const {
    for (const auto& [first, next] : pairs_) {
      for (auto second = next.begin(); second != next.end(); ++second) {
        const auto between = pairs_.find(second->first);
        if (between == pairs_.end()) continue;
        for (auto third = std::next(second); third != next.end(); ++third) {
          const auto closing = between->second.find(third->first);
          if (closing == between->second.end()) continue;
          const double pairs = second->second + third->second + closing->second;
          if (pairs < 1 + least) continue;
          const RowTriple triple{first, second->first, third->first};
          const double violation = pairs - 2 * share_of_all(triple) - 1;
          if (violation >= least) found(violation, triple);
        }
      }
    }
  }

 private:
  double share_of_all(const RowTriple& triple) const {
    double sum = 0;
    for (const auto& [k, share] : by_row_.at(triple[0])) {
      const auto rows = lp_.rows(k);
      if (std::binary_search(rows.begin(), rows.end(), triple[1]) &&
          std::binary_search(rows.begin(), rows.end(), triple[2])) {
        sum += share;
      }
    }
    return sum;
  }

  const RestrictedLp& lp_;
  std::map<std::uint32_t, std::vector<std::pair<std::size_t, double>>> by_row_;
  std::map<std::uint32_t, std::map<std::uint32_t, double>> pairs_;  // first < second
};

}  // namespace

bool covers_two(std::span<const std::uint32_t> rows, const RowTriple& triple) {
  int covered = 0;
  for (std::uint32_t row : triple) covered += std::binary_search(rows.begin(), rows.end(), row);
  return covered >= 2;
}

std::vector<RowTriple> violated_triples(const RestrictedLp& lp, const CutOptions& options) {
  std::vector<std::pair<double, RowTriple>> found;
  PartCover(lp).for_each_violated(
      options.least_violation,
      [&](double violation, const RowTriple& triple) { found.emplace_back(-violation, triple); });
  std::sort(found.begin(), found.end());
  std::map<std::uint32_t, int> uses;
  std::vector<RowTriple> chosen;
  for (const auto& [violation, triple] : found) {
    if (chosen.size() >= options.per_round) break;
    if (std::any_of(triple.begin(), triple.end(),
                    [&](std::uint32_t row) { return uses[row] >= options.per_row; }))
      continue;
    for (std::uint32_t row : triple) ++uses[row];
    chosen.push_back(triple);
  }
  return chosen;
}

bool cut_off(RestrictedLp& lp, double most, const CutOptions& options) {
  for (int round = 0; round < options.max_rounds && lp.value() < most; ++round) {
    const std::vector<RowTriple> cuts = violated_triples(lp, options);
    if (cuts.empty()) return true;
    for (const RowTriple& cut : cuts) lp.add_cut(cut);
    if (!lp.solve(most)) return false;
  }
  return lp.value() < most;
}

}  // namespace skein::cover
