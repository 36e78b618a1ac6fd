// The most likely labelings of samples that are factor graphs, by AD3.
//
// Trainers ask for the same samples again and again with scores that differ little, so a search
// begins where the last one on the sample ended.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "base/workers.h"
#include "factor_graph/ad3.h"
#include "factor_graph/graph.h"
#include "learning/crf.h"

namespace skein::learning {

struct GraphSearchOptions {
  // Prove the labelings to be the most likely, by branch and bound; else that is done only where
  // AD3 finds none that is allowed.
  bool exact = false;
  factor_graph::Ad3Options ad3;
};

// Throws InputError, with the factor, where the graph forbids the truth (by variable) of a sample.
void require_allowed(std::size_t sample, const factor_graph::Graph& graph,
                     const std::vector<char>& truth);

class GraphSearch final : public Crf::Workspace {
 public:
  struct Labeling {
    std::vector<char> assignment;  // by variable
    double score = 0;
  };

  explicit GraphSearch(const GraphSearchOptions& options) : options_(options) {}

  // With these scores of variables in place of the graph's. Throws InputError, with the factor,
  // where the constraints allow nothing.
  Labeling most_likely(std::size_t sample, const factor_graph::Graph& graph,
                       std::span<const double> scores);
  void exchange(StateArchive& archive) override;

 private:
  // The graph with the scores of the last question, and where AD3 ended on it.
  struct Asked {
    std::optional<factor_graph::Graph> graph;
    factor_graph::Ad3State state;
  };

  GraphSearchOptions options_;
  std::map<std::size_t, Asked> asked_;
  Workers alone_{1};
};

}  // namespace skein::learning
