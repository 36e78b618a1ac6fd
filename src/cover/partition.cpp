#include "cover/partition.h"

#include <cassert>

namespace skein::cover {

bool Partition::link(std::uint32_t row, std::uint32_t next) {
  assert(row < next);
  if (next_[row] != kNone || previous_[next] != kNone) return false;
  next_[row] = next;
  previous_[next] = row;
  ++links_;
  return true;
}

void Partition::cut(std::uint32_t row) {
  if (next_[row] == kNone) return;
  previous_[next_[row]] = kNone;
  next_[row] = kNone;
  --links_;
}

// Visits the first rows of the links that are cut.
template <class Visit>
void Partition::for_each_cut(std::span<const std::uint32_t> rows, Visit visit) const {
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const std::uint32_t before = previous_[rows[k]];
    if (before != kNone && (k == 0 || rows[k - 1] != before)) visit(before);
    const std::uint32_t after = next_[rows[k]];
    if (after != kNone && (k + 1 == rows.size() || rows[k + 1] != after)) visit(rows[k]);
  }
}

std::size_t Partition::cuts(std::span<const std::uint32_t> rows) const {
  std::size_t count = 0;
  for_each_cut(rows, [&](std::uint32_t) { ++count; });
  return count;
}

void Partition::split(std::span<const std::uint32_t> rows) {
  std::vector<std::uint32_t> to_cut;
  for_each_cut(rows, [&](std::uint32_t row) { to_cut.push_back(row); });
  for (std::uint32_t row : to_cut) cut(row);
}

}  // namespace skein::cover
