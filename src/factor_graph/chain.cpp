#include "factor_graph/chain.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <string>

#include <fmt/format.h>

#include "base/input_error.h"
#include "factor_graph/kernels.h"
#include "factor_graph/log_sum.h"

namespace skein::factor_graph {
namespace {

constexpr double kMinusInfinity = -std::numeric_limits<double>::infinity();
// Scaled sums of fewer than so many orders of e neither vanish nor lose digits.
constexpr double kWidestRange = 690;

std::size_t power(std::size_t base, std::size_t exponent) {
  std::size_t result = 1;
  for (; exponent > 0; --exponent) result *= base;
  return result;
}

// The table at a place, of one for all places or one for each.
std::span<const double> table_at(std::span<const double> tables, std::size_t size,
                                 std::size_t place) {
  if (tables.empty()) return {};
  return tables.subspan(tables.size() == size ? 0 : place * size, size);
}

// What a chain that has at least one whole window is made of. A state is `order` labels (a, r) next
// to each other: a first, then the rest r. A window's table F(a, r, y) holds all scores that its
// last label y brings, but for that of y alone.
class Windows {
 public:
  explicit Windows(const ChainScores& scores)
      : scores_(scores),
        labels_(scores.shape.labels),
        rests_(power(labels_, static_cast<std::size_t>(scores.shape.order - 1))) {}

  std::size_t labels() const { return labels_; }
  std::size_t rests() const { return rests_; }
  std::size_t states() const { return labels_ * rests_; }
  std::size_t table_size() const { return labels_ * states(); }
  std::size_t count() const { return scores_.shape.windows(); }

  bool is_shared() const {
    const bool pairs = scores_.pairs.size() <= labels_ * labels_;
    return scores_.shape.order == 1 ? pairs : pairs && scores_.triples.size() <= table_size();
  }

  const double* last_node(std::size_t window) const {
    return scores_.nodes.data() + (window + static_cast<std::size_t>(order())) * labels_;
  }

  void fill_table(std::size_t window, double* table) const {
    const std::size_t place = window + static_cast<std::size_t>(order()) - 1;
    const auto pairs = table_at(scores_.pairs, labels_ * labels_, place);
    if (order() == 1) {
      std::fill(table, table + table_size(), 0.0);
      std::copy(pairs.begin(), pairs.end(), table);
      return;
    }
    const auto triples = table_at(scores_.triples, table_size(), window);
    const std::size_t square = labels_ * labels_;
    for (std::size_t i = 0; i < table_size(); ++i) {
      table[i] = (triples.empty() ? 0 : triples[i]) + (pairs.empty() ? 0 : pairs[i % square]);
    }
  }

  // Of the first state.
  void fill_start(double* start) const {
    const double* nodes = scores_.nodes.data();
    const auto pairs = table_at(scores_.pairs, labels_ * labels_, 0);
    for (std::size_t a = 0; a < labels_; ++a) {
      for (std::size_t r = 0; r < rests_; ++r) {
        double score = nodes[a];
        if (order() == 2)
          score += nodes[labels_ + r] + (pairs.empty() ? 0 : pairs[a * labels_ + r]);
        start[a * rests_ + r] = score;
      }
    }
  }

 private:
  int order() const { return scores_.shape.order; }

  const ChainScores& scores_;
  std::size_t labels_;
  std::size_t rests_;
};

double spread(std::span<const double> values) {
  if (values.empty()) return 0;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return *most - *least;
}

// Divides by the sum, which is returned.
double normalize(double* values, std::size_t size) {
  double sum = 0;
  for (std::size_t i = 0; i < size; ++i) sum += values[i];
  const double share = 1 / sum;
  for (std::size_t i = 0; i < size; ++i) values[i] *= share;
  return sum;
}

// Where marginals go to.
struct Tables {
  std::span<double> windows;
  std::span<double> separators;
};

// Forward and backward sums of scaled factors.
class ScaledInference {
 public:
  ScaledInference(const ChainScores& scores, const Tables& tables, ChainWorkspace& workspace)
      : scores_(scores), windows_(scores), tables_(tables), work_(workspace) {
    const std::size_t states = windows_.states();
    work_.forward.resize((windows_.count() + 1) * states);
    work_.backward.resize((windows_.count() + 1) * states);
    work_.factors.resize(windows_.table_size() * (windows_.is_shared() ? 1 : windows_.count()));
    work_.ahead.resize(scores.nodes.size() + states);
  }

