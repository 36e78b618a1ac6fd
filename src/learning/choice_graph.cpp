#include "learning/choice_graph.h"

#include <fmt/format.h>

#include "base/input_error.h"

namespace skein::learning {

using factor_graph::Variable;

namespace {

[[noreturn]] void fail(const char* field, std::string problem, std::string remedy) {
  throw InputError({"", 0, field, std::move(problem), std::move(remedy)});
}

}  // namespace

ChoiceGraph::ChoiceGraph(std::size_t places, std::size_t labels, std::span<const char> allowed)
    : places_(places), labels_(labels), variables_(places * labels, kForbidden) {
  if (variables_.empty()) {
    fail("places", "there are none, or no labels to choose from", "leave the sample out");
  }
  if (!allowed.empty() && allowed.size() != variables_.size()) {
    fail("allowed", fmt::format("{} flags, where {} are needed", allowed.size(), parts()),
         "give one for each label of each place");
  }
  for (std::size_t place = 0; place < places; ++place) {
    std::vector<double> scores;
    for (std::size_t part = place * labels; part < (place + 1) * labels; ++part) {
      if (!allowed.empty() && allowed[part] == 0) continue;
      variables_[part] = static_cast<Variable>(parts_.size());
      parts_.push_back(static_cast<std::uint32_t>(part));
      scores.push_back(0);
    }
    if (scores.empty()) {
      fail("allowed", fmt::format("place {} may choose nothing", place + 1),
           "allow it a label, or leave it out");
    }
    graph_.add_choice(scores);
  }
}

void ChoiceGraph::add_at_most_one(std::span<const PlaceLabel> choices) {
  std::vector<Variable> variables;
  std::vector<std::uint32_t> parts;
  for (const PlaceLabel& choice : choices) {
    if (variable(choice) == kForbidden) continue;
    variables.push_back(variable(choice));
    parts.push_back(parts_[variables.back()]);
  }
  if (variables.size() <= 1) return;
  graph_.add_at_most_one(variables);
  exclusions_.push_back(std::move(parts));
}

}  // namespace skein::learning
