// `skein demo`: a small airline, planned and checked, without any data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>

#include "base/clock.h"
#include "workflow/check.h"
#include "workflow/month_summary.h"

namespace skein::workflow {

struct DemoRequest {
  std::filesystem::path output;  // gets the folders month and plan; older ones are replaced
  std::size_t flights = 1'000;
  std::uint64_t seed = 1;
  Deadline deadline;
};

struct DemoOutcome {
  WrittenMonth month;
  std::filesystem::path plan_folder;
  CheckOutcome check;
};

DemoOutcome run_demo(const DemoRequest& request);

}  // namespace skein::workflow