  // Returns log Z.
  double run() {
    fill_factors();
    go_forward();
    go_backward();
    return log_partition_;
  }

 private:
  double to_factors(double* values, std::size_t size) const {
    return kernels_.to_factors(values, static_cast<std::ptrdiff_t>(size));
  }
  double* forward(std::size_t t) { return work_.forward.data() + t * windows_.states(); }
  double* backward(std::size_t t) { return work_.backward.data() + t * windows_.states(); }
  double* ahead() { return work_.ahead.data() + scores_.nodes.size(); }
  const double* factors(std::size_t window) const {
    const std::size_t place = windows_.is_shared() ? 0 : window;
    return work_.factors.data() + place * windows_.table_size();
  }
  // Of the last label of a window.
  const double* last_factors(std::size_t window) const {
    return work_.ahead.data() + (windows_.last_node(window) - scores_.nodes.data());
  }

  void fill_factors() {
    const std::size_t size = windows_.table_size();
    const std::size_t tables = work_.factors.size() / size;
    log_partition_ = 0;
    for (std::size_t t = 0; t < tables; ++t) {
      double* table = work_.factors.data() + t * size;
      windows_.fill_table(t, table);
      const double most = to_factors(table, size);
      log_partition_ += tables == 1 ? static_cast<double>(windows_.count()) * most : most;
    }
    std::copy(scores_.nodes.begin(), scores_.nodes.end(), work_.ahead.begin());
    const std::size_t labels = windows_.labels();
    for (std::size_t w = 0; w < windows_.count(); ++w) {
      const auto at = static_cast<std::size_t>(windows_.last_node(w) - scores_.nodes.data());
      log_partition_ += to_factors(work_.ahead.data() + at, labels);
    }
  }

  ChainStep step(std::size_t window) const {
    return {factors(window), last_factors(window), static_cast<std::ptrdiff_t>(windows_.states()),
            static_cast<std::ptrdiff_t>(windows_.rests()),
            static_cast<std::ptrdiff_t>(windows_.labels())};
  }

  void go_forward() {
    windows_.fill_start(forward(0));
    log_partition_ += to_factors(forward(0), windows_.states());
    log_partition_ += std::log(normalize(forward(0), windows_.states()));
    for (std::size_t w = 0; w < windows_.count(); ++w) {
      log_partition_ += std::log(kernels_.go_forward(step(w), forward(w), forward(w + 1)));
    }
  }

  void go_backward() {
    double* last = backward(windows_.count());
    std::fill(last, last + windows_.states(), 1.0);
    for (std::size_t w = windows_.count(); w-- > 0;) {
      double* window = tables_.windows.data() + w * windows_.table_size();
      kernels_.go_backward(step(w), forward(w), backward(w + 1), ahead(), backward(w), window);
      if (w > 0) fill_separator(w);
    }
  }

  // Before window w.
  void fill_separator(std::size_t w) {
    const std::size_t states = windows_.states();
    double* separator = tables_.separators.data() + (w - 1) * states;
    for (std::size_t state = 0; state < states; ++state) {
      separator[state] = forward(w)[state] * backward(w)[state];
    }
    normalize(separator, states);
  }

  const ChainScores& scores_;
  Windows windows_;
  Tables tables_;
  ChainWorkspace& work_;
  const Kernels& kernels_ = kernels();
  double log_partition_ = 0;
};

// The same with sums in the log domain.
class LogInference {
 public:
  LogInference(const ChainScores& scores, const Tables& tables)
      : windows_(scores),
        tables_(tables),
        forward_((windows_.count() + 1) * windows_.states()),
        backward_(forward_.size(), 0.0),
        table_(windows_.table_size()),
        terms_(windows_.labels()) {}

  // Returns log Z.
  double run() {
    go_forward();
    go_backward();
    return log_partition_;
  }

 private:
  double* forward(std::size_t t) { return forward_.data() + t * windows_.states(); }
  double* backward(std::size_t t) { return backward_.data() + t * windows_.states(); }

