#include "learning/choice_network_training.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/log.h"

namespace skein::learning {
namespace {

constexpr std::size_t kShares = 4;  // of a batch, for as many threads
constexpr double kLeastBelief = 1e-20;

// Vectors of names do not shrink: there is nothing special about 0.
std::vector<char> weights_of(const ChoiceNetworkModel& model) {
  std::vector<char> flags = model.network().biases();
  for (char& flag : flags) flag = flag == 0 ? 1 : 0;
  flags.resize(model.parameters(), 0);
  return flags;
}

const ChoiceExamples& sound(const ChoiceExamples& examples) {
  require_sound(examples);
  return examples;
}

}  // namespace

// What one thread does of a batch.
struct ChoiceNetworkTrainer::Share {
  std::size_t begin = 0;  // in the batch
  std::span<const std::uint32_t> members;
  ChoiceBatch<float> batch;
  ChoiceNetwork<float>::Pass pass;
  kernels::Matrix<float> of_scores;
  kernels::Matrix<float> of_maps;
  kernels::Numbers<float> gradient;
};

ChoiceNetworkTrainer::ChoiceNetworkTrainer(const ChoiceExamples& examples,
                                           const ChoiceNetworkTrainingOptions& options,
                                           Workers& workers)
    : examples_(sound(examples)),
      options_(options),
      workers_(workers),
      rng_(options.seed),
      split_(split_examples(examples, options.validation)),
      held_out_(examples_of(examples, split_.validation)),
      model_(examples, split_.training, options.network, rng_, options.names),
      adam_(weights_of(model_), options.adam),
      coupling_(examples, split_.training, options.coupling),
      shares_(kShares) {}

ChoiceNetworkTrainer::~ChoiceNetworkTrainer() = default;

// Random numbers depend on the seed and on what has been done, so there is no state of them.
void ChoiceNetworkTrainer::run_epoch() {
  std::vector<std::uint32_t> order = split_.training;
  rng_.split("order", epochs_done_).shuffle(std::span(order));
  const std::size_t batches = (order.size() + options_.batch - 1) / options_.batch;
  double loss = 0;
  for (std::size_t b = 0; b < batches && !options_.deadline.passed(); ++b) {
    const std::size_t begin = b * order.size() / batches;
    const std::size_t end = (b + 1) * order.size() / batches;
    const double done =
        static_cast<double>(epochs_done_) + static_cast<double>(b) / static_cast<double>(batches);
    loss += take_step(std::span<const std::uint32_t>(order).subspan(begin, end - begin),
                      epochs_done_ * batches + b, done / static_cast<double>(options_.epochs));
  }
  training_loss_ = loss / static_cast<double>(order.size());
  ++epochs_done_;
}

double ChoiceNetworkTrainer::take_step(std::span<const std::uint32_t> batch, std::uint64_t number,
                                       double progress) {
  look_at(batch, number);
  const double loss = fill_gradient_of_scores(batch);
  sum_gradients();
  const double rate = (1 + std::cos(std::numbers::pi * std::min(1.0, progress))) / 2;
  adam_.step(shares_[0].gradient, rate, model_.weights());
  return loss;
}

// Forward. Shares do not depend on the number of threads.
void ChoiceNetworkTrainer::look_at(std::span<const std::uint32_t> batch, std::uint64_t number) {
  const std::size_t classes = examples_.places + 1;
  scores_.resize(batch.size() * classes);
  beliefs_.resize(scores_.size());
  workers_.run(kShares, [&](std::size_t k, std::size_t) {
    Share& share = shares_[k];
    share.begin = k * batch.size() / kShares;
    const std::size_t end = (k + 1) * batch.size() / kShares;
    share.members = batch.subspan(share.begin, end - share.begin);
    model_.fill_batch(examples_, share.members, share.batch);
    Rng dropout = rng_.split("dropout", number * kShares + k);
    const auto& scores =
        model_.network().forward(model_.weights(), share.batch, share.pass, &dropout);
    std::ranges::copy(scores.values,
                      scores_.begin() + static_cast<std::ptrdiff_t>(share.begin * classes));
  });
}

// (beliefs - truth) / batch; returns the loss.
double ChoiceNetworkTrainer::fill_gradient_of_scores(std::span<const std::uint32_t> batch) {
  const std::size_t classes = examples_.places + 1;
  const bool most_likely = options_.coupling == Coupling::kMostLikely;
  for (std::size_t k = 0; most_likely && k < batch.size(); ++k) {
    for (std::size_t y = 0; y < classes; ++y) {
      if (y != examples_.truth[batch[k]]) scores_[k * classes + y] += options_.margin;
    }
  }
  coupling_.infer(batch, scores_, options_.sweeps, beliefs_);
  double loss = 0;
  for (std::size_t k = 0; k < batch.size(); ++k) {
    double& of_truth = beliefs_[k * classes + examples_.truth[batch[k]]];
    loss -= most_likely ? of_truth - 1 : std::log(std::max(kLeastBelief, of_truth));
    of_truth -= 1;
  }
  return loss;
}

void ChoiceNetworkTrainer::sum_gradients() {
  const std::size_t classes = examples_.places + 1;
  const double scale = static_cast<double>(classes) / static_cast<double>(beliefs_.size());
  workers_.run(kShares, [&](std::size_t k, std::size_t) {
    Share& share = shares_[k];
    share.of_scores.reshape(share.pass.scores.rows, classes);
    const double* const own = beliefs_.data() + share.begin * classes;
    for (std::size_t i = 0; i < share.of_scores.values.size(); ++i) {
      share.of_scores.values[i] = static_cast<float>(scale * own[i]);
    }
    share.gradient.assign(model_.parameters(), 0.0F);
    const bool names = model_.learns_names();
    model_.network().backward(model_.weights(), share.batch, share.of_scores, share.pass,
                              share.gradient, names ? &share.of_maps : nullptr);
    if (names) {
      model_.add_name_gradient(examples_, share.members, share.of_maps, share.gradient);
    }
  });
  for (std::size_t k = 1; k < kShares; ++k) {
    std::ranges::transform(shares_[0].gradient, shares_[k].gradient, shares_[0].gradient.begin(),
                           std::plus<>());
  }
}

ChoiceFit ChoiceNetworkTrainer::validation_fit() const {
  std::vector<float> scores = model_.scores(held_out_, workers_);
  if (options_.coupling != Coupling::kNone) scores = joint_log_beliefs(held_out_, scores);
  return fit_of(held_out_, scores);
}

void ChoiceNetworkTrainer::exchange(StateArchive& archive) {
  archive.exchange("epochs", epochs_done_);
  archive.exchange("loss", training_loss_);
  model_.exchange(archive);
  adam_.exchange(archive);
  coupling_.exchange(archive);
}

namespace {

class Training {
 public:
  Training(const ChoiceExamples& examples, const ChoiceNetworkTrainingOptions& options,
           Workers& workers)
      : options_(options), trainer_(examples, options, workers) {}

