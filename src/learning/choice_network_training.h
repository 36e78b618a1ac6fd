// Training of networks that choose, by Adam on small batches: CNN, and CNN-CRF where choices of a
// group exclude each other.
//
// What is minimized is, up to the decay of weights, the mean over examples of
//
//    -log p(truth),    p(y) = softmax over what is allowed of s(y) + m(y)
//
// where m is 0 for a CNN, and what rivals for the same candidates ask for in a CNN-CRF
// (choice_coupling.h). Rates fall to 0 along half a cosine over the epochs that are planned. Some
// examples are held out to tell which epoch was best.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "learning/adam.h"
#include "learning/choice_coupling.h"
#include "learning/choice_network_model.h"
#include "learning/choice_split.h"
#include "learning/training.h"

namespace skein::learning {

struct ChoiceNetworkTrainingOptions {
  ChoiceNetworkOptions network;
  std::vector<NameChannels> names;  // whose vectors are learnt
  AdamOptions adam;
  Coupling coupling = Coupling::kNone;  // kMarginals: a CNN-CRF
  int sweeps = 2;                       // of messages, for each batch
  double margin = 1;                    // of kMostLikely: by what the truth has to win
  std::size_t batch = 64;     // examples; smaller learns more in an epoch, which takes longer
  std::uint64_t epochs = 40;  // that are planned
  // Ends when the validation error has not fallen for so many epochs; 0: all epochs.
  std::uint64_t patience = 10;
  // Ends after so many, with rates as if all that are planned came; 0: all.
  std::uint64_t stop_after = 0;
  ValidationOptions validation;
  // Train again on all examples, for as long as was best with some held out.
  bool refit = false;
  std::uint64_t seed = 1;
  // As of TrainingOptions.
  std::optional<std::filesystem::path> checkpoint;
  std::string kind = "choice-network";
  Deadline deadline;
};

class ChoiceNetworkTrainer {
 public:
  // The examples must live as long as this. Throws InputError for examples that are not sound, and
  // where there are none to learn from.
  ChoiceNetworkTrainer(const ChoiceExamples& examples, const ChoiceNetworkTrainingOptions& options,
                       Workers& workers);
  ~ChoiceNetworkTrainer();

  void run_epoch();
  std::uint64_t epochs_done() const { return epochs_done_; }
  const ChoiceNetworkModel& model() const { return model_; }
  // The mean of -log p(truth) over the last epoch, as steps saw it.
  double training_loss() const { return training_loss_; }
  // Of the examples that are held out.
  ChoiceFit validation_fit() const;

  // All that the next epochs depend on, but for examples and options.
  void exchange(StateArchive& archive);

 private:
  struct Share;

  double take_step(std::span<const std::uint32_t> batch, std::uint64_t number, double progress);
  void look_at(std::span<const std::uint32_t> batch, std::uint64_t number);
  double fill_gradient_of_scores(std::span<const std::uint32_t> batch);
  void sum_gradients();

  const ChoiceExamples& examples_;
  ChoiceNetworkTrainingOptions options_;
  Workers& workers_;
  Rng rng_;
  ChoiceSplit split_;
  ChoiceExamples held_out_;
  ChoiceNetworkModel model_;
  Adam adam_;
  ChoiceCoupling coupling_;
  std::vector<Share> shares_;
  std::vector<double> scores_;   // of the batch, by example and class
  std::vector<double> beliefs_;  // of the batch
  std::uint64_t epochs_done_ = 0;
  double training_loss_ = 0;
};

struct ChoiceNetworkPoint {
  double cpu_seconds = 0;  // of training so far, without watching
  double training_loss = 0;
  ChoiceFit validation;
};

struct ChoiceNetworkCourse {
  std::vector<ChoiceNetworkPoint> points;  // one for each epoch
  std::size_t best = 0;      // the point with the least validation error, else the last
  ChoiceNetworkModel model;  // of that epoch
  TrainingStop stopped = TrainingStop::kEpochs;
};

// An epoch that a limit cuts short does not count; a refit that is cut short changes nothing.
// Throws InputError for a checkpoint that is damaged or of another training.
ChoiceNetworkCourse train(const ChoiceExamples& examples,
                          const ChoiceNetworkTrainingOptions& options, Workers& workers);

}  // namespace skein::learning
