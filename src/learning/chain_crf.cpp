#include "learning/chain_crf.h"

#include <algorithm>
#include <cassert>

namespace skein::learning {

using factor_graph::ChainMarginals;
using factor_graph::ChainScores;
using factor_graph::ChainShape;

namespace {

// Adds the marginals of a table's last label; below, of its first.
void add_last(std::span<const double> table, std::size_t labels, double* node) {
  for (std::size_t i = 0; i < table.size(); i += labels) {
    for (std::size_t y = 0; y < labels; ++y) node[y] += table[i + y];
  }
}

void add_first(std::span<const double> table, std::size_t labels, double* node) {
  const std::size_t later = table.size() / labels;
  for (std::size_t a = 0; a < labels; ++a) {
    for (std::size_t i = 0; i < later; ++i) node[a] += table[a * later + i];
  }
}

// Marginals of single labels. Separators are smaller than windows, so as many as can be are summed
// from those.
void fill_nodes(const ChainShape& shape, std::span<const double> beliefs, std::span<double> nodes) {
  const std::size_t labels = shape.labels;
  const std::size_t in_window = shape.labels_in_window();
  const auto window = [&](std::size_t w) {
    return beliefs.subspan(w * shape.window_size(), shape.window_size());
  };
  const std::size_t after = shape.windows() * shape.window_size();
  const auto separator = [&](std::size_t s) {
    return beliefs.subspan(after + s * shape.separator_size(), shape.separator_size());
  };
  const auto node = [&](std::size_t t) { return nodes.data() + t * labels; };
  std::fill(nodes.begin(), nodes.end(), 0.0);
  // The first label of the first window, and the last of the last; and what is between.
  if (in_window > 1) add_first(window(0), labels, node(0));
  add_last(window(shape.windows() - 1), labels, node(shape.length - 1));
  for (std::size_t s = 0; s < shape.separators(); ++s) {
    add_last(separator(s), labels, node(s + in_window - 1));
  }
  if (in_window < 3) return;
  // The second label of all.
  if (shape.separators() > 0) return add_first(separator(0), labels, node(1));
  for (std::size_t a = 0; a < labels; ++a) {
    for (std::size_t y = 0; y < labels * labels; ++y) {
      node(1)[y / labels] += window(0)[a * labels * labels + y];
    }
  }
}

}  // namespace

ChainWeights::ChainWeights(std::size_t label_count, std::size_t features, int chain_order)
    : labels(label_count),
      order(chain_order),
      always(features * labels),
      first(always + labels),
      last(first + labels),
      pairs(last + labels),
      triples(pairs + labels * labels),
      size(triples + (order == 2 ? labels * labels * labels : 0)) {}

struct ChainCrf::Room final : Crf::Workspace {
  std::vector<double> nodes;  // scores
  ChainScores scores;
  ChainMarginals marginals;
  factor_graph::ChainWorkspace chain;
};

ChainCrf::ChainCrf(const Sequences& sequences, int order)
    : sequences_(sequences), weights_(sequences.labels(), sequences.features(), order) {
  assert(order == 1 || order == 2);
}

ChainShape ChainCrf::shape(std::size_t sample) const {
  return {sequences_.length(sample), sequences_.labels(), weights_.order};
}

BeliefSize ChainCrf::belief_size(std::size_t sample) const {
  const ChainShape own = shape(sample);
  return {own.windows() * own.window_size(), own.separators() * own.separator_size()};
}

std::unique_ptr<Crf::Workspace> ChainCrf::make_workspace() const {
  return std::make_unique<Room>();
}

ChainScores ChainCrf::scores(std::size_t sample, std::span<const double> w,
                             std::vector<double>& nodes) const {
  const std::size_t labels = weights_.labels;
  const std::size_t begin = sequences_.begin(sample);
  const std::size_t length = sequences_.length(sample);
  nodes.resize(length * labels);
  for (std::size_t t = 0; t < length; ++t) {
    double* node = nodes.data() + t * labels;
    std::copy_n(w.data() + weights_.always, labels, node);
    for (const auto& [index, value] : sequences_.features_at(begin + t)) {
      const double* row = w.data() + index * labels;
      for (std::size_t y = 0; y < labels; ++y) node[y] += static_cast<double>(value) * row[y];
    }
  }
  for (std::size_t y = 0; y < labels; ++y) {
    nodes[y] += w[weights_.first + y];
    nodes[(length - 1) * labels + y] += w[weights_.last + y];
  }
  ChainScores scores{shape(sample), nodes, w.subspan(weights_.pairs, labels * labels), {}};
  if (weights_.order == 2) {
    scores.triples = w.subspan(weights_.triples, labels * labels * labels);
  }
  return scores;
}

double ChainCrf::infer(std::size_t sample, std::span<const double> w, std::span<double> beliefs,
                       Workspace& workspace) const {
  auto& room = static_cast<Room&>(workspace);
  room.scores = scores(sample, w, room.nodes);
  factor_graph::infer(room.scores, room.marginals, room.chain);
  const auto& [shape, windows, separators, log_partition] = room.marginals;
  std::copy(windows.begin(), windows.end(), beliefs.begin());
  std::copy(separators.begin(), separators.end(),
            beliefs.begin() + static_cast<std::ptrdiff_t>(windows.size()));
  return log_partition;
}

void ChainCrf::fill_truth(std::size_t sample, std::span<double> beliefs) const {
  std::fill(beliefs.begin(), beliefs.end(), 0.0);
  const ChainShape own = shape(sample);
  const auto truth = sequences_.truth(sample);
  const auto mark = [&](std::size_t begin, std::size_t first, std::size_t count) {
    std::size_t index = 0;
    for (std::size_t t = first; t < first + count; ++t) index = index * own.labels + truth[t];
    beliefs[begin + index] = 1;
  };
  const std::size_t in_window = own.labels_in_window();
  for (std::size_t v = 0; v < own.windows(); ++v) {
    mark(v * own.window_size(), v, in_window);
  }
  const std::size_t after = own.windows() * own.window_size();
  for (std::size_t s = 0; s < own.separators(); ++s) {
    mark(after + s * own.separator_size(), s + 1, in_window - 1);
  }
}

void ChainCrf::add_features(std::size_t sample, std::span<const double> beliefs, double scale,
                            std::span<double> into) const {
  const ChainShape own = shape(sample);
  const std::size_t labels = own.labels;
  std::vector<double> nodes(own.length * labels);
  fill_nodes(own, beliefs, nodes);
  for (double& node : nodes) node *= scale;
  const std::size_t begin = sequences_.begin(sample);
  const auto add_row = [labels](const double* row, double times, double* to) {
    for (std::size_t y = 0; y < labels; ++y) to[y] += times * row[y];
  };
  for (std::size_t t = 0; t < own.length; ++t) {
    const double* node = nodes.data() + t * labels;
    for (const auto& [index, value] : sequences_.features_at(begin + t)) {
      add_row(node, static_cast<double>(value), into.data() + index * labels);
    }
    add_row(node, 1, into.data() + weights_.always);
  }
  add_row(nodes.data(), 1, into.data() + weights_.first);
  add_row(nodes.data() + (own.length - 1) * labels, 1, into.data() + weights_.last);
  if (own.length < 2) return;
  const std::size_t size = own.window_size();
  const std::size_t square = labels * labels;
  double* pairs = into.data() + weights_.pairs;
  for (std::size_t v = 0; v < own.windows(); ++v) {
    const double* table = beliefs.data() + v * size;
    if (size == square) {
      for (std::size_t i = 0; i < square; ++i) pairs[i] += scale * table[i];
      continue;
    }
    double* triples = into.data() + weights_.triples;
    for (std::size_t i = 0; i < size; ++i) {
      triples[i] += scale * table[i];
      pairs[i % square] += scale * table[i];
      if (v == 0) pairs[i / labels] += scale * table[i];
    }
  }
}

double ChainCrf::expected_score(std::size_t sample, std::span<const double> beliefs,
                                const Workspace& workspace) const {
  const auto& room = static_cast<const Room&>(workspace);
  const ChainShape own = shape(sample);
  assert(room.scores.shape == own);
  std::vector<double> nodes(own.length * own.labels);
  fill_nodes(own, beliefs, nodes);
  double sum = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) sum += nodes[i] * room.nodes[i];
  if (own.length < 2) return sum;
  const std::size_t size = own.window_size();
  const std::size_t square = own.labels * own.labels;
  for (std::size_t v = 0; v < own.windows(); ++v) {
    const double* table = beliefs.data() + v * size;
    if (size == square) {
      for (std::size_t i = 0; i < square; ++i) sum += table[i] * room.scores.pairs[i];
      continue;
    }
    for (std::size_t i = 0; i < size; ++i) {
      double score = room.scores.triples[i] + room.scores.pairs[i % square];
      if (v == 0) score += room.scores.pairs[i / own.labels];
      sum += table[i] * score;
    }
  }
  return sum;
}

double ChainCrf::truth_score(std::size_t sample, std::span<const double> w) const {
  std::vector<double> nodes;
  return factor_graph::score_of(scores(sample, w, nodes), sequences_.truth(sample));
}

std::vector<std::uint32_t> ChainCrf::predict(std::size_t sample, std::span<const double> w,
                                             Workspace& workspace) const {
  auto& room = static_cast<Room&>(workspace);
  return factor_graph::most_likely(scores(sample, w, room.nodes)).labels;
}

}  // namespace skein::learning
