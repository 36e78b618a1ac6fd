#include "learning/training.h"

#include <algorithm>
#include <limits>

namespace skein::learning {
namespace {

constexpr std::size_t kFigures = 6;  // of a point

}  // namespace

void TrainingCourse::exchange(StateArchive& archive) {
  std::uint64_t count = points.size();
  archive.exchange("epochs", count);
  points.resize(count);
  std::vector<double> figures;
  for (const TrainingPoint& point : points) {
    figures.insert(figures.end(), {static_cast<double>(point.epoch),
                                   static_cast<double>(point.counts.oracle_calls),
                                   static_cast<double>(point.counts.updates), point.cpu_seconds,
                                   point.primal, point.lower_bound});
  }
  archive.exchange("course", figures);
  for (std::size_t k = 0; k < points.size(); ++k) {
    const double* figure = figures.data() + k * kFigures;
    points[k] = {static_cast<std::uint64_t>(figure[0]),
                 {static_cast<std::uint64_t>(figure[1]), static_cast<std::uint64_t>(figure[2])},
                 figure[3],
                 figure[4],
                 figure[5]};
  }
}

void train(Trainer& trainer, Objective& objective, const TrainingOptions& options,
           TrainingCourse& course, const std::function<void(const TrainingPoint&)>& observer) {
  TrainingPoint point;
  point.lower_bound = -std::numeric_limits<double>::infinity();
  if (!course.points.empty()) point = course.points.back();
  course.weights.assign(trainer.weights().begin(), trainer.weights().end());
  while (true) {
    const bool near = !course.points.empty() && point.primal - point.lower_bound <= options.gap;
    if (near) course.stopped = TrainingStop::kGap;
    if (point.epoch >= options.epochs) course.stopped = TrainingStop::kEpochs;
    if (near || point.epoch >= options.epochs) return;
    const double started = cpu_seconds();
    trainer.run_epoch();
    if (options.deadline.passed()) {
      course.stopped = interrupted() ? TrainingStop::kInterrupted : TrainingStop::kTimeLimit;
      return;
    }
    ++point.epoch;
    point.cpu_seconds += cpu_seconds() - started;
    point.counts = trainer.counts();
    course.weights.assign(trainer.weights().begin(), trainer.weights().end());
    point.primal = objective.value(course.weights);
    point.lower_bound = std::max(point.lower_bound, trainer.lower_bound());
    course.points.push_back(point);
    if (observer) observer(point);
  }
}

}  // namespace skein::learning
