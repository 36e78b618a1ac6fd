// A trained reader of handwritten words, on disk: `model.json`, which says what it is, and
// `weights.csv`, one weight a line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "sequence/letter_data.h"

namespace skein::sequence {

struct LetterModel {
  int order = 1;
  std::string trainer;
  double lambda = 0;
  int fold = 0;  // that it was not trained on
  std::uint64_t epochs = 0;
  std::vector<double> weights;  // learning::ChainWeights says which is which
};

std::string model_json(const LetterModel& model);
std::string weights_csv(const LetterModel& model);

// Throws InputError, with file, line and field, for what is not as written.
LetterModel read_model(const std::filesystem::path& folder);

// What a model reads in words, and how often it is right.
struct Reading {
  std::vector<std::string> words;  // as read
  std::size_t letters = 0;
  std::size_t wrong_letters = 0;
  std::size_t wrong_words = 0;

  double error() const;  // share of wrong letters; 0 if there are none
};

Reading read_words(const std::vector<Word>& words, int order, const std::vector<double>& weights);

}  // namespace skein::sequence
