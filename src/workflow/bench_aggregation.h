// `skein bench aggregation`: what a start and its clusters are worth to the relaxation of a month,
// by method. docs/benchmarking.md says how it is used.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace skein::workflow {

struct AggregationBenchRequest {
  std::optional<std::filesystem::path> data;  // nothing: only a made-up month
  std::vector<int> instances{3, 4, 6, 7};
  bool weeks = true;   // days 8 to 14
  bool months = true;  // whole
  bool base_rows = false;
  std::vector<std::string> methods;  // of method_names(); empty: all
  std::vector<std::string> starts;   // of start_names(); empty: all
  double time_limit = 300;           // wall seconds for each run
  double gap = 1e-5;                 // between relaxation and bound, at which it counts as solved
  bool plans = true;                 // also whole pairings, after each relaxation
};

// simplex, interior-point, first-order; and each of them over clusters.
const std::vector<std::string>& aggregation_methods();
// published; published-10 to published-100: with so many per cent of its connections broken;
// greedy.
const std::vector<std::string>& aggregation_starts();

// A relaxation, by one thread.
struct AggregationFigures {
  std::string month;
  std::size_t flights = 0;
  std::string start;
  std::string method;
  // CPU seconds until the relaxation was worth no more than this above its optimum; negative: not
  // within the time.
  double to_1_percent = -1;
  double to_01_percent = -1;
  double to_optimum = -1;  // proven to the gap asked for
  double lp = 0;
  double bound = 0;
  int rounds = 0;
  std::size_t first_rows = 0;
  std::size_t last_rows = 0;
  std::size_t columns = 0;
  std::size_t fractional = 0;
  // Cost of a plan by one plunge over the pairings of the relaxation, nearly whole connections
  // taken at once; negative: none was made.
  double plan = -1;
};

// Tells each figure as soon as it is there; those of one month and start come together, since the
// optimum must be known. Ctrl-C ends it.
void bench_aggregation(const AggregationBenchRequest& request,
                       const std::function<void(const AggregationFigures&)>& observer);

// The curve of what clusters are worth: CPU seconds to the optimum over the share of connections
// that are broken, by method, for the months that have more than one such share; as SVG.
std::string aggregation_plot(const std::vector<AggregationFigures>& figures);

}  // namespace skein::workflow
