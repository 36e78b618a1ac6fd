// AD3 on connection graphs, beside the exact optimum by flows of least cost: prints a table for
// docs/benchmarks.md.
#include <cmath>

#include <fmt/format.h>

#include "base/clock.h"
#include "connection_graph.h"
#include "factor_graph/ad3.h"
#include "factor_graph/assignment.h"

namespace skein::bench {
namespace {

void compare(std::size_t flights, double truth) {
  ConnectionGraphOptions options;
  options.flights = flights;
  options.truth = truth;
  const factor_graph::Graph graph = make_connection_graph(options);
  Workers workers(1);
  const double begin = cpu_seconds();
  const double memory = current_memory_mb();
  const factor_graph::Ad3Summary ad3 = factor_graph::run_ad3(graph, workers);
  const double ad3_seconds = cpu_seconds() - begin;
  const double peak = peak_memory_mb();
  const double flow_begin = cpu_seconds();
  const double best = factor_graph::solve_assignment(graph).score;
  const double flow_seconds = cpu_seconds() - flow_begin;
  fmt::print(
      "| {} | {} | {:.2f} | {} | {:.1f} | {} | {} | {:.1e} | {:.1e} | {:.2f} | {:.0f} | {:.0f} |\n",
      flights, truth, ad3_seconds, ad3.iterations,
      static_cast<double>(ad3.factor_steps) / static_cast<double>(graph.factors().size()),
      name_of(ad3.stopped), ad3.fractional, (best - ad3.primal) / std::abs(best),
      (ad3.dual - best) / std::abs(best), flow_seconds, memory, peak);
  std::fflush(stdout);
}

}  // namespace
}  // namespace skein::bench

int main() {
  fmt::print(
      "| flights | truth, sigmas | AD3, CPU s | iterations | turns per factor | end | fractional | "
      "primal below the best | dual above | flow, CPU s | MB before | peak MB |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (double truth : {4.0, 2.0}) {
    for (std::size_t flights : {2'000U, 10'000U, 50'000U}) skein::bench::compare(flights, truth);
  }
}
