// `skein demo`: a small airline without any data, from its past months to a plan of the next one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>

#include "base/clock.h"
#include "workflow/month_summary.h"
#include "workflow/run.h"

namespace skein::workflow {

struct DemoRequest {
  // Gets the airline's months, the plans of the past ones (folder history), and the run.
  std::filesystem::path output;
  std::size_t flights = 1'000;
  int past_months = 2;
  std::uint64_t seed = 1;
  std::size_t threads = 0;  // 0: all cores
  Deadline deadline;
};

struct DemoOutcome {
  WrittenMonth month;  // that was planned
  RunOutcome run;
};

DemoOutcome run_demo(const DemoRequest& request);

}  // namespace skein::workflow
