#include "learning/struct_ckn.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "factor_graph/vectors.h"
#include "learning/chain_crf.h"
#include "learning/choice_graph_crf.h"
#include "learning/soft_choices.h"
#include "support/complaints.h"
#include "support/finite_differences.h"
#include "support/map_samples.h"
#include "support/scratch_folder.h"

namespace skein::learning {
namespace {

using testing::HasSubstr;

struct Case {
  const char* name;
  bool has_graphs = false;
  const char* trainer = "sdca";
  std::size_t batch_places = 512;
  int order = 1;
  bool has_names = false;
  std::optional<ChoiceMarginals> shared = std::nullopt;
};

void PrintTo(const Case& own, std::ostream* out) {
  *out << own.name;
}

MapSequences data_for(const Case& own, Rng& rng, std::size_t samples, double noise = 0.6) {
  if (!own.has_graphs) return test::map_words(rng, samples);
  const MapSequences data = test::map_connections(rng, samples, {4, 4, noise});
  return own.has_names ? test::with_names(rng, data) : data;
}

StructCknOptions options_for(const Case& own) {
  StructCknOptions options;
  options.layers[0].filters = 5;
  if (own.has_graphs) {
    options.layers[0].patch = {1, 1};
    options.layers[0].pool = {1, 1, 0};
  } else {
    options.layers[0].patch = {3, 3};
    options.layers[0].pool = {2, 2, 1};
  }
  if (own.has_names) options.vocabularies = {{3, 2}};
  options.order = own.order;
  options.shared = own.shared;
  options.soft = {1000, 1e-9};
  options.search.exact = true;
  options.trainer.name = own.trainer;
  options.batch = 5;
  options.batch_places = own.batch_places;
  return options;
}

double error_of(const std::vector<std::uint32_t>& labels, const std::vector<std::uint32_t>& truth) {
  std::size_t wrong = 0;
  for (std::size_t t = 0; t < truth.size(); ++t) wrong += labels[t] != truth[t] ? 1U : 0U;
  return static_cast<double>(wrong) / static_cast<double>(truth.size());
}

// Filters and embeddings in double precision.
struct Parameters {
  std::vector<kernels::Matrix<double>> filters;
  std::vector<kernels::Matrix<double>> tables;

  explicit Parameters(const FeatureMapper& mapper) {
    const auto append = [](const kernels::Matrix<float>& from, auto& to) {
      to.emplace_back(from.rows, from.columns);
      std::copy(from.values.begin(), from.values.end(), to.back().values.begin());
    };
    for (std::size_t k = 0; k < mapper.network.depth(); ++k) {
      append(mapper.network.layer(k).filters(), filters);
    }
    for (std::size_t c = 0; mapper.embedding && c < mapper.embedding->names(); ++c) {
      append(mapper.embedding->table(c), tables);
    }
  }
};

// n P, but for the weights' own term, in double precision: rows in the model are of 0 only, and
// what features add to scores is added here.
class SlowSurrogate {
 public:
  SlowSurrogate(const MapSequences& data, const StructCknModel& model, Surrogate surrogate,
                std::optional<ChoiceMarginals> shared)
      : data_(data),
        model_(model),
        surrogate_(surrogate),
        shared_(shared),
        network_(model.mapper.network.options()),
        rows_(rows_for(data, model.mapper.network.output().size())) {
    if (model.order > 0) {
      crf_ = std::make_unique<ChainCrf>(rows_, model.order);
    } else {
      GraphSearchOptions exact;
      exact.exact = true;
      crf_ = std::make_unique<ChoiceGraphCrf>(rows_, data.graphs, exact);
    }
  }

  double value(const Parameters& own) {
    for (std::size_t k = 0; k < own.filters.size(); ++k) network_.set_filters(k, own.filters[k]);
    auto pass = network_.make_pass();
    const auto maps = network_.forward(input_maps(own), pass);
    double sum = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) sum += of_sample(i, maps);
    return sum;
  }

 private:
  kernels::Numbers<double> input_maps(const Parameters& own) const {
    kernels::Numbers<double> numbers(data_.maps.begin(), data_.maps.end());
    if (own.tables.empty()) return numbers;
    Rng rng(1);
    kernels::Embedding<double> embedding(model_.mapper.embedding->options(), rng);
    for (std::size_t c = 0; c < own.tables.size(); ++c) embedding.set_table(c, own.tables[c]);
    kernels::Numbers<double> maps(rows_.places() * network_.options().input.size());
    embedding.forward(data_.ids, numbers, maps);
    return maps;
  }

