// `skein-neural letters`: choose settings on validation words, train on all that may be learnt
// from, read the test words.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/files.h"
#include "neural/settings.h"

namespace skein::neural {

struct LetterRequest {
  Model model = Model::kCnn;
  std::filesystem::path data;    // letter.data, plain or gzip
  std::filesystem::path split;   // which words are for what
  std::filesystem::path output;  // folder
  WhenFolderExists when_exists = WhenFolderExists::kRefuse;
  std::optional<std::filesystem::path> settings;  // of an earlier run; else they are chosen
  std::uint64_t seed = 1;
  int threads = 1;  // results may differ in the last digits with another number
  Deadline deadline;
};

enum class Stop { kDone, kTimeLimit, kInterrupted };

struct LetterOutcome {
  Choice choice;
  std::size_t words = 0;  // to test on
  std::size_t letters = 0;
  std::size_t wrong_letters = 0;
  std::size_t parameters = 0;
  int epochs = 0;
  double training_cpu_seconds = 0;  // of the last training
  Stop stopped = Stop::kDone;
};

// Where work stops early, the test words are read with the best that is there: the best trial, or,
// where there was none, the training as far as it came.
LetterOutcome learn_letters(const LetterRequest& request);

}  // namespace skein::neural
