// L-BFGS (Liu and Nocedal 1989) on the whole objective: the reference for its least value.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/clock.h"
#include "base/workers.h"
#include "learning/objective.h"
#include "learning/trainer.h"

namespace skein::learning {

struct LbfgsOptions {
  std::size_t memory = 20;  // pairs of steps and changes of the gradient that are kept
  int max_iterations = 1'000;
  // Stop when ||gradient|| <= this times max(1, ||w||).
  double tolerance = 1e-7;
  Deadline deadline;
};

// An epoch is one iteration.
class Lbfgs final : public Trainer {
 public:
  // From w = 0. The problem must live as long as this; `objective` is of it.
  Lbfgs(const Crf& crf, std::unique_ptr<Objective> objective, const LbfgsOptions& options = {});

  void run_epoch() override;
  std::span<const double> weights() const override { return now_.weights; }
  double lambda() const override { return objective_->lambda(); }
  Surrogate surrogate() const override { return Surrogate::kLikelihood; }
  TrainerCounts counts() const override { return counts_; }
  // P is lambda-strongly convex: its least value is at least P(w) - ||gradient||^2 / (2 lambda).
  double lower_bound() const override;
  bool finished() const override { return stuck_ || converged(); }
  void exchange(StateArchive& archive) override;

  double value() const { return now_.value; }
  double gradient_norm() const;
  bool converged() const;

 private:
  struct Pair {
    std::vector<double> step;    // s
    std::vector<double> change;  // y, of the gradient
    double product = 0;          // s y
  };
  struct Point {
    std::vector<double> weights;
    std::vector<double> gradient;
    double value = 0;
  };

  void look(Point& point);
  std::vector<double> direction() const;
  bool move_along(const std::vector<double>& d);
  void remember(const Point& next);

  const Crf& crf_;
  std::unique_ptr<Objective> objective_;
  LbfgsOptions options_;
  Point now_;
  std::vector<Pair> pairs_;  // the oldest first
  bool stuck_ = false;       // no step leads further down: the precision of the values is reached
  TrainerCounts counts_;
};

struct LbfgsIteration {
  int iteration = 0;
  double value = 0;
  double gradient_norm = 0;
};

struct LbfgsResult {
  std::vector<double> weights;
  double value = 0;
  double lower_bound = 0;
  int iterations = 0;
  bool converged = false;
};

LbfgsResult minimize(const Crf& crf, double lambda, Workers& workers,
                     const LbfgsOptions& options = {},
                     const std::function<void(const LbfgsIteration&)>& observer = {});

}  // namespace skein::learning
