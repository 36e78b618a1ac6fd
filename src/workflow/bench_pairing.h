// `skein bench pairing`: relaxations and plans of the published instances, with their bounds; and
// `skein bench growth`: how time and memory grow with the month.
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
  double relaxation_wall = 0;  // of that
  bool relaxation_solved = false;
  double peak_memory_mb = 0;

  double gap() const { return cost > 0 ? (cost - bound) / cost : 0; }
};

struct PairingBenchObserver {
  std::function<void(const RelaxationFigures&)> relaxation;
  std::function<void(const PlanBenchFigures&)> plan;
};

// Tells each figure as soon as it is there. Ctrl-C ends it.
void bench_pairing(const PairingBenchRequest& request, const PairingBenchObserver& observer);

struct GrowthRequest {
  std::vector<std::size_t> flights{500, 1'000, 2'000, 4'000, 8'000, 13'000};  // increasing
  double gap = 0.005;
  double time_limit = 1'800;
  std::size_t threads = 0;
};

// Plans of made-up months; each is told as soon as it is there. Peak memory is that of the process,
// so sizes must increase.
std::vector<PlanBenchFigures> bench_growth(
    const GrowthRequest& request, const std::function<void(const PlanBenchFigures&)>& observer);

// Time and memory over flights, as SVG.
std::string growth_plot(const std::vector<PlanBenchFigures>& rows);

}  // namespace skein::workflow
