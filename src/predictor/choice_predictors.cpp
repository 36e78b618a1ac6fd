#include "predictor/choice_predictors.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/input_error.h"
#include "features/choice_features.h"
#include "learning/choice_network_training.h"
#include "learning/choice_sequences.h"
#include "learning/choice_trees_training.h"
#include "learning/shared_choice_model.h"
#include "learning/struct_ckn.h"
#include "predictor/simple_models.h"

namespace skein::predictor {
namespace {

using learning::ChoiceExamples;
using learning::ChoiceModel;

learning::StructCknOptions ckn_options(const PredictorOptions& options) {
  const CknSettings& settings = options.ckn;
  learning::StructCknOptions ckn;
  kernels::LayerOptions& layer = ckn.layers.front();
  layer.filters = settings.filters;
  layer.patch = {1, settings.patch};
  layer.pool = {1, 1, 0};
  layer.kernel.sigma = settings.sigma;
  ckn.norm = settings.norm;
  ckn.shared = settings.marginals;
  ckn.first_epochs = settings.first_epochs;
  ckn.rounds = settings.rounds;
  ckn.epochs = settings.epochs;
  ckn.batch = 20;
  ckn.trainer.name = options.name == "struct-ckn-bcfw" ? "bcfw" : "sdca";
  ckn.trainer.seed = options.seed;
  ckn.trainer.deadline = options.deadline;
  return ckn;
}

// A round that the deadline cuts short does not count: what was learnt before it stays.
std::unique_ptr<ChoiceModel> learn_ckn(const ChoiceExamples& examples,
                                       const PredictorOptions& options, Workers& workers) {
  const learning::ChoiceSequences samples =
      learning::choice_sequences(examples, {options.ckn.most_places});
  learning::StructCkn learner(samples.maps, ckn_options(options), workers);
  learner.start();
  const auto now = [&] {
    return std::make_unique<learning::SharedChoiceModel>(learner.model().mapper,
                                                         learner.trainer().weights());
  };
  std::unique_ptr<ChoiceModel> model = now();
  while (learner.rounds_done() < options.ckn.rounds && !options.deadline.passed()) {
    learner.run_round();
    if (!options.deadline.passed()) model = now();
  }
  return model;
}

std::unique_ptr<ChoiceModel> learn_network(const ChoiceExamples& examples,
                                           std::span<const std::string> channels,
                                           const PredictorOptions& options, Workers& workers) {
  learning::ChoiceNetworkTrainingOptions training;
  if (options.embeddings == Embeddings::kLearnt) training.names = features::name_channels(channels);
  training.coupling =
      options.name == "cnn-crf" ? learning::Coupling::kMarginals : learning::Coupling::kNone;
  training.epochs = options.network_epochs;
  training.refit = true;
  training.seed = options.seed;
  training.deadline = options.deadline;
  return std::make_unique<learning::ChoiceNetworkModel>(
      learning::train(examples, training, workers).model);
}

std::unique_ptr<ChoiceModel> learn_trees(const ChoiceExamples& examples,
                                         const PredictorOptions& options, Workers& workers) {
  learning::ChoiceTreesOptions training;
  training.rounds = options.tree_rounds;
  training.refit = true;
  training.seed = options.seed;
  training.deadline = options.deadline;
  return std::make_unique<learning::ChoiceTrees>(
      learning::train_trees(examples, training, workers).model);
}

bool is_network(const std::string& name) {
  return name == "cnn" || name == "cnn-crf";
}

}  // namespace

const std::vector<std::string>& predictor_names() {
  static const std::vector<std::string> names{
      "first", "frequent", "cnn", "cnn-crf", "trees", "struct-ckn-sdca", "struct-ckn-bcfw"};
  return names;
}

void require_predictor(const std::string& name) {
  if (std::ranges::find(predictor_names(), name) != predictor_names().end()) return;
  throw InputError({"", 0, "predictor", fmt::format("{} is none", in_quotes(name)),
                    fmt::format("choose one of {}", fmt::join(predictor_names(), ", "))});
}

std::unique_ptr<ChoiceModel> learn_choices(const ChoiceExamples& examples,
                                           std::span<const std::string> channels, Question question,
                                           const PredictorOptions& options, Workers& workers) {
  require_predictor(options.name);
  if (options.name == "first" && question == Question::kNext) {
    return std::make_unique<FirstModel>();
  }
  if (options.name == "first" || options.name == "frequent") {
    return std::make_unique<FrequentModel>(channels, question);
  }
  if (is_network(options.name)) return learn_network(examples, channels, options, workers);
  if (options.name == "trees") return learn_trees(examples, options, workers);
  return learn_ckn(examples, options, workers);
}

std::unique_ptr<ChoiceModel> blank_model(const std::string& name, Question question) {
  if (name == "first" && question == Question::kNext) return std::make_unique<FirstModel>();
  if (name == "first" || name == "frequent") return std::make_unique<FrequentModel>();
  if (is_network(name)) return std::make_unique<learning::ChoiceNetworkModel>();
  if (name == "trees") return std::make_unique<learning::ChoiceTrees>();
  return std::make_unique<learning::SharedChoiceModel>();
}

}  // namespace skein::predictor