  void go_forward() {
    const std::size_t labels = windows_.labels();
    const std::size_t rests = windows_.rests();
    windows_.fill_start(forward(0));
    for (std::size_t w = 0; w < windows_.count(); ++w) {
      windows_.fill_table(w, table_.data());
      for (std::size_t r = 0; r < rests; ++r) {
        for (std::size_t y = 0; y < labels; ++y) {
          for (std::size_t a = 0; a < labels; ++a) {
            terms_[a] = forward(w)[a * rests + r] + table_[(a * rests + r) * labels + y];
          }
          forward(w + 1)[r * labels + y] = windows_.last_node(w)[y] + log_sum_exp(terms_);
        }
      }
    }
    log_partition_ = log_sum_exp({forward(windows_.count()), windows_.states()});
  }

  void go_backward() {
    const std::size_t labels = windows_.labels();
    const std::size_t states = windows_.states();
    for (std::size_t w = windows_.count(); w-- > 0;) {
      windows_.fill_table(w, table_.data());
      double* window = tables_.windows.data() + w * windows_.table_size();
      for (std::size_t state = 0; state < states; ++state) {
        const double* next = backward(w + 1) + state % windows_.rests() * labels;
        for (std::size_t y = 0; y < labels; ++y) {
          terms_[y] = table_[state * labels + y] + windows_.last_node(w)[y] + next[y];
          window[state * labels + y] = std::exp(forward(w)[state] + terms_[y] - log_partition_);
        }
        backward(w)[state] = log_sum_exp(terms_);
      }
      if (w == 0) continue;
      double* separator = tables_.separators.data() + (w - 1) * states;
      for (std::size_t state = 0; state < states; ++state) {
        separator[state] = std::exp(forward(w)[state] + backward(w)[state] - log_partition_);
      }
    }
  }

