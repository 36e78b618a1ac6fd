// Chains against sums over all labelings.
#include "factor_graph/chain.h"

#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "support/complaints.h"

namespace skein::factor_graph {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct RandomChain {
  std::vector<double> nodes;
  std::vector<double> pairs;
  std::vector<double> triples;
  ChainScores scores;
};

std::vector<double> normals(Rng& rng, std::size_t size, double scale) {
  std::vector<double> values(size);
  for (double& value : values) value = scale * rng.normal();
  return values;
}

std::size_t places(Rng& rng, std::size_t most) {
  return rng.chance(0.5) ? 1 : most;
}

RandomChain random_chain(Rng& rng, double scale) {
  RandomChain chain;
  ChainShape shape;
  shape.order = rng.between(1, 2);
  shape.labels = static_cast<std::size_t>(rng.between(1, 4));
  shape.length = static_cast<std::size_t>(rng.between(1, 6));
  const std::size_t k = shape.labels;
  chain.nodes = normals(rng, shape.length * k, scale);
  if (rng.chance(0.8) && shape.length > 1) {
    chain.pairs = normals(rng, places(rng, shape.length - 1) * k * k, scale);
  }
  if (shape.order == 2 && rng.chance(0.8) && shape.length > 2) {
    chain.triples = normals(rng, places(rng, shape.length - 2) * k * k * k, scale);
  }
  chain.scores = {shape, chain.nodes, chain.pairs, chain.triples};
  return chain;
}

using Labels = std::vector<std::uint32_t>;

void for_each_labeling(const ChainShape& shape, const std::function<void(const Labels&)>& action) {
  Labels labels(shape.length, 0);
  while (true) {
    action(labels);
    std::size_t t = shape.length;
    while (t > 0 && ++labels[t - 1] == shape.labels) labels[--t] = 0;
    if (t == 0) return;
  }
}

double exact_log_partition(const ChainScores& scores) {
  double most = -INFINITY;
  for_each_labeling(scores.shape,
                    [&](const Labels& y) { most = std::max(most, score_of(scores, y)); });
  double sum = 0;
  for_each_labeling(scores.shape,
                    [&](const Labels& y) { sum += std::exp(score_of(scores, y) - most); });
  return most + std::log(sum);
}

std::size_t index_in(const ChainShape& shape, const Labels& labels, std::size_t first,
                     std::size_t count) {
  std::size_t index = 0;
  for (std::size_t t = first; t < first + count; ++t) index = index * shape.labels + labels[t];
  return index;
}

struct ExactMarginals {
  std::vector<double> windows, separators, nodes;
  double entropy = 0;
  double expected = 0;
};

ExactMarginals exact_marginals(const ChainScores& scores) {
  const ChainShape& shape = scores.shape;
  const double log_partition = exact_log_partition(scores);
  ExactMarginals exact;
  exact.windows.resize(shape.windows() * shape.window_size());
  exact.separators.resize(shape.separators() * shape.separator_size());
  exact.nodes.resize(shape.length * shape.labels);
  const std::size_t size = shape.labels_in_window();
  for_each_labeling(shape, [&](const Labels& y) {
    const double log_p = score_of(scores, y) - log_partition;
    const double p = std::exp(log_p);
    for (std::size_t w = 0; w < shape.windows(); ++w) {
      exact.windows[w * shape.window_size() + index_in(shape, y, w, size)] += p;
    }
    for (std::size_t s = 0; s < shape.separators(); ++s) {
      exact.separators[s * shape.separator_size() + index_in(shape, y, s + 1, size - 1)] += p;
    }
    for (std::size_t t = 0; t < shape.length; ++t) exact.nodes[t * shape.labels + y[t]] += p;
    if (p > 0) exact.entropy -= p * log_p;
    exact.expected += p * score_of(scores, y);
  });
  return exact;
}

template <class A, class B>
void expect_near(const A& a, const B& b, double tolerance) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], tolerance);
}

class ChainAtScale : public testing::TestWithParam<double> {};

TEST_P(ChainAtScale, MarginalsEqualSumsOverAllLabelings) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const RandomChain chain = random_chain(rng, GetParam());
    const ChainMarginals marginals = infer(chain.scores);
    const ExactMarginals exact = exact_marginals(chain.scores);
    const double log_partition = exact_log_partition(chain.scores);
    EXPECT_NEAR(marginals.log_partition, log_partition, 1e-12 * (1 + std::abs(log_partition)));
    expect_near(marginals.windows, exact.windows, 1e-10);
    expect_near(marginals.separators, exact.separators, 1e-10);
    expect_near(marginals.nodes(), exact.nodes, 1e-10);
    EXPECT_NEAR(entropy(marginals), exact.entropy, 1e-8);
    EXPECT_NEAR(expected_score(chain.scores, marginals), exact.expected,
                1e-8 * (1 + std::abs(exact.expected)));
  }
}

