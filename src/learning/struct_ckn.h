// Struct-CKN (algorithm 1 of the paper): a convolutional kernel network whose feature maps go to a
// structured layer, both trained end to end.
//
//    1  filters without labels, by k-means on patches              learn_filters
//    2  the structured layer's beliefs: near the truth             make_trainer
//    3  repeat
//    4    feature maps of all places                               map_features
//    5    centred and scaled                                       FeatureScaler
//    6-7  the structured layer learns for n_Ep epochs              train_layer
//    8    its marginals give a gradient of the features, and that  turn_filters
//         of the filters, which take steps (sphere_descent.h)
//
// The structured layer is a chain, or, where sequences come with graphs, places that choose within
// hard constraints (choice_graph_crf.h). With marginals nu_i of sample i, the likelihood gains with
// the features at a place t
//
//    dP/dx_t = 1/n W (nu_t - truth_t),
//
// since P's own minimum over w has no slope in w. Graphs have their most likely labeling in place
// of marginals (the paper's appendix); and where the trainer minimizes the margin, nu is the
// labeling that violates it most, loss and score together, which gives a subgradient.
//
// Steps of filters are taken in batches of samples, in which maps, scores and marginals are up to
// date, with weights, shift and scale as they were after step 7. A sample of very many places, such
// as a month of flights, is several batches of places (the paper's batch version): its marginals
// are computed once, and maps are up to date in each batch. So there is never more than a batch of
// maps in the network.
//
// Where we leave the paper: duals stay as they are when features change, and the weights follow
// from them (w is a sum over samples of features), so every round of step 7 starts near its end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/random.h"
#include "base/workers.h"
#include "kernels/network.h"
#include "learning/feature_mapper.h"
#include "learning/feature_scaler.h"
#include "learning/graph_search.h"
#include "learning/make_trainer.h"
#include "learning/map_sequences.h"
#include "learning/row_crf.h"
#include "learning/shared_choice_crf.h"
#include "learning/sphere_descent.h"
#include "learning/table_descent.h"

namespace skein::learning {

struct StructCknOptions {
  std::vector<kernels::Vocabulary> vocabularies;  // of names in the maps, if there are any
  std::vector<kernels::LayerOptions> layers{kernels::LayerOptions{}};
  Scaling scaling = Scaling::kMeanNorm;
  double norm = 5;            // of scaled features; larger is a weaker lambda
  int order = 1;              // of chains
  double context = 1;         // of chains; larger: lambda holds back biases and pairs less
  GraphSearchOptions search;  // of graphs
  // Of graphs whose maps have a column for each label but the last: candidates share their weights
  // (shared_choice_crf.h), and trainers on the likelihood take such marginals.
  std::optional<ChoiceMarginals> shared;
  SoftChoiceOptions soft;          // of soft marginals
  TrainerOptions trainer;          // sdca or bcfw
  std::uint64_t first_epochs = 5;  // of the structured layer, before filters take steps
  std::uint64_t rounds = 4;        // of filters' steps; 0: filters stay as learnt without labels
  std::uint64_t epochs = 3;        // n_Ep, of the structured layer after each round
  std::size_t batch = 100;         // sequences to a step of filters
  std::size_t batch_places = 512;  // of a sequence that has more: places to a step of filters
  SphereDescentOptions steps;
  TableDescentOptions table_steps;  // of embeddings, with those of filters
};

// What it takes to predict.
struct StructCknModel {
  FeatureMapper mapper;
  int order = 1;  // of chains; 0: of graphs
  std::vector<double> weights;
};

class StructCkn {
 public:
  // Learns filters without labels. Throws InputError for data that nothing can be learnt from: no
  // sequences, one label only, maps that are all 0, values that are no numbers, graphs that are of
  // other samples or forbid the truth.
  StructCkn(const MapSequences& data, const StructCknOptions& options, Workers& workers);
  ~StructCkn();

  // The structured layer learns on filters that are as k-means found them.
  void start();
  // Filters take steps, then the structured layer learns again. A deadline of the trainer that
  // passes cuts it short.
  void run_round();
  std::uint64_t rounds_done() const { return rounds_done_; }

  const StructCknOptions& options() const { return options_; }
  StructCknModel model() const;
  // After `start`.
  Trainer& trainer() { return *trainer_; }
  const RowCrf& crf() const { return *crf_; }

  // What n P gains with filters and embeddings, through the features of these samples.
  struct Gradient {
    std::vector<kernels::Matrix<float>> filters;  // by layer
    std::vector<kernels::Matrix<float>> tables;   // by channel of names
  };
  Gradient gradient(std::span<const std::uint32_t> samples);

  // All that the next rounds depend on, but for data and options. To go on from a state, it is read
  // in place of `start`.
  void exchange(StateArchive& archive);

 private:
  struct Share;

  void map_features();
  void exchange_features(StateArchive& archive);
  void train_layer(std::uint64_t epochs);

  void begin_turning();
  void turn_filters();
  void turn_by_samples(std::span<const std::uint32_t> samples, double progress);
  void turn_by_places(std::uint32_t sample, double progress, double progress_after);
  void take_step(const Gradient& gradient, double progress);

  template <class Add>
  Gradient sum_shares(std::span<const std::uint32_t> items, Add add);
  void add_samples(std::span<const std::uint32_t> samples, Share& share);
  void add_places(std::span<const std::uint32_t> places, std::size_t first, Share& share) const;
  void pull_back(std::span<const float> output, Share& share) const;
  void fill_label_gradient(std::uint32_t sample, Share& share, std::span<float> gradient) const;

  StructCknOptions options_;
  Workers& workers_;
  Rng rng_;
  FeatureMapper mapper_;
  PlaceMaps maps_;
  Sequences sequences_;
  std::unique_ptr<RowCrf> crf_;
  std::unique_ptr<Trainer> trainer_;
  std::vector<SphereDescent> descents_;       // by layer
  std::vector<TableDescent> table_descents_;  // by channel of names
  // By label, the weights of features: what a feature adds to its score.
  kernels::Matrix<float> weights_by_label_;
  std::vector<Share> shares_;
  kernels::Numbers<float> of_labels_;  // gradient of the scores of a long sample, by place
  std::uint64_t rounds_done_ = 0;
};

// The most likely labels of all places. Throws InputError for data that is not of the model's
// kind: maps of another shape, chains in place of graphs.
std::vector<std::uint32_t> predict(const StructCknModel& model, const MapSequences& data,
                                   Workers& workers, const GraphSearchOptions& search = {});

}  // namespace skein::learning
