// prices.csv of a plan folder: the prices that prove the plan's bound (docs/file_formats.md).
#pragma once

#include <string>

#include "base/text_source.h"
#include "optimizer/proof.h"
#include "schedule/schedule.h"

namespace skein::optimizer {

// Every flight and base must have a price, and no other may have one.
Proof read_prices(LineReader lines, const schedule::Schedule& schedule);

// The prices of flights and bases that the month has; of what the file does not name, 0. Cuts are
// left out. For prices to begin with, of which nothing is taken for proven.
pricing::Prices read_some_prices(LineReader lines, const schedule::Schedule& schedule);

// With all digits: what is read again is the same.
std::string prices_csv(const schedule::Schedule& schedule, const Proof& proof);

}  // namespace skein::optimizer
