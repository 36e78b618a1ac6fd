// `skein bench`: timings that anybody can repeat. docs/benchmarks.md keeps the results.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace skein::workflow {

// One thing measured: the least and the middle of several runs.
struct Timing {
  std::string what;
  std::size_t flights = 0;
  std::size_t pairings = 0;
  double least_wall = 0;
  double middle_wall = 0;
  double least_cpu = 0;
};

// Reading, checking and generating months. What needs the real data is left out where
// `data` is nothing.
std::vector<Timing> bench_months(const std::optional<std::filesystem::path>& data, int runs);

}  // namespace skein::workflow
