// Places that choose one label each, where some choices are forbidden and others exclude each
// other: flights that choose the rank of the next flight, which no two of them may share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "factor_graph/graph.h"

namespace skein::learning {

struct PlaceLabel {
  std::size_t place = 0;
  std::uint32_t label = 0;
};

class ChoiceGraph {
 public:
  static constexpr factor_graph::Variable kForbidden = ~factor_graph::Variable{0};

  // `allowed` has a flag for each label of each place, place after place; none: all are allowed.
  // Throws InputError for no places, flags that are not so many, a place that may choose nothing.
  ChoiceGraph(std::size_t places, std::size_t labels, std::span<const char> allowed = {});

  std::size_t places() const { return places_; }
  std::size_t labels() const { return labels_; }
  std::size_t parts() const { return variables_.size(); }  // places x labels
  // Of that label at that place; kForbidden if it is not allowed.
  factor_graph::Variable variable(const PlaceLabel& choice) const {
    return variables_[choice.place * labels_ + choice.label];
  }
  std::span<const factor_graph::Variable> variables_at(std::size_t place) const {
    return std::span(variables_).subspan(place * labels_, labels_);
  }
  // By variable, place x labels + label.
  std::span<const std::uint32_t> parts_of_variables() const { return parts_; }

  // One variable for each label that is allowed. More factors may be added, but no variables.
  const factor_graph::Graph& graph() const { return graph_; }
  factor_graph::Graph& graph() { return graph_; }
  // What is forbidden anyway is left out.
  void add_at_most_one(std::span<const PlaceLabel> choices);
  // The parts of those that were added so, of which at most one may be chosen.
  const std::vector<std::vector<std::uint32_t>>& parts_of_exclusions() const { return exclusions_; }

 private:
  std::size_t places_;
  std::size_t labels_;
  std::vector<factor_graph::Variable> variables_;  // by part
  std::vector<std::uint32_t> parts_;               // by variable
  std::vector<std::vector<std::uint32_t>> exclusions_;
  factor_graph::Graph graph_;
};

}  // namespace skein::learning