  double of_sample(std::size_t sample, std::span<const double> maps) {
    std::vector<double> scores(crf_->parts(sample));
    crf_->fill_scores(sample, model_.weights, scores);
    for (std::size_t t = 0; t < rows_.length(sample); ++t) {
      add_row(maps.subspan((rows_.begin(sample) + t) * rows_.features(), rows_.features()),
              std::span(scores).subspan(t * rows_.labels(), rows_.labels()));
    }
    std::vector<double> moments(scores.size());
    crf_->fill_truth(sample, moments);
    const double of_truth = factor_graph::product(moments, scores);
    if (surrogate_ == Surrogate::kMargin) {
      crf_->add_loss(sample, scores);
      return crf_->most_likely(sample, scores, moments, *workspace()) - of_truth;
    }
    std::vector<double> beliefs(crf_->belief_size(sample).total());
    if (shared_.value_or(ChoiceMarginals::kMostLikely) != ChoiceMarginals::kMostLikely) {
      const SoftChoiceOptions options{*shared_ == ChoiceMarginals::kSoft ? 1000 : 0, 1e-9};
      return soft_choices(data_.graphs[sample], scores, beliefs, options) - of_truth;
    }
    return crf_->infer(sample, scores, beliefs, *workspace()) - of_truth;
  }

  void add_row(std::span<const double> map, std::span<double> scores) const {
    const FeatureScaler& scaler = model_.mapper.scaler;
    for (std::size_t j = 0; j < map.size(); ++j) {
      const double x =
          (map[j] - static_cast<double>(scaler.shift[j])) * static_cast<double>(scaler.factor[j]);
      for (std::size_t y = 0; y < scores.size(); ++y) {
        scores[y] += model_.weights[j * scores.size() + y] * x;
      }
    }
  }

  std::unique_ptr<Crf::Workspace> workspace() const { return crf_->make_workspace(); }

  const MapSequences& data_;
  const StructCknModel& model_;
  Surrogate surrogate_;
  std::optional<ChoiceMarginals> shared_;
  kernels::Network<double> network_;
  Sequences rows_;
  std::unique_ptr<RowCrf> crf_;
};

class StructCknOf : public testing::TestWithParam<Case> {
 protected:
  std::string state_of(StructCkn& learner) {
    StateWriter writer("test");
    learner.exchange(writer);
    writer.write(scratch_.path() / "state");
    std::ifstream stream(scratch_.path() / "state", std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(stream), {});
  }

