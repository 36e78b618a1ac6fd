#include "predictor/joint_choices.h"

#include <algorithm>
#include <numeric>

#include "factor_graph/ad3.h"
#include "factor_graph/assignment.h"
#include "learning/choice_sequences.h"

namespace skein::predictor {
namespace {

using learning::ChoiceExamples;

// Where AD3 finds nothing that is allowed, flows do: there is always the choice of none.
std::vector<char> best_assignment(const factor_graph::Graph& graph, const JointOptions& options,
                                  Workers& workers, double& bound) {
  if (!options.exact) {
    factor_graph::Ad3Summary found = factor_graph::run_ad3(graph, workers);
    bound += found.dual;
    if (!found.assignment.empty()) return std::move(found.assignment);
    return factor_graph::solve_assignment(graph).assignment;
  }
  factor_graph::BestAssignment best = factor_graph::solve_assignment(graph);
  bound += best.score;
  return std::move(best.assignment);
}

}  // namespace

JointChoices choose_jointly(const ChoiceExamples& examples, std::span<const float> scores,
                            const JointOptions& options, Workers& workers) {
  const std::size_t labels = examples.places + 1;
  JointChoices result;
  result.chosen.assign(examples.size(), static_cast<std::uint32_t>(examples.places));
  std::vector<std::uint32_t> members(examples.size());
  std::iota(members.begin(), members.end(), 0U);
  std::ranges::stable_sort(members, {}, [&](std::uint32_t k) { return examples.group[k]; });
  for (std::size_t begin = 0; begin < members.size();) {
    std::size_t end = begin;
    while (end < members.size() && examples.group[members[end]] == examples.group[members[begin]]) {
      ++end;
    }
    const auto own = std::span(members).subspan(begin, end - begin);
    learning::ChoiceGraph choices = learning::choice_graph(examples, own);
    const auto score_of = [&](std::uint32_t part) {
      return static_cast<double>(scores[own[part / labels] * labels + part % labels]);
    };
    const auto parts = choices.parts_of_variables();
    for (std::size_t v = 0; v < parts.size(); ++v) {
      choices.graph().set_score(static_cast<factor_graph::Variable>(v), score_of(parts[v]));
    }
    const std::vector<char> best = best_assignment(choices.graph(), options, workers, result.bound);
    for (std::size_t v = 0; v < parts.size(); ++v) {
      if (best[v] == 0) continue;
      result.chosen[own[parts[v] / labels]] = static_cast<std::uint32_t>(parts[v] % labels);
      result.log_probability += score_of(parts[v]);
    }
    begin = end;
  }
  return result;
}

std::vector<std::uint32_t> choose_alone(const ChoiceExamples& examples,
                                        std::span<const float> scores) {
  const std::size_t labels = examples.places + 1;
  std::vector<std::uint32_t> chosen(examples.size());
  for (std::size_t k = 0; k < examples.size(); ++k) {
    const auto own = scores.subspan(k * labels, labels);
    chosen[k] = static_cast<std::uint32_t>(std::ranges::max_element(own) - own.begin());
  }
  return chosen;
}

}  // namespace skein::predictor
