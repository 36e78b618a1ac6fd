// `skein sequence`: learn to read handwritten words, and test it.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "learning/make_trainer.h"
#include "learning/struct_ckn.h"
#include "learning/training.h"

namespace skein::workflow {

struct LearnRequest {
  std::filesystem::path data;    // letter.data, plain or gzip
  std::filesystem::path output;  // model folder
  WhenFolderExists when_exists = WhenFolderExists::kRefuse;
  int fold = 0;  // to test on; the others are trained on
  int order = 1;
  learning::TrainerOptions trainer;
  learning::TrainingOptions training;  // of pixels
  // Features by a convolutional kernel network, trained with the chain; else they are the pixels.
  // Order and trainer are those above.
  std::optional<learning::StructCknOptions> kernels;
  // Fold that decides when the kernel network has learnt enough; it is not trained on.
  std::optional<int> validation_fold;
  std::size_t threads = 0;  // 0: all cores
};

struct LearnOutcome {
  std::vector<learning::TrainingPoint> points;
  std::size_t train_words = 0, train_letters = 0;
  std::size_t test_words = 0, test_letters = 0;
  std::size_t wrong_letters = 0, wrong_words = 0;
  std::size_t parameters = 0;
  double lambda = 0;
  learning::TrainingStop stopped = learning::TrainingStop::kEpochs;
  std::string summary;  // JSON
};

LearnOutcome learn_sequences(
    const LearnRequest& request,
    const std::function<void(const learning::TrainingPoint&)>& observer = {});

struct TestRequest {
  std::filesystem::path model;  // file, or the folder that has it
  std::filesystem::path data;
  std::optional<int> fold;                           // else the model's own
  std::optional<std::filesystem::path> predictions;  // a CSV file to write
  std::size_t threads = 0;                           // 0: all cores
};

struct TestOutcome {
  std::size_t words = 0, letters = 0;
  std::size_t wrong_letters = 0, wrong_words = 0;
  int fold = 0;
  std::string summary;  // JSON
};

TestOutcome test_sequences(const TestRequest& request);

}  // namespace skein::workflow
