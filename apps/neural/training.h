// One training: Adam (Kingma and Ba 2015) with weight decay of its own (Loshchilov and Hutter
// 2019), over the words in batches and in another order in each epoch.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/random.h"
#include "neural/reader.h"

namespace skein::neural {

class Training {
 public:
  // The words must live as long as this. Sets torch's seed: one training after the other.
  Training(Model model, const Settings& settings, const WordTensors& words,
           std::vector<std::size_t> chosen, std::uint64_t seed);

  // One pass over the words. Returns the mean loss of a letter; nothing if the deadline passed.
  std::optional<double> run_epoch(const Deadline& deadline);

  std::size_t words() const { return chosen_.size(); }
  int epochs() const { return epochs_; }  // that were finished
  Reader& reader() { return *reader_; }

 private:
  void set_learning_rate(double rate);

  Settings settings_;
  const WordTensors& words_;
  std::vector<std::size_t> chosen_;
  Rng rng_;
  std::shared_ptr<Reader> reader_;
  std::unique_ptr<torch::optim::AdamW> adam_;
  int epochs_ = 0;
};

// What a reader makes of words.
struct WordsRead {
  std::vector<std::string> texts;
  std::size_t letters = 0;
  std::size_t wrong_letters = 0;

  double error() const;  // share of wrong letters
};

WordsRead read_words(Reader& reader, const WordTensors& words, std::span<const std::size_t> chosen);

}  // namespace skein::neural
