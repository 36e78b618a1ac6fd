// Months that benchmarks run on.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "plan/month_folder.h"
#include "plan/plan.h"

namespace skein::workflow {

struct BenchMonth {
  std::string name;
  plan::Month month;
  plan::Plan published;  // empty: there is none
};

// One of the published instances, in the folder of the real data.
BenchMonth published_month(const std::filesystem::path& data, int number);
BenchMonth made_up_month(std::size_t flights);

}  // namespace skein::workflow
