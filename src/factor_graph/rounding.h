// An assignment near fractional shares.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "factor_graph/graph.h"

namespace skein::factor_graph {

// The factors of each variable.
class FactorsOfVariables {
 public:
  explicit FactorsOfVariables(const Graph& graph);

  struct Link {
    std::uint32_t factor = 0;
    std::uint32_t link = 0;  // of Graph::links()
  };
  std::span<const Link> of(Variable variable) const {
    return {links_.data() + begins_[variable], begins_[variable + 1] - begins_[variable]};
  }

 private:
  std::vector<std::uint32_t> begins_;
  std::vector<Link> links_;
};

// Takes variables in the order of their shares, as far as the factors that were met allow it, then
// what is still missing, by scores. The result may be forbidden all the same.
std::vector<char> round_shares(const Graph& graph, const FactorsOfVariables& factors,
                               std::span<const double> shares);

}  // namespace skein::factor_graph