  Windows windows_;
  Tables tables_;
  double log_partition_ = 0;
  std::vector<double> forward_;
  std::vector<double> backward_;
  std::vector<double> table_;
  std::vector<double> terms_;
};

bool has_whole_window(const ChainShape& shape) {
  return shape.length > static_cast<std::size_t>(shape.order);
}

bool is_narrow(const ChainScores& scores) {
  double nodes = 0;
  const std::size_t labels = scores.shape.labels;
  for (std::size_t t = 0; t < scores.shape.length; ++t) {
    nodes = std::max(nodes, spread(scores.nodes.subspan(t * labels, labels)));
  }
  const double tables = spread(scores.pairs) + spread(scores.triples);
  return 3 * tables + 2 * nodes < kWidestRange;
}

// Scores of all labelings of a chain with one window that is not whole.
std::vector<double> short_table(const ChainScores& scores) {
  std::vector<double> table(scores.shape.window_size());
  const std::size_t labels = scores.shape.labels;
  std::vector<std::uint32_t> at(scores.shape.length);
  for (std::size_t i = 0; i < table.size(); ++i) {
    std::size_t rest = i;
    for (std::size_t t = at.size(); t-- > 0; rest /= labels) {
      at[t] = static_cast<std::uint32_t>(rest % labels);
    }
    table[i] = score_of(scores, at);
  }
  return table;
}

double infer_short(const ChainScores& scores, std::span<double> window) {
  const std::vector<double> table = short_table(scores);
  const double log_partition = log_sum_exp(table);
  for (std::size_t i = 0; i < table.size(); ++i) window[i] = std::exp(table[i] - log_partition);
  return log_partition;
}

void require_sound(const ChainScores& scores) {
  [[maybe_unused]] const ChainShape& shape = scores.shape;
  [[maybe_unused]] const std::size_t square = shape.labels * shape.labels;
  assert(shape.length > 0 && shape.labels > 0 && (shape.order == 1 || shape.order == 2));
  assert(scores.nodes.size() == shape.length * shape.labels);
  assert(scores.pairs.empty() || scores.pairs.size() == square ||
         scores.pairs.size() == (shape.length - 1) * square);
  assert(shape.order == 2 || scores.triples.empty());
}

// By Viterbi's algorithm; its score is minus infinity where nothing is allowed.
ChainLabeling highest_labeling(const ChainScores& scores) {
  const ChainShape& shape = scores.shape;
  ChainLabeling best;
  best.labels.resize(shape.length);
  std::vector<double> last;
  std::vector<std::uint32_t> choices;  // the oldest label, by window and state after it
  std::size_t windows = 0;
  std::size_t states = shape.window_size();
  if (has_whole_window(shape)) {
    const Windows table(scores);
    windows = table.count();
    states = table.states();
    const std::size_t labels = table.labels();
    std::vector<double> factors(table.table_size());
    std::vector<double> next(states);
    last.resize(states);
    table.fill_start(last.data());
    choices.resize(windows * states);
    for (std::size_t w = 0; w < windows; ++w) {
      table.fill_table(w, factors.data());
      std::fill(next.begin(), next.end(), kMinusInfinity);
      for (std::size_t state = 0; state < states; ++state) {
        const std::size_t into = state % table.rests() * labels;
        for (std::size_t y = 0; y < labels; ++y) {
          const double score = last[state] + factors[state * labels + y];
          if (score <= next[into + y]) continue;
          next[into + y] = score;
          choices[w * states + into + y] = static_cast<std::uint32_t>(state / table.rests());
        }
      }
      for (std::size_t state = 0; state < states; ++state) {
        next[state] += table.last_node(w)[state % labels];
      }
      last.swap(next);
    }
  } else {
    last = short_table(scores);
  }
  const auto at = std::max_element(last.begin(), last.end());
  best.score = *at;
  auto state = static_cast<std::size_t>(at - last.begin());
  for (std::size_t t = shape.length; t > windows; --t) {
    best.labels[t - 1] =
        static_cast<std::uint32_t>(state / power(shape.labels, shape.length - t) % shape.labels);
  }
  for (std::size_t w = windows; w-- > 0;) {
    best.labels[w] = choices[w * states + state];
    state = best.labels[w] * (states / shape.labels) + state / shape.labels;
  }
  return best;
}

[[noreturn]] void refuse(const std::string& field, const std::string& problem) {
  throw InputError({"", 0, field, problem,
                    "give finite scores, or minus infinity for what is forbidden, such that some "
                    "labeling is allowed"});
}

void require_numbers(const std::string& field, std::span<const double> scores,
                     const ChainShape& shape) {
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (scores[i] < std::numeric_limits<double>::infinity()) continue;
    const std::string where =
        field == "nodes"
            ? fmt::format("place {}, label {}", i / shape.labels + 1, i % shape.labels + 1)
            : fmt::format("entry {}", i + 1);
    refuse(field, fmt::format("{} has the score {}", where, scores[i]));
  }
}

// The first labels of a chain.
ChainScores first_places(const ChainScores& scores, std::size_t length) {
  const std::size_t square = scores.shape.labels * scores.shape.labels;
  const auto first = [](std::span<const double> tables, std::size_t size, std::size_t count) {
    return tables.size() <= size ? tables : tables.first(count * size);
  };
  ChainScores part = scores;
  part.shape.length = length;
  part.nodes = scores.nodes.first(length * scores.shape.labels);
  part.pairs = first(scores.pairs, square, length - 1);
  part.triples = first(scores.triples, square * scores.shape.labels, length < 2 ? 0 : length - 2);
  return part;
}

// Why there is no distribution.
[[noreturn]] void explain(const ChainScores& scores) {
  require_numbers("nodes", scores.nodes, scores.shape);
  require_numbers("pairs", scores.pairs, scores.shape);
  require_numbers("triples", scores.triples, scores.shape);
  for (std::size_t length = 1; length <= scores.shape.length; ++length) {
    if (highest_labeling(first_places(scores, length)).score > kMinusInfinity) continue;
    refuse("scores", fmt::format("they allow no labels up to place {}", length));
  }
  refuse("scores", "their sums are beyond the range of numbers");
}

double divergence_of(std::span<const double> p, std::span<const double> q) {
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (p[i] > 0) sum += p[i] * std::log(p[i] / q[i]);
  }
  return sum;
}

}  // namespace

std::size_t ChainShape::labels_in_window() const {
  return std::min(length, static_cast<std::size_t>(order) + 1);
}

std::size_t ChainShape::window_size() const {
  return power(labels, labels_in_window());
}

std::size_t ChainShape::separator_size() const {
  return power(labels, labels_in_window() - 1);
}