  test::ScratchFolder scratch_;
  Rng rng_{6};
  Workers workers_{1};
};

TEST_P(StructCknOf, GradientEqualsFiniteDifferences) {
  const MapSequences data = data_for(GetParam(), rng_, 8, 3);  // so that there are errors
  StructCkn learner(data, options_for(GetParam()), workers_);
  learner.start();
  std::vector<std::uint32_t> samples(data.begins.size());
  std::iota(samples.begin(), samples.end(), 0U);
  const StructCkn::Gradient gradient = learner.gradient(samples);
  const StructCknModel model = learner.model();
  SlowSurrogate slow(data, model, learner.trainer().surrogate(), GetParam().shared);
  Parameters parameters(model.mapper);
  const auto compare = [&](const auto& gradients, auto& values) {
    ASSERT_EQ(gradients.size(), values.size());
    for (std::size_t k = 0; k < values.size(); ++k) {
      double scale = 0;
      for (double slope : gradients[k].values) scale = std::max(scale, std::abs(slope));
      EXPECT_GT(scale, 0);
      for (std::size_t i = 0; i < values[k].values.size(); ++i) {
        const double slope = test::slope_by_differences(
            values[k].values[i], [&] { return slow.value(parameters); }, 1e-5);
        EXPECT_NEAR(static_cast<double>(gradients[k].values[i]), slope, 1e-3 * scale);
      }
    }
  };
  compare(gradient.filters, parameters.filters);
  compare(gradient.tables, parameters.tables);
  EXPECT_EQ(gradient.tables.empty(), !GetParam().has_names);
}

TEST_P(StructCknOf, TheSameForAnyNumberOfThreads) {
  const MapSequences data = data_for(GetParam(), rng_, 20);
  std::string with_one;
  for (std::size_t threads : {1U, 3U}) {
    Workers workers(threads);
    StructCkn learner(data, options_for(GetParam()), workers);
    learner.start();
    learner.run_round();
    if (threads == 1) with_one = state_of(learner);
    EXPECT_EQ(state_of(learner), with_one);
  }
}

TEST_P(StructCknOf, GoesOnFromAStateAsIfItHadNeverStopped) {
  const MapSequences data = data_for(GetParam(), rng_, 20);
  StructCknOptions options = options_for(GetParam());
  options.search.exact = false;  // searches begin where the last ones ended
  StructCkn whole(data, options, workers_);
  whole.start();
  whole.run_round();
  state_of(whole);
  StructCkn second(data, options, workers_);
  StateReader reader(scratch_.path() / "state", "test");
  second.exchange(reader);
  whole.run_round();
  second.run_round();
  EXPECT_EQ(second.rounds_done(), 2U);
  EXPECT_EQ(state_of(second), state_of(whole));
}

TEST_P(StructCknOf, LearnsWhatItIsShown) {
  const MapSequences data = data_for(GetParam(), rng_, 60);
  const MapSequences others = data_for(GetParam(), rng_, 60);
  StructCknOptions options = options_for(GetParam());
  options.first_epochs = 20;
  options.epochs = 10;
  StructCkn learner(data, options, workers_);
  learner.start();
  for (int round = 0; round < 2; ++round) learner.run_round();
  // Guessing makes two errors in three.
  EXPECT_LT(error_of(predict(learner.model(), others, workers_), others.truth), 0.25);
}

INSTANTIATE_TEST_SUITE_P(
    Layers, StructCknOf,
    testing::Values(
        Case{"chain"}, Case{"chain_margin", false, "bcfw"},
        Case{"second_order", false, "sdca", 512, 2}, Case{"chain_by_places", false, "sdca", 2},
        Case{"graph", true, "sdca"}, Case{"graph_margin", true, "bcfw"},
        Case{"graph_by_places", true, "sdca", 2}, Case{"graph_margin_by_places", true, "bcfw", 3},
        Case{"names", true, "sdca", 512, 1, true},
        Case{"names_by_places", true, "bcfw", 2, 1, true},
        Case{"shared", true, "sdca", 512, 1, false, ChoiceMarginals::kMostLikely},
        Case{"shared_margin", true, "bcfw", 512, 1, false, ChoiceMarginals::kMostLikely},
        Case{"shared_soft", true, "sdca", 512, 1, false, ChoiceMarginals::kSoft},
        Case{"shared_alone_by_places", true, "sdca", 2, 1, true, ChoiceMarginals::kAlone}),
    [](const auto& test) { return test.param.name; });

// The same places without mask and constraints.
MapSequences unconstrained(MapSequences data) {
  for (ChoiceGraph& graph : data.graphs) graph = ChoiceGraph(graph.places(), graph.labels());
  return data;
}

TEST(StructCknOnGraphs, ConstraintsMakeFewerErrorsAndNoCollisions) {
  Workers workers(1);
  Rng rng(8);
  const test::Connections plan{5, 5, 0.9};
  const MapSequences data = test::map_connections(rng, 60, plan);
  const MapSequences others = test::map_connections(rng, 60, plan);
  for (const char* trainer : {"sdca", "bcfw"}) {
    StructCknOptions options = options_for({"graph", true, trainer});
    StructCkn learner(data, options, workers);
    learner.start();
    learner.run_round();
    const auto labels = predict(learner.model(), others, workers);
    const auto alone = predict(learner.model(), unconstrained(others), workers);
    EXPECT_LT(error_of(labels, others.truth), error_of(alone, others.truth)) << trainer;
    for (std::size_t i = 0; i < others.begins.size(); ++i) {
      std::set<std::uint32_t> taken;
      const auto own = test::labels_of(others, labels, i);
      for (std::size_t t = 0; t < own.size(); ++t) {
        EXPECT_NE(others.graphs[i].variable({t, own[t]}), ChoiceGraph::kForbidden);
        EXPECT_TRUE(own[t] == plan.nexts || taken.insert(own[t]).second);
      }
    }
  }
}

TEST(StructCknInput, DataThatNothingCanBeLearntFromIsRefused) {
  Workers workers(1);
  const Case graph{"graph", true};
  const auto problem_of = [&](const Case& own, const std::function<void(MapSequences&)>& spoil) {
    Rng rng(7);
    MapSequences data = data_for(own, rng, 6);
    spoil(data);
    return test::complaint_of([&] { StructCkn(data, options_for(own), workers); }).problem;
  };
  EXPECT_THAT(problem_of({"chain"}, [](auto& data) { data = {}; }), HasSubstr("none"));
  EXPECT_THAT(problem_of({"chain"}, [](auto& data) { data.maps.pop_back(); }),
              HasSubstr("numbers, where"));
  EXPECT_THAT(problem_of({"chain"}, [](auto& data) { data.begins[1] = 0; }), HasSubstr("is empty"));
  EXPECT_THAT(problem_of({"chain"}, [](auto& data) { data.begins[0] = 1; }), HasSubstr("divide"));
  EXPECT_THAT(
      problem_of({"chain"},
                 [](auto& data) { data.maps[17] = std::numeric_limits<float>::quiet_NaN(); }),
      HasSubstr("place 2: a value is not"));
  EXPECT_THAT(problem_of({"chain"}, [](auto& data) { std::ranges::fill(data.truth, 1U); }),
              HasSubstr("same label"));
  EXPECT_THAT(problem_of({"chain"}, [](auto& data) { std::ranges::fill(data.maps, 0.0F); }),
              HasSubstr("empty"));
  EXPECT_THAT(problem_of(graph, [](auto& data) { data.graphs.pop_back(); }),
              HasSubstr("5 graphs for 6 samples"));
  EXPECT_THAT(problem_of(graph,
                         [](auto& data) {
                           std::vector<char> allowed(data.graphs[0].parts(), 1);
                           allowed[data.truth[0]] = 0;
                           data.graphs[0] = ChoiceGraph(4, 5, allowed);
                         }),
              HasSubstr("place 1 may not choose"));
  const Case names{"names", true, "sdca", 512, 1, true};
  EXPECT_THAT(problem_of(names, [](auto& data) { data.ids[1] = 3; }),
              HasSubstr("position 2: name 1 has no id 3"));
  EXPECT_THAT(problem_of(names, [](auto& data) { data.ids.pop_back(); }), HasSubstr("ids, where"));
  EXPECT_THAT(problem_of(graph, [](auto& data) { data.ids.push_back(1); }),
              HasSubstr("1 ids, where"));
}

TEST(StructCknOnNames, EmbeddingsOfIdsMoveWhereMapsHaveThem) {
  Workers workers(1);
  Rng rng(9);
  const Case names{"names", true, "sdca", 512, 1, true};
  const MapSequences data = data_for(names, rng, 40);
  StructCknOptions options = options_for(names);
  options.vocabularies = {{5, 2}};
  StructCkn learner(data, options, workers);
  learner.start();
  const auto before = learner.model().mapper.embedding->table(0);
  learner.run_round();
  const auto after = learner.model().mapper.embedding->table(0);
  const auto is_same = [&](std::size_t id) {
    return std::ranges::equal(before.row(id), after.row(id));
  };
  EXPECT_FALSE(is_same(1));
  EXPECT_FALSE(is_same(2));
  EXPECT_TRUE(is_same(3));  // which no map has
  EXPECT_TRUE(is_same(4));
}

TEST(StructCknInput, ModelsPredictOnlyWhatIsOfTheirKind) {
  Workers workers(1);
  Rng rng(7);
  const MapSequences words = test::map_words(rng, 10);
  StructCkn learner(words, options_for({"chain"}), workers);
  learner.start();
  const StructCknModel model = learner.model();
  MapSequences other = words;
  other.shape = {2, 8, 1};
  EXPECT_THAT(test::complaint_of([&] { predict(model, other, workers); }).problem,
              HasSubstr("2 x 8 x 1"));
  other = words;
  other.maps[17] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(test::complaint_of([&] { predict(model, other, workers); }).problem,
              HasSubstr("place 2: a value is not"));
  other = words;
  for (std::size_t i = 0; i < words.begins.size(); ++i) {
    other.graphs.emplace_back(test::labels_of(words, words.truth, i).size(), words.labels);
  }
  EXPECT_THAT(test::complaint_of([&] { predict(model, other, workers); }).problem,
              HasSubstr("of chains"));
}

}  // namespace
}  // namespace skein::learning