TEST_P(ChainAtScale, MostLikelyLabelsHaveTheHighestScore) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Rng rng(seed);
    const RandomChain chain = random_chain(rng, GetParam());
    const ChainLabeling best = most_likely(chain.scores);
    double most = -INFINITY;
    for_each_labeling(chain.scores.shape,
                      [&](const Labels& y) { most = std::max(most, score_of(chain.scores, y)); });
    EXPECT_NEAR(best.score, most, 1e-12 * (1 + std::abs(most))) << "seed " << seed;
    EXPECT_NEAR(score_of(chain.scores, best.labels), most, 1e-12 * (1 + std::abs(most)));
  }
}

// The last two are too wide for scaled sums.
INSTANTIATE_TEST_SUITE_P(Scales, ChainAtScale, testing::Values(0.0, 1.0, 10.0, 200.0, 5'000.0));

TEST(Chain, DivergenceEqualsThatOfTheJoint) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Rng rng(seed);
    const RandomChain p = random_chain(rng, 1);
    RandomChain q = p;
    for (double& score : q.nodes) score += rng.normal();
    for (double& score : q.pairs) score += rng.normal();
    for (double& score : q.triples) score += rng.normal();
    q.scores = {p.scores.shape, q.nodes, q.pairs, q.triples};
    const double log_p = exact_log_partition(p.scores);
    const double log_q = exact_log_partition(q.scores);
    double exact = 0;
    for_each_labeling(p.scores.shape, [&](const Labels& y) {
      const double log_ratio = score_of(p.scores, y) - log_p - score_of(q.scores, y) + log_q;
      exact += std::exp(score_of(p.scores, y) - log_p) * log_ratio;
    });
    EXPECT_NEAR(divergence(infer(p.scores), infer(q.scores)), exact, 1e-9) << "seed " << seed;
    EXPECT_NEAR(divergence(infer(p.scores), infer(p.scores)), 0, 1e-12);
  }
}

// Fenchel: log Z(theta) = E_p[theta] + H(p), at its own p; less at any other.
TEST(Chain, LogPartitionIsExpectedScoreAndEntropy) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Rng rng(seed);
    const RandomChain chain = random_chain(rng, 2);
    const ChainMarginals marginals = infer(chain.scores);
    EXPECT_NEAR(marginals.log_partition,
                expected_score(chain.scores, marginals) + entropy(marginals), 1e-9);
  }
}

TEST(Chain, HardConstraintsHaveProbabilityZero) {
  // Label 1 may not follow label 0.
  const std::vector<double> nodes{0, 0, 0, 0, 0, 0};
  const std::vector<double> pairs{0, -INFINITY, 0, 0};
  const ChainMarginals marginals = infer(ChainScores{{3, 2, 1}, nodes, pairs, {}});
  EXPECT_NEAR(marginals.log_partition, std::log(4.0), 1e-12);
  EXPECT_EQ(marginals.windows[1], 0);
  EXPECT_NEAR(marginals.nodes()[0], 0.25, 1e-12);
  EXPECT_NEAR(entropy(marginals), std::log(4.0), 1e-12);
}

using testing::HasSubstr;

// Label 0 only after itself, and not at place 3 (the last but one); label 1 nowhere at the start.
TEST(Chain, ContradictionsAreNamedByPlace) {
  const double no = -INFINITY;
  const std::vector<double> nodes{0, no, 0, 0, no, 0, 0, 0};
  const std::vector<double> pairs{0, no, 0, 0};
  for (int order : {1, 2}) {
    const ChainScores scores{{4, 2, order}, nodes, pairs, {}};
    EXPECT_THAT(test::complaint_of([&] { infer(scores); }).problem, HasSubstr("up to place 3"));
    EXPECT_THAT(test::complaint_of([&] { most_likely(scores); }).problem,
                HasSubstr("up to place 3"));
  }
  const ChainScores short_chain{{1, 2, 1}, std::span(nodes).subspan(0, 2), {}, {}};
  EXPECT_NEAR(infer(short_chain).log_partition, 0, 1e-12);
  const std::vector<double> nothing(2, no);
  EXPECT_THAT(test::complaint_of([&] {
                infer(ChainScores{{1, 2, 1}, nothing, {}, {}});
              }).problem,
              HasSubstr("up to place 1"));
}

TEST(Chain, ScoresThatAreNoNumbersAreRefused) {
  for (double bad : {kNan, kInfinity}) {
    for (std::size_t length : {1U, 2U, 5U}) {
      const std::vector<double> pairs(9, 0.5);
      std::vector<double> nodes(3 * length, 0);
      nodes.back() = bad;
      const Complaint complaint = test::complaint_of([&] {
        infer(ChainScores{{length, 3, 1}, nodes, pairs, {}});
      });
      EXPECT_EQ(complaint.field, "nodes");
      EXPECT_THAT(complaint.problem, HasSubstr("place " + std::to_string(length) + ", label 3"));
    }
    const std::vector<double> nodes(6, 0);
    std::vector<double> table(4, 0);
    table[3] = bad;
    EXPECT_EQ(test::complaint_of([&] {
                infer(ChainScores{{3, 2, 1}, nodes, table, {}});
              }).field,
              "pairs");
    std::vector<double> triples(8, 0);
    triples[1] = bad;
    EXPECT_EQ(test::complaint_of([&] {
                infer(ChainScores{{3, 2, 2}, nodes, {}, triples});
              }).field,
              "triples");
  }
}

}  // namespace
}  // namespace skein::factor_graph