  ChoiceNetworkCourse run() {
    resume();
    while (!is_done()) {
      const double started = cpu_seconds();
      trainer_.run_epoch();
      if (options_.deadline.passed()) {
        course_.stopped = interrupted() ? TrainingStop::kInterrupted : TrainingStop::kTimeLimit;
        break;
      }
      take(cpu_seconds() - started);
    }
    if (course_.points.empty()) course_.model = trainer_.model();
    return std::move(course_);
  }

 private:
  bool is_watched() const { return options_.validation.share > 0; }

  bool is_done() {
    const std::uint64_t done = course_.points.size();
    if (done >= options_.epochs) return true;
    if (options_.stop_after > 0 && done >= options_.stop_after) return true;
    if (!is_watched() || options_.patience == 0 || done < course_.best + 1 + options_.patience) {
      return false;
    }
    course_.stopped = TrainingStop::kFinished;
    return true;
  }

  void take(double seconds) {
    ChoiceNetworkPoint point{seconds, trainer_.training_loss(), {}};
    if (!course_.points.empty()) point.cpu_seconds += course_.points.back().cpu_seconds;
    if (is_watched()) point.validation = trainer_.validation_fit();
    course_.points.push_back(point);
    const ChoiceFit& best = course_.points[course_.best].validation;
    const bool better = std::pair(point.validation.error, point.validation.loss) <=
                        std::pair(best.error, best.loss);
    if (better || !is_watched()) {
      course_.best = course_.points.size() - 1;
      course_.model = trainer_.model();
    }
    save();
  }

  void exchange(StateArchive& archive) {
    std::uint64_t count = course_.points.size();
    archive.exchange("points", count);
    course_.points.resize(count);
    for (ChoiceNetworkPoint& point : course_.points) {
      archive.exchange("CPU seconds", point.cpu_seconds);
      archive.exchange("training loss", point.training_loss);
      archive.exchange("validation loss", point.validation.loss);
      archive.exchange("validation error", point.validation.error);
    }
    archive.exchange_whole("best", course_.best);
    trainer_.exchange(archive);
    course_.model.exchange(archive);
  }

  void resume() {
    if (!options_.checkpoint || !std::filesystem::exists(*options_.checkpoint)) return;
    StateReader reader(*options_.checkpoint, options_.kind);
    exchange(reader);
    log_message("{}: going on after epoch {}", options_.checkpoint->string(),
                trainer_.epochs_done());
  }

  void save() {
    if (!options_.checkpoint) return;
    StateWriter writer(options_.kind);
    exchange(writer);
    writer.write(*options_.checkpoint);
  }

  const ChoiceNetworkTrainingOptions& options_;
  ChoiceNetworkTrainer trainer_;
  ChoiceNetworkCourse course_;
};

// The checkpoint of the second training is a file beside that of the first.
ChoiceNetworkTrainingOptions options_of_refit(ChoiceNetworkTrainingOptions options,
                                              std::size_t best) {
  options.validation.share = 0;
  options.stop_after = best + 1;
  if (options.checkpoint) *options.checkpoint += ".refit";
  return options;
}

}  // namespace

ChoiceNetworkCourse train(const ChoiceExamples& examples,
                          const ChoiceNetworkTrainingOptions& options, Workers& workers) {
  ChoiceNetworkCourse course = Training(examples, options, workers).run();
  if (!options.refit || options.validation.share == 0 || !ended_by_itself(course.stopped)) {
    return course;
  }
  const ChoiceNetworkTrainingOptions again = options_of_refit(options, course.best);
  ChoiceNetworkCourse refit = Training(examples, again, workers).run();
  course.stopped = ended_by_itself(refit.stopped) ? course.stopped : refit.stopped;
  if (ended_by_itself(refit.stopped)) course.model = std::move(refit.model);
  return course;
}

}  // namespace skein::learning
