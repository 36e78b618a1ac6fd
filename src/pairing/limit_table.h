// A limit that depends on the time of day at which a duty starts and on its number of flights, as
// in the tables of the flight-time regulations.
#pragma once

#include <vector>

#include "base/units.h"

namespace skein::pairing {

class LimitTable {
 public:
  struct Row {
    Minutes from;                      // the row holds from this time of day to the next row's
    std::vector<Minutes> by_segments;  // for 1, 2, ... flights; the last also for more

    friend bool operator==(const Row&, const Row&) = default;
  };

  LimitTable() = default;
  // The rows must start at 00:00 and be in order of time, each with at least one limit and none
  // that grows with the flights: one more flight must never make an illegal duty legal. Throws
  // InputError otherwise.
  explicit LimitTable(std::vector<Row> rows);

  Minutes limit(Minutes start_minute_of_day, int segments) const;
  const std::vector<Row>& rows() const { return rows_; }

  friend bool operator==(const LimitTable&, const LimitTable&) = default;

 private:
  std::vector<Row> rows_;
};

}  // namespace skein::pairing
