// `skein bench pairing`: relaxations and plans of the published instances, with their bounds.
// docs/benchmarking.md says how it is used.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace skein::workflow {

struct PairingBenchRequest {
  std::optional<std::filesystem::path> data;  // nothing: only a made-up month
  std::vector<int> instances{1, 3, 4, 6, 7};
  bool relaxations = true;
  bool plans = true;
  double gap = 0.003;       // at which a plan is good enough
  double time_limit = 900;  // seconds for a plan
  std::size_t threads = 0;  // for plans; 0: all cores. Relaxations use one.
};

// The relaxation of a month without base rows, by one thread.
struct RelaxationFigures {
  std::string month;
  std::size_t flights = 0;
  double lp = 0;
  double bound = 0;
  int rounds = 0;
  std::size_t columns = 0;
  double cpu = 0;
  double peak_memory_mb = 0;
};

// A plan of a month with base rows, checked.
struct PlanBenchFigures {
  std::string month;
  std::size_t flights = 0;
  double published = 0;  // cost of the published pairings under the same rules; 0: there are none
  double cost = 0;
  double bound = 0;
  std::size_t violations = 0;
  std::size_t uncovered = 0;
  std::size_t deadheads = 0;
  double cpu = 0;
  double wall = 0;
  double peak_memory_mb = 0;

  double gap() const { return cost > 0 ? (cost - bound) / cost : 0; }
};

struct PairingBenchObserver {
  std::function<void(const RelaxationFigures&)> relaxation;
  std::function<void(const PlanBenchFigures&)> plan;
};

// Tells each figure as soon as it is there. Ctrl-C ends it.
void bench_pairing(const PairingBenchRequest& request, const PairingBenchObserver& observer);

}  // namespace skein::workflow
