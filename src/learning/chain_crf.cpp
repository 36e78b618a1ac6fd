#include "learning/chain_crf.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "base/input_error.h"
#include "factor_graph/rows.h"
#include "factor_graph/vectors.h"

namespace skein::learning {

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

// Adds the marginals of single labels. Separators are smaller than windows, so as many as can be
// are summed from those.
void add_nodes(const ChainShape& shape, std::span<const double> beliefs, std::span<double> nodes) {
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
  factor_graph::ChainWorkspace chain;
};

ChainCrf::ChainCrf(const Sequences& sequences, int order, double context)
    : sequences_(sequences),
      weights_(sequences.labels(), sequences.features(), order),
      context_(context),
      products_(sequences.size(),
                [&](std::size_t i) { return sequences.length(i) * sequences.length(i); }) {
  assert(order == 1 || order == 2);
  for (std::size_t i = 0; i < sequences.size(); ++i) {
    if (sequences.length(i) > 0) continue;
    throw InputError(
        {"", 0, "sequences", fmt::format("sequence {} is empty", i + 1), "leave it out"});
  }
  Workers alone(1);
  features_changed(alone);
}

void ChainCrf::features_changed(Workers& workers) {
  std::vector<std::vector<double>> scratch(workers.size(),
                                           std::vector<double>(sequences_.features(), 0.0));
  workers.run(sequences_.size(), [&](std::size_t sample, std::size_t worker) {
    fill_products(sample, scratch[worker]);
  });
}

// `scratch` has room for a row, and is 0 before and after.
void ChainCrf::fill_products(std::size_t sample, std::span<double> scratch) {
  const std::size_t begin = sequences_.begin(sample);
  const std::size_t length = sequences_.length(sample);
  const std::span<double> products = products_[sample];
  if (sequences_.dense()) {
    factor_graph::fill_products(sequences_.rows(sample), products);
    return;
  }
  for (std::size_t t = 0; t < length; ++t) {
    for (const auto& [index, value] : sequences_.features_at(begin + t)) scratch[index] += value;
    for (std::size_t other = 0; other < length; ++other) {
      double sum = 0;
      for (const auto& [index, value] : sequences_.features_at(begin + other)) {
        sum += static_cast<double>(value) * scratch[index];
      }
      products[t * length + other] = sum;
    }
    for (const auto& [index, value] : sequences_.features_at(begin + t)) scratch[index] = 0;
  }
}

ChainShape ChainCrf::shape(std::size_t sample) const {
  return {sequences_.length(sample), sequences_.labels(), weights_.order};
}

ChainCrf::Layout ChainCrf::layout(std::size_t sample) const {
  const std::size_t labels = weights_.labels;
  const std::size_t length = sequences_.length(sample);
  const std::size_t nodes = length * labels;
  const std::size_t pairs = length < 2 ? 0 : labels * labels;
  const std::size_t triples = length < 3 || weights_.order < 2 ? 0 : labels * labels * labels;
  return {nodes, nodes + pairs, nodes + pairs + triples};
}

std::size_t ChainCrf::parts(std::size_t sample) const {
  return layout(sample).end;
}

BeliefSize ChainCrf::belief_size(std::size_t sample) const {
  const ChainShape own = shape(sample);
  return {own.windows() * own.window_size(), own.separators() * own.separator_size()};
}

std::unique_ptr<Crf::Workspace> ChainCrf::make_workspace() const {
  return std::make_unique<Room>();
}

void ChainCrf::fill_scores(std::size_t sample, std::span<const double> w,
                           std::span<double> scores) const {
  const std::size_t labels = weights_.labels;
  const std::size_t begin = sequences_.begin(sample);
  const std::size_t length = sequences_.length(sample);
  for (std::size_t t = 0; t < length; ++t) {
    double* node = scores.data() + t * labels;
    for (std::size_t y = 0; y < labels; ++y) node[y] = context_ * w[weights_.always + y];
    if (sequences_.dense()) continue;
    for (const auto& [index, value] : sequences_.features_at(begin + t)) {
      const double* row = w.data() + index * labels;
      for (std::size_t y = 0; y < labels; ++y) node[y] += static_cast<double>(value) * row[y];
    }
  }
  if (sequences_.dense()) factor_graph::add_scores(sequences_.rows(sample), w, labels, scores);
  for (std::size_t y = 0; y < labels; ++y) {
    scores[y] += context_ * w[weights_.first + y];
    scores[(length - 1) * labels + y] += context_ * w[weights_.last + y];
  }
  const Layout own = layout(sample);
  const auto copy = [&](std::size_t from, std::size_t to, std::size_t end) {
    for (std::size_t i = to; i < end; ++i) scores[i] = context_ * w[from + i - to];
  };
  copy(weights_.pairs, own.pairs, own.triples);
  copy(weights_.triples, own.triples, own.end);
}

void ChainCrf::add_features(std::size_t sample, std::span<const double> moments, double scale,
                            std::span<double> into) const {
  const std::size_t labels = weights_.labels;
  const std::size_t begin = sequences_.begin(sample);
  const std::size_t length = sequences_.length(sample);
  const auto add_row = [&](std::size_t place, double times, std::size_t to) {
    const double* node = moments.data() + place * labels;
    for (std::size_t y = 0; y < labels; ++y) into[to + y] += times * node[y];
  };
  if (sequences_.dense()) {
    factor_graph::add_outer(sequences_.rows(sample), scale, moments, labels, into);
  }
  for (std::size_t t = 0; t < length; ++t) {
    add_row(t, scale * context_, weights_.always);
    if (sequences_.dense()) continue;
    for (const auto& [index, value] : sequences_.features_at(begin + t)) {
      add_row(t, scale * static_cast<double>(value), index * labels);
    }
  }
  add_row(0, scale * context_, weights_.first);
  add_row(length - 1, scale * context_, weights_.last);
  const Layout own = layout(sample);
  factor_graph::add(scale * context_, moments.subspan(own.pairs, own.triples - own.pairs),
                    into.subspan(weights_.pairs, own.triples - own.pairs));
  factor_graph::add(scale * context_, moments.subspan(own.triples, own.end - own.triples),
                    into.subspan(weights_.triples, own.end - own.triples));
}

// With rows x_t and moments m_t at place t: the features sum to sum_tu (x_t x_u) (m_t m_u).
double ChainCrf::square_of_features(std::size_t sample, std::span<const double> moments) const {
  const std::size_t labels = weights_.labels;
  const std::size_t length = sequences_.length(sample);
  const std::span<const double> products = products_[sample];
  const auto node = [&](std::size_t t) { return moments.subspan(t * labels, labels); };
  const double square = context_ * context_;  // of the features that are always there
  double sum = 0;
  for (std::size_t t = 0; t < length; ++t) {
    for (std::size_t u = 0; u <= t; ++u) {
      const double weight = (u < t ? 2 : 1) * (products[t * length + u] + square);
      sum += weight * factor_graph::product(node(t), node(u));
    }
  }
  const std::span<const double> together = moments.subspan(layout(sample).pairs);
  return sum + square * (factor_graph::product(node(0), node(0)) +
                         factor_graph::product(node(length - 1), node(length - 1)) +
                         factor_graph::product(together, together));
}

void ChainCrf::mark(std::size_t sample, std::span<const std::uint32_t> labels,
                    std::span<double> moments) const {
  std::fill(moments.begin(), moments.end(), 0.0);
  const Layout own = layout(sample);
  const std::size_t k = weights_.labels;
  for (std::size_t t = 0; t < labels.size(); ++t) {
    moments[t * k + labels[t]] = 1;
    if (t >= 1) moments[own.pairs + labels[t - 1] * k + labels[t]] += 1;
    if (t >= 2 && own.end > own.triples) {
      moments[own.triples + (labels[t - 2] * k + labels[t - 1]) * k + labels[t]] += 1;
    }
  }
}

void ChainCrf::fill_truth(std::size_t sample, std::span<double> moments) const {
  mark(sample, sequences_.truth(sample), moments);
}

void ChainCrf::add_loss(std::size_t sample, std::span<double> scores) const {
  const auto truth = sequences_.truth(sample);
  const double share = 1 / static_cast<double>(truth.size());
  for (std::size_t t = 0; t < truth.size(); ++t) {
    for (std::size_t y = 0; y < weights_.labels; ++y) {
      if (y != truth[t]) scores[t * weights_.labels + y] += share;
    }
  }
}

ChainScores ChainCrf::chain_scores(std::size_t sample, std::span<const double> scores) const {
  const Layout own = layout(sample);
  return {shape(sample), scores.first(own.pairs),
          scores.subspan(own.pairs, own.triples - own.pairs),
          scores.subspan(own.triples, own.end - own.triples)};
}

double ChainCrf::infer(std::size_t sample, std::span<const double> scores,
                       std::span<double> beliefs, Workspace& workspace) const {
  const std::size_t cliques = belief_size(sample).cliques;
  return factor_graph::infer(chain_scores(sample, scores), beliefs.first(cliques),
                             beliefs.subspan(cliques), static_cast<Room&>(workspace).chain);
}

void ChainCrf::fill_moments(std::size_t sample, std::span<const double> beliefs,
                            std::span<double> moments) const {
  std::fill(moments.begin(), moments.end(), 0.0);
  const ChainShape own = shape(sample);
  const Layout kinds = layout(sample);
  add_nodes(own, beliefs, moments.first(kinds.pairs));
  const std::span<double> pairs = moments.subspan(kinds.pairs, kinds.triples - kinds.pairs);
  const std::span<double> triples = moments.subspan(kinds.triples);
  for (std::size_t v = 0; v < own.windows() && !pairs.empty(); ++v) {
    const std::span<const double> table = beliefs.subspan(v * own.window_size(), own.window_size());
    if (triples.empty()) {
      factor_graph::add(1, table, pairs);
      continue;
    }
    factor_graph::add(1, table, triples);
    for (std::size_t i = 0; i < table.size(); i += pairs.size()) {
      factor_graph::add(1, table.subspan(i, pairs.size()), pairs);
    }
    if (v > 0) continue;
    for (std::size_t i = 0; i < table.size(); ++i) pairs[i / own.labels] += table[i];
  }
}

void ChainCrf::fill_sure_beliefs(std::size_t sample, std::span<double> beliefs) const {
  std::fill(beliefs.begin(), beliefs.end(), 0.0);
  const ChainShape own = shape(sample);
  const auto truth = sequences_.truth(sample);
  const auto mark_table = [&](std::size_t begin, std::size_t first, std::size_t count) {
    std::size_t index = 0;
    for (std::size_t t = first; t < first + count; ++t) index = index * own.labels + truth[t];
    beliefs[begin + index] = 1;
  };
  const std::size_t in_window = own.labels_in_window();
  for (std::size_t v = 0; v < own.windows(); ++v) {
    mark_table(v * own.window_size(), v, in_window);
  }
  const std::size_t after = own.windows() * own.window_size();
  for (std::size_t s = 0; s < own.separators(); ++s) {
    mark_table(after + s * own.separator_size(), s + 1, in_window - 1);
  }
}

void ChainCrf::fill_even_beliefs(std::size_t sample, std::span<double> beliefs,
                                 Workspace& workspace) const {
  infer(sample, std::vector<double>(parts(sample), 0.0), beliefs, workspace);
}

double ChainCrf::most_likely(std::size_t sample, std::span<const double> scores,
                             std::span<double> moments, Workspace& /*workspace*/) const {
  const auto best = factor_graph::most_likely(chain_scores(sample, scores));
  mark(sample, best.labels, moments);
  return best.score;
}

std::vector<std::uint32_t> ChainCrf::predict(std::size_t sample, std::span<const double> w,
                                             std::span<const double> of_rows) const {
  std::vector<double> scores(parts(sample));
  fill_scores(sample, w, scores);
  factor_graph::add(1, of_rows, std::span(scores).first(of_rows.size()));
  return factor_graph::most_likely(chain_scores(sample, scores)).labels;
}

std::vector<double> ChainCrf::plain_weights(std::span<const double> w) const {
  std::vector<double> plain(w.begin(), w.end());
  for (std::size_t i = weights_.always; i < plain.size(); ++i) plain[i] *= context_;
  return plain;
}

}  // namespace skein::learning
