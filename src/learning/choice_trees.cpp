#include "learning/choice_trees.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/input_error.h"
#include "learning/choice_network_model.h"
#include "learning/choice_rows.h"

namespace skein::learning {
namespace {

constexpr std::size_t kExamplesAtOnce = 256;  // by one thread

[[noreturn]] void fail(const char* field, std::string problem, std::string remedy) {
  throw InputError({"", 0, field, std::move(problem), std::move(remedy)});
}

// Whether each split looks at a column that there is, and goes on to nodes after it.
bool is_sound(const Tree& tree, std::size_t columns) {
  if (tree.nodes.empty()) return false;
  for (std::size_t k = 0; k < tree.nodes.size(); ++k) {
    const TreeNode& node = tree.nodes[k];
    if (node.column == TreeNode::kLeaf) continue;
    const bool goes_on = node.left > k && std::size_t{node.left} + 1 < tree.nodes.size();
    if (node.column >= columns || !goes_on) return false;
  }
  return true;
}

void exchange_tree(StateArchive& archive, Tree& tree) {
  std::vector<std::uint64_t> splits;
  std::vector<double> numbers;
  for (const TreeNode& node : tree.nodes) {
    splits.insert(splits.end(), {node.column, node.left});
    numbers.push_back(static_cast<double>(node.column == TreeNode::kLeaf ? node.value : node.cut));
  }
  archive.exchange_list("splits", splits);
  archive.exchange_list("cuts and values", numbers);
  if (!archive.reads()) return;
  if (splits.size() != 2 * numbers.size()) fail("splits", "are of no tree", "train again");
  tree.nodes.assign(numbers.size(), {});
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    TreeNode& node = tree.nodes[k];
    node.column = static_cast<std::uint32_t>(splits[2 * k]);
    node.left = static_cast<std::uint32_t>(splits[2 * k + 1]);
    (node.column == TreeNode::kLeaf ? node.value : node.cut) = static_cast<float>(numbers[k]);
  }
}

}  // namespace

std::size_t ChoiceTrees::parameters() const {
  std::size_t count = 0;
  for (const Round& round : rounds_) {
    for (const Tree* tree : {&round.of_candidates, &round.of_none}) {
      const std::size_t leaves = (tree->nodes.size() + 1) / 2;
      count += leaves + 2 * (leaves - 1);
    }
  }
  return count;
}

void ChoiceTrees::require_readable(const ChoiceExamples& examples) const {
  require_sound(examples);
  if (examples.channels == channels_ && examples.places == places_) return;
  fail("examples",
       fmt::format("have {} channels x {} places, where the trees were grown on {} x {}",
                   examples.channels, examples.places, channels_, places_),
       "make them with the same features, or train again");
}

std::vector<float> ChoiceTrees::scores(const ChoiceExamples& examples, Workers& workers) const {
  require_readable(examples);
  const std::size_t classes = places_ + 1;
  std::vector<float> all(examples.size() * classes, 0.0F);
  const std::size_t tasks = (examples.size() + kExamplesAtOnce - 1) / kExamplesAtOnce;
  workers.run(tasks, [&](std::size_t task, std::size_t) {
    const std::size_t end = std::min(examples.size(), (task + 1) * kExamplesAtOnce);
    for (std::size_t i = task * kExamplesAtOnce; i < end; ++i) {
      const auto own = std::span(all).subspan(i * classes, classes);
      fill_scores(examples, i, own);
      to_log_probabilities(own, std::span(examples.allowed).subspan(i * classes, classes));
    }
  });
  return all;
}

void ChoiceTrees::fill_scores(const ChoiceExamples& examples, std::size_t example,
                              std::span<float> scores) const {
  std::vector<float> row(candidate_columns(channels_));
  for (std::size_t place = 0; place < places_; ++place) {
    if (examples.allowed[example * (places_ + 1) + place] == 0) continue;
    fill_candidate_row(examples, example, place, row);
    for (const Round& round : rounds_) scores[place] += round.of_candidates.value_of(row.data());
  }
  row.resize(none_columns(channels_));
  fill_none_row(examples, example, row);
  for (const Round& round : rounds_) scores[places_] += round.of_none.value_of(row.data());
}

void ChoiceTrees::exchange(StateArchive& archive) {
  std::vector<std::uint64_t> shape{channels_, places_, rounds_.size()};
  archive.exchange("shape", std::span<std::uint64_t>(shape));
  channels_ = shape[0];
  places_ = shape[1];
  if (archive.reads()) rounds_.clear();
  for (std::uint64_t k = 0; k < shape[2]; ++k) {
    if (archive.reads()) rounds_.emplace_back();
    exchange_tree(archive, rounds_[k].of_candidates);
    exchange_tree(archive, rounds_[k].of_none);
    if (!is_sound(rounds_[k].of_candidates, candidate_columns(channels_)) ||
        !is_sound(rounds_[k].of_none, none_columns(channels_))) {
      fail("splits", "are of no tree of these channels", "train the model again");
    }
  }
}

}  // namespace skein::learning
