#include "predictor/joint_choices.h"

#include <algorithm>
#include <numeric>

#include "factor_graph/ad3.h"
#include "factor_graph/assignment.h"
#include "factor_graph/exact_map.h"
#include "learning/choice_sequences.h"

namespace skein::predictor {
namespace {

using factor_graph::Variable;
using learning::ChoiceExamples;

// What is always allowed.
std::vector<char> nothing_chosen(const learning::ChoiceGraph& choices) {
  std::vector<char> assignment(choices.graph().variables(), 0);
  const auto none = static_cast<std::uint32_t>(choices.labels() - 1);
  for (std::size_t at = 0; at < choices.places(); ++at)
    assignment[choices.variable({at, none})] = 1;
  return assignment;
}

class JointSearch {
 public:
  JointSearch(const ChoiceExamples& examples, std::span<const float> scores,
              const JointOptions& options, Workers& workers, std::span<const PairScore> pairs)
      : examples_(examples),
        scores_(scores),
        options_(options),
        workers_(workers),
        pairs_(pairs.begin(), pairs.end()),
        place_(examples.size()) {
    result_.chosen.assign(examples.size(), static_cast<std::uint32_t>(examples.places));
    const auto group_of_pair = [&](const PairScore& pair) {
      return examples.group[pair.first.example];
    };
    std::ranges::stable_sort(pairs_, {}, group_of_pair);
  }

  JointChoices run() && {
    std::vector<std::uint32_t> members(examples_.size());
    std::iota(members.begin(), members.end(), 0U);
    const auto group_of = [&](std::uint32_t k) { return examples_.group[k]; };
    std::ranges::stable_sort(members, {}, group_of);
    for (std::size_t begin = 0; begin < members.size();) {
      std::size_t end = begin;
      while (end < members.size() && group_of(members[end]) == group_of(members[begin])) ++end;
      choose(std::span(members).subspan(begin, end - begin));
      begin = end;
    }
    return std::move(result_);
  }

 private:
  void choose(std::span<const std::uint32_t> own) {
    learning::ChoiceGraph choices = learning::choice_graph(examples_, own);
    const std::size_t labels = choices.labels();
    const auto parts = choices.parts_of_variables();
    for (std::size_t v = 0; v < parts.size(); ++v) {
      const float score = scores_[own[parts[v] / labels] * labels + parts[v] % labels];
      choices.graph().set_score(static_cast<Variable>(v), static_cast<double>(score));
    }
    add_pairs(own, choices);
    std::vector<char> best = best_assignment(choices.graph());
    if (best.empty()) best = nothing_chosen(choices);
    result_.log_probability += choices.graph().score_of(best);
    for (std::size_t v = 0; v < parts.size(); ++v) {
      if (best[v] == 0) continue;
      result_.chosen[own[parts[v] / labels]] = static_cast<std::uint32_t>(parts[v] % labels);
    }
  }

  // Groups come in the order of pairs.
  void add_pairs(std::span<const std::uint32_t> own, learning::ChoiceGraph& choices) {
    for (std::size_t at = 0; at < own.size(); ++at) place_[own[at]] = at;
    const std::uint32_t group = examples_.group[own.front()];
    for (; next_pair_ < pairs_.size(); ++next_pair_) {
      const PairScore& pair = pairs_[next_pair_];
      if (examples_.group[pair.first.example] != group) break;
      choices.graph().add_pair(choices.variable({place_[pair.first.example], pair.first.place}),
                               choices.variable({place_[pair.second.example], pair.second.place}),
                               pair.score);
    }
  }

  std::vector<char> best_assignment(const factor_graph::Graph& graph) {
    if (!options_.exact) {
      factor_graph::Ad3Summary found = factor_graph::run_ad3(graph, workers_);
      result_.bound += found.dual;
      if (!found.assignment.empty()) return std::move(found.assignment);
      return proven(graph).assignment;
    }
    factor_graph::BestAssignment best = proven(graph);
    result_.bound += best.score;
    return std::move(best.assignment);
  }

  factor_graph::BestAssignment proven(const factor_graph::Graph& graph) {
    if (factor_graph::is_assignment(graph)) return factor_graph::solve_assignment(graph);
    factor_graph::ExactMapSummary found = factor_graph::find_most_likely(graph, workers_);
    return {std::move(found.assignment), found.dual};
  }

  const ChoiceExamples& examples_;
  std::span<const float> scores_;
  const JointOptions& options_;
  Workers& workers_;
  std::vector<PairScore> pairs_;    // by group
  std::vector<std::size_t> place_;  // by example, in its graph
  std::size_t next_pair_ = 0;
  JointChoices result_;
};

}  // namespace

JointChoices choose_jointly(const ChoiceExamples& examples, std::span<const float> scores,
                            const JointOptions& options, Workers& workers,
                            std::span<const PairScore> pairs) {
  return JointSearch(examples, scores, options, workers, pairs).run();
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
