#include "learning/training.h"

#include <algorithm>

#include "base/log.h"

namespace skein::learning {
namespace {

constexpr double kSecondsBetweenCheckpoints = 10;

class Training {
 public:
  Training(Trainer& trainer, Objective& objective, const TrainingOptions& options,
           const TrainingObserver& observer)
      : trainer_(trainer), objective_(objective), options_(options), observer_(observer) {}

  TrainingCourse run() {
    resume();
    keep_weights();
    while (!is_done()) {
      const double started = cpu_seconds();
      trainer_.run_epoch();
      if (options_.deadline.passed()) {
        course_.stopped = interrupted() ? TrainingStop::kInterrupted : TrainingStop::kTimeLimit;
        return std::move(course_);
      }
      take(cpu_seconds() - started);
    }
    save();
    return std::move(course_);
  }

 private:
  bool is_done() {
    const std::size_t epochs = course_.points.size();
    if (epochs >= options_.epochs) {
      course_.stopped = TrainingStop::kEpochs;
      return true;
    }
    if (epochs == 0) return false;
    const TrainingPoint& last = course_.points.back();
    const bool near = last.primal - last.lower_bound <= options_.gap;
    if (near || trainer_.finished()) {
      course_.stopped = near ? TrainingStop::kGap : TrainingStop::kFinished;
      return true;
    }
    return false;
  }

  void keep_weights() {
    course_.weights.assign(trainer_.weights().begin(), trainer_.weights().end());
  }

  void take(double seconds) {
    TrainingPoint point;
    if (!course_.points.empty()) point = course_.points.back();
    keep_weights();
    ++point.epoch;
    point.cpu_seconds += seconds;
    point.counts = trainer_.counts();
    point.primal = objective_.value(course_.weights);
    point.lower_bound = std::max(point.lower_bound, trainer_.lower_bound());
    if (observer_) observer_(point, course_.weights);
    course_.points.push_back(point);
    if (wall_seconds() - saved_ > kSecondsBetweenCheckpoints) save();
  }

  void exchange(StateArchive& archive) {
    std::uint64_t epochs = course_.points.size();
    archive.exchange("epochs", epochs);
    course_.points.resize(epochs);
    for (TrainingPoint& point : course_.points) learning::exchange(archive, point);
    trainer_.exchange(archive);
  }

  void resume() {
    if (!options_.checkpoint || !std::filesystem::exists(*options_.checkpoint)) return;
    StateReader reader(*options_.checkpoint, options_.kind);
    exchange(reader);
    log_message("{}: going on after epoch {}", options_.checkpoint->string(),
                course_.points.size());
  }

  void save() {
    if (!options_.checkpoint) return;
    StateWriter writer(options_.kind);
    exchange(writer);
    writer.write(*options_.checkpoint);
    saved_ = wall_seconds();
  }

  Trainer& trainer_;
  Objective& objective_;
  const TrainingOptions& options_;
  const TrainingObserver& observer_;
  TrainingCourse course_;
  double saved_ = wall_seconds();
};

}  // namespace

void exchange(StateArchive& archive, TrainingPoint& point) {
  archive.exchange("epoch", point.epoch);
  archive.exchange("oracle calls", point.counts.oracle_calls);
  archive.exchange("updates", point.counts.updates);
  archive.exchange("CPU seconds", point.cpu_seconds);
  archive.exchange("objective", point.primal);
  archive.exchange("lower bound", point.lower_bound);
  archive.exchange("error", point.error);
  archive.exchange("validation error", point.validation_error);
}

TrainingCourse train(Trainer& trainer, Objective& objective, const TrainingOptions& options,
                     const TrainingObserver& observer) {
  return Training(trainer, objective, options, observer).run();
}

}  // namespace skein::learning