std::vector<double> ChainMarginals::nodes() const {
  std::vector<double> nodes(shape.length * shape.labels, 0.0);
  const std::size_t in_window = shape.labels_in_window();
  for (std::size_t t = 0; t < shape.length; ++t) {
    // The first window that has it.
    const std::size_t window = t < in_window ? 0 : t - in_window + 1;
    const std::size_t step = power(shape.labels, in_window - 1 - (t - window));
    const double* table = windows.data() + window * shape.window_size();
    for (std::size_t i = 0; i < shape.window_size(); ++i) {
      nodes[t * shape.labels + i / step % shape.labels] += table[i];
    }
  }
  return nodes;
}

double infer(const ChainScores& scores, std::span<double> windows, std::span<double> separators,
             ChainWorkspace& workspace) {
  require_sound(scores);
  assert(windows.size() == scores.shape.windows() * scores.shape.window_size());
  assert(separators.size() == scores.shape.separators() * scores.shape.separator_size());
  const Tables tables{windows, separators};
  const double log_partition = !has_whole_window(scores.shape) ? infer_short(scores, windows)
                               : is_narrow(scores)
                                   ? ScaledInference(scores, tables, workspace).run()
                                   : LogInference(scores, tables).run();
  if (!std::isfinite(log_partition)) explain(scores);
  return log_partition;
}

void infer(const ChainScores& scores, ChainMarginals& marginals, ChainWorkspace& workspace) {
  const ChainShape& shape = scores.shape;
  marginals.shape = shape;
  marginals.windows.resize(shape.windows() * shape.window_size());
  marginals.separators.resize(shape.separators() * shape.separator_size());
  marginals.log_partition = infer(scores, marginals.windows, marginals.separators, workspace);
}

ChainMarginals infer(const ChainScores& scores) {
  ChainMarginals marginals;
  ChainWorkspace workspace;
  infer(scores, marginals, workspace);
  return marginals;
}

ChainLabeling most_likely(const ChainScores& scores) {
  require_sound(scores);
  ChainLabeling best = highest_labeling(scores);
  if (!std::isfinite(best.score)) explain(scores);
  return best;
}

double score_of(const ChainScores& scores, std::span<const std::uint32_t> labels) {
  const std::size_t k = scores.shape.labels;
  double score = 0;
  for (std::size_t t = 0; t < labels.size(); ++t) {
    score += scores.nodes[t * k + labels[t]];
    if (t >= 1 && !scores.pairs.empty()) {
      score += table_at(scores.pairs, k * k, t - 1)[labels[t - 1] * k + labels[t]];
    }
    if (t >= 2 && !scores.triples.empty()) {
      score += table_at(scores.triples, k * k * k,
                        t - 2)[(labels[t - 2] * k + labels[t - 1]) * k + labels[t]];
    }
  }
  return score;
}

double expected_score(const ChainScores& scores, const ChainMarginals& marginals) {
  const ChainShape& shape = scores.shape;
  const auto product = [](std::span<const double> a, const double* b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
  };
  if (!has_whole_window(shape)) return product(short_table(scores), marginals.windows.data());
  const Windows windows(scores);
  std::vector<double> table(std::max(windows.table_size(), windows.states()));
  const std::size_t labels = windows.labels();
  double sum = 0;
  for (std::size_t w = 0; w < windows.count(); ++w) {
    const double* window = marginals.windows.data() + w * windows.table_size();
    windows.fill_table(w, table.data());
    for (std::size_t i = 0; i < windows.table_size(); ++i) {
      table[i] += windows.last_node(w)[i % labels];
    }
    sum += product(table, window);
    if (w > 0) continue;
    windows.fill_start(table.data());
    for (std::size_t i = 0; i < windows.table_size(); ++i) sum += window[i] * table[i / labels];
  }
  return sum;
}

double entropy(const ChainMarginals& marginals) {
  return sum_of_x_log_x(marginals.separators) - sum_of_x_log_x(marginals.windows);
}

double divergence(const ChainMarginals& p, const ChainMarginals& q) {
  assert(p.shape == q.shape);
  return divergence_of(p.windows, q.windows) - divergence_of(p.separators, q.separators);
}

}  // namespace skein::factor_graph
