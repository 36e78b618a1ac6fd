// A trained reader of handwritten words, in one file (learning/model_file.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/workers.h"
#include "learning/model_file.h"
#include "learning/struct_ckn.h"
#include "learning/training.h"
#include "sequence/letter_data.h"

namespace skein::sequence {

struct LetterModel {
  int order = 1;
  std::string trainer;
  double lambda = 0;
  int fold = 0;                 // that it was not trained on
  std::vector<double> weights;  // learning::ChainWeights says which is which
  // From images to features; without it features are the pixels.
  std::optional<learning::FeatureMapper> mapper;
  // How it was trained: a point for each epoch, or for each round of a kernel network.
  std::vector<learning::TrainingPoint> history;

  std::uint64_t epochs() const { return history.empty() ? 0 : history.back().epoch; }
  std::size_t features() const;
  std::size_t parameters() const;  // weights, and the numbers of all filters
};

// The name of the file in a model folder.
constexpr const char* kModelFile = "model.skein";
constexpr const char* kModelKind = "letters";

learning::ModelFile to_file(const LetterModel& model);
// From a file, or from the folder that has it. Throws InputError, with file and field, for what is
// not as written.
LetterModel read_model(const std::filesystem::path& path);

// What a model reads in words, and how often it is right.
struct Reading {
  std::vector<std::string> words;  // as read
  std::size_t letters = 0;
  std::size_t wrong_letters = 0;
  std::size_t wrong_words = 0;

  double error() const;  // share of wrong letters; 0 if there are none
};

Reading read_words(const std::vector<Word>& words, const LetterModel& model, Workers& workers);
// With pixels as features.
Reading read_words(const std::vector<Word>& words, int order, const std::vector<double>& weights);
// With labels that were predicted, of all letters.
Reading reading_of(const std::vector<Word>& words, const std::vector<std::uint32_t>& labels);

}  // namespace skein::sequence
