// Predictors of choices by their names, all behind learning::ChoiceModel.
//
//    first            the first candidate
//    frequent         what crews did most often on the slot before
//    cnn              a convolutional network over the candidates (learning/choice_network.h)
//    cnn-crf          the same, learnt under the constraint that nothing is chosen twice
//    trees            boosted trees (learning/choice_trees.h), the yardstick
//    struct-ckn-sdca  a kernel network below a structured layer, by the likelihood
//    struct-ckn-bcfw  the same by the margin
//
// A further predictor is a name, a way to learn and an empty model to be read from an archive, in
// choice_predictors.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/workers.h"
#include "learning/choice_examples.h"
#include "learning/choice_model.h"
#include "learning/shared_choice_crf.h"
#include "predictor/simple_models.h"

namespace skein::predictor {

// Chosen on days 15 to 21 of the published instances, after learning from days 1 to 14.
struct CknSettings {
  std::size_t filters = 64;  // twice as many take twice as long, and are hardly better
  double sigma = 0.5;        // of the kernel; narrower tells more apart, and needs more examples
  std::size_t patch = 1;     // candidates that are looked at together, around each
  double norm = 7;           // of features; larger fits more closely
  std::uint64_t first_epochs = 10;  // of the structured layer, before filters move
  std::uint64_t rounds = 6;         // of filters
  std::uint64_t epochs = 4;         // of the structured layer after each
  std::size_t most_places = 64;     // flights to a sample; more see more of who competes
  // Of the likelihood: how marginals are found within the constraints.
  learning::ChoiceMarginals marginals = learning::ChoiceMarginals::kSoft;
};

// How names of stations and fleets stand for networks.
enum class Embeddings {
  kFixed,   // as the vectors that were drawn for them
  kLearnt,  // as vectors that are learnt, beginning there
};

struct PredictorOptions {
  std::string name = "struct-ckn-sdca";
  CknSettings ckn;
  std::uint64_t network_epochs = 40;           // of cnn and cnn-crf, at most
  Embeddings embeddings = Embeddings::kFixed;  // of cnn and cnn-crf
  std::size_t tree_rounds = 300;               // at most
  std::uint64_t seed = 1;
  Deadline deadline;  // what is learnt by then is the result
};

const std::vector<std::string>& predictor_names();
// Throws InputError for a name that is none.
void require_predictor(const std::string& name);

// `channels` are the names of values. Throws InputError for examples that nothing can be learnt
// from.
std::unique_ptr<learning::ChoiceModel> learn_choices(const learning::ChoiceExamples& examples,
                                                     std::span<const std::string> channels,
                                                     Question question,
                                                     const PredictorOptions& options,
                                                     Workers& workers);
// To be read from an archive.
std::unique_ptr<learning::ChoiceModel> blank_model(const std::string& name, Question question);

}  // namespace skein::predictor
