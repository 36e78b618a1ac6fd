#include "pairing/limit_table.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/input_error.h"

namespace skein::pairing {
namespace {

bool is_sound(const std::vector<LimitTable::Row>& rows) {
  if (rows.empty() || rows.front().from != Minutes(0)) return false;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].by_segments.empty() || rows[i].from >= kDay) return false;
    if (i > 0 && rows[i].from <= rows[i - 1].from) return false;
    if (!std::ranges::is_sorted(rows[i].by_segments, std::greater<>())) return false;
  }
  return true;
}

}  // namespace

LimitTable::LimitTable(std::vector<Row> rows) : rows_(std::move(rows)) {
  if (!is_sound(rows_)) {
    throw InputError(
        {"", 0, "",
         "the rows of a limit table do not cover the day in order, or a limit grows with the "
         "flights",
         "start with from = \"00:00\", then later times; in a row, no limit above the one before"});
  }
}

Minutes LimitTable::limit(Minutes start_minute_of_day, int segments) const {
  const auto after = std::upper_bound(rows_.begin(), rows_.end(), start_minute_of_day,
                                      [](Minutes at, const Row& row) { return at < row.from; });
  const std::vector<Minutes>& limits = std::prev(after)->by_segments;
  const auto column = static_cast<std::size_t>(std::max(segments, 1) - 1);
  return limits[std::min(column, limits.size() - 1)];
}

}  // namespace skein::pairing
