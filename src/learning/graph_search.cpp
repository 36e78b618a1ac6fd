#include "learning/graph_search.h"

#include <utility>

#include <fmt/format.h>

#include "base/input_error.h"
#include "base/state_archive.h"
#include "factor_graph/exact_map.h"

namespace skein::learning {

using factor_graph::Graph;
using factor_graph::Variable;

namespace {

[[noreturn]] void fail_without_labeling(std::size_t sample, const Graph& graph,
                                        const factor_graph::ExactMapSummary& search) {
  const std::string what =
      search.optimal ? "the constraints allow no labeling"
                     : fmt::format("no labeling that the constraints allow was found in {} nodes",
                                   search.nodes);
  throw InputError(
      {"", 0, fmt::format("factor {}", search.worst_factor + 1),
       fmt::format("sample {}: {}; this one ({}) is where they agree least", sample + 1, what,
                   name_of(graph.factors()[search.worst_factor].kind)),
       "relax a constraint of the sample, or leave it out"});
}

void exchange_numbers(StateArchive& archive, const char* name, std::vector<double>& numbers) {
  std::uint64_t count = numbers.size();
  archive.exchange(name, count);
  numbers.resize(count);
  archive.exchange(name, std::span<double>(numbers));
}

}  // namespace

void require_allowed(std::size_t sample, const Graph& graph, const std::vector<char>& truth) {
  const std::size_t factor = graph.forbidding_factor(truth);
  if (factor == graph.factors().size()) return;
  throw InputError({"", 0, "truth",
                    fmt::format("sample {}: factor {} ({}) forbids it", sample + 1, factor + 1,
                                name_of(graph.factors()[factor].kind)),
                    "mend the sample, or leave it out"});
}

GraphSearch::Labeling GraphSearch::most_likely(std::size_t sample, const Graph& graph,
                                               std::span<const double> scores) {
  Asked& asked = asked_[sample];
  if (!asked.graph) asked.graph = graph;
  for (std::size_t v = 0; v < scores.size(); ++v) {
    asked.graph->set_score(static_cast<Variable>(v), scores[v]);
  }
  if (!options_.exact) {
    auto found = factor_graph::run_ad3(*asked.graph, alone_, options_.ad3, &asked.state);
    if (!found.assignment.empty()) return {std::move(found.assignment), found.primal};
  }
  factor_graph::ExactMapOptions exact;
  exact.ad3 = options_.ad3;
  auto best = factor_graph::find_most_likely(*asked.graph, alone_, exact);
  if (best.assignment.empty()) fail_without_labeling(sample, *asked.graph, best);
  return {std::move(best.assignment), best.primal};
}

// Where the searches ended decides where the next ones begin, and with that which of the labelings
// that are nearly as good they find.
void GraphSearch::exchange(StateArchive& archive) {
  std::vector<std::uint64_t> samples;
  for (const auto& [sample, asked] : asked_) samples.push_back(sample);
  std::uint64_t count = samples.size();
  archive.exchange("searched samples", count);
  samples.resize(count);
  archive.exchange("searched samples", std::span<std::uint64_t>(samples));
  std::map<std::size_t, Asked> asked;
  for (std::uint64_t sample : samples) {
    factor_graph::Ad3State& state =
        asked.emplace(sample, std::move(asked_[sample])).first->second.state;
    exchange_numbers(archive, "multipliers", state.multipliers);
    exchange_numbers(archive, "shares", state.shares);
    archive.exchange("penalty", state.penalty);
  }
  asked_ = std::move(asked);
}

}  // namespace skein::learning
