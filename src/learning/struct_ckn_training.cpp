#include "learning/struct_ckn_training.h"

#include <algorithm>
#include <cmath>

#include "base/log.h"

namespace skein::learning {
namespace {

class StructCknTraining {
 public:
  StructCknTraining(StructCkn& learner, Workers& workers, const StructCknTrainingOptions& options,
                    const StructCknObserver& observer)
      : learner_(learner), workers_(workers), options_(options), observer_(observer) {}

  StructCknCourse run() {
    if (!resume()) advance([&] { learner_.start(); });
    while (!stopped_ && !is_done()) advance([&] { learner_.run_round(); });
    if (points_.empty()) keep_model();  // no time for anything: what there is
    return {std::move(points_), std::move(*model_), best_,
            stopped_.value_or(TrainingStop::kFinished)};
  }

 private:
  template <class Step>
  void advance(Step step) {
    const double started = cpu_seconds();
    step();
    if (options_.deadline.passed()) {
      stopped_ = interrupted() ? TrainingStop::kInterrupted : TrainingStop::kTimeLimit;
      return;
    }
    take(cpu_seconds() - started);
  }

  bool is_done() const {
    if (learner_.rounds_done() >= learner_.options().rounds) return true;
    const std::size_t since_best = points_.size() - 1 - best_;
    const bool watched = std::isfinite(points_.back().validation_error);
    return watched && options_.patience > 0 && since_best >= options_.patience;
  }

  void take(double seconds) {
    TrainingPoint point;
    if (!points_.empty()) point = points_.back();
    Trainer& trainer = learner_.trainer();
    const StructCknOptions& plan = learner_.options();
    point.epoch += points_.empty() ? plan.first_epochs : plan.epochs;
    point.cpu_seconds += seconds;
    point.counts = trainer.counts();
    Objective objective(learner_.crf(), trainer.lambda(), workers_, trainer.surrogate());
    point.primal = objective.value(trainer.weights());
    // Features changed, and with them what is minimized: bounds of earlier rounds are none.
    point.lower_bound = trainer.lower_bound();
    StructCknModel model = learner_.model();
    if (observer_) observer_(point, model);
    points_.push_back(point);
    const bool better = !model_ || !std::isfinite(point.validation_error) ||
                        point.validation_error < points_[best_].validation_error;
    if (better) {
      best_ = points_.size() - 1;
      model_ = std::move(model);
    }
    save();
  }

  void keep_model() { model_ = learner_.model(); }

  void exchange_points(StateArchive& archive) {
    std::uint64_t count = points_.size();
    archive.exchange("points", count);
    points_.resize(count);
    for (TrainingPoint& point : points_) exchange(archive, point);
    std::uint64_t best = best_;
    archive.exchange("best", best);
    best_ = best;
  }

  // The best model so far, unless it is the last.
  void exchange_best(StateArchive& archive) {
    if (best_ + 1 == points_.size()) return keep_model();
    if (!model_) keep_model();
    archive.exchange("best weights", model_->weights);
    archive.exchange("best shift", std::span<float>(model_->mapper.scaler.shift));
    archive.exchange("best factor", std::span<float>(model_->mapper.scaler.factor));
    for (std::size_t k = 0; k < model_->mapper.network.depth(); ++k) {
      kernels::Matrix<float> filters = model_->mapper.network.layer(k).filters();
      archive.exchange("best filters", std::span<float>(filters.values));
      model_->mapper.network.set_filters(k, std::move(filters));
    }
    auto& embedding = model_->mapper.embedding;
    for (std::size_t c = 0; embedding && c < embedding->names(); ++c) {
      kernels::Matrix<float> table = embedding->table(c);
      archive.exchange("best embedding", std::span<float>(table.values));
      embedding->set_table(c, std::move(table));
    }
  }

  void exchange_all(StateArchive& archive) {
    exchange_points(archive);
    learner_.exchange(archive);
    exchange_best(archive);
  }

  bool resume() {
    if (!options_.checkpoint || !std::filesystem::exists(*options_.checkpoint)) return false;
    StateReader reader(*options_.checkpoint, options_.kind);
    exchange_all(reader);
    log_message("{}: going on after round {}", options_.checkpoint->string(),
                learner_.rounds_done());
    return true;
  }

  void save() {
    if (!options_.checkpoint) return;
    StateWriter writer(options_.kind);
    exchange_all(writer);
    writer.write(*options_.checkpoint);
  }

  StructCkn& learner_;
  Workers& workers_;
  const StructCknTrainingOptions& options_;
  const StructCknObserver& observer_;
  std::vector<TrainingPoint> points_;
  std::optional<StructCknModel> model_;
  std::size_t best_ = 0;
  std::optional<TrainingStop> stopped_;
};

}  // namespace

StructCknCourse train(StructCkn& learner, Workers& workers, const StructCknTrainingOptions& options,
                      const StructCknObserver& observer) {
  return StructCknTraining(learner, workers, options, observer).run();
}

}  // namespace skein::learning
