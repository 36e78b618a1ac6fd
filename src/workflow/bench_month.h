// Months that benchmarks run on.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "plan/month_folder.h"
#include "plan/plan.h"

namespace skein::workflow {

struct BenchMonth {
  std::string name;
  plan::Month month;
  plan::Plan published;  // empty: there is none
};

BenchMonth made_up_month(std::size_t flights);

// Of the published instances, those; where the real data is not there, a made-up month, and says
// so.
std::vector<BenchMonth> bench_months_of(const std::optional<std::filesystem::path>& data,
                                        const std::vector<int>& instances);

}  // namespace skein::workflow
