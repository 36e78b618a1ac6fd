// Trainers that look at one sample at a time, as many in an epoch as there are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/clock.h"
#include "base/random.h"
#include "learning/crf.h"
#include "learning/sample_rows.h"
#include "learning/trainer.h"

namespace skein::learning {

struct StochasticOptions {
  double lambda = 0;  // 0: 1/n
  std::uint64_t seed = 1;
  Deadline deadline;
};

class StochasticTrainer : public Trainer {
 public:
  void run_epoch() final;
  std::span<const double> weights() const override { return w_; }
  double lambda() const final { return lambda_; }
  TrainerCounts counts() const final { return counts_; }
  void exchange(StateArchive& archive) final;

 protected:
  // The problem must live as long as this.
  StochasticTrainer(const Crf& crf, const StochasticOptions& options);

  double lambda_n() const { return lambda_ * static_cast<double>(crf_.samples()); }
  // lambda n ||v||^2, with v = w(delta) = -1/(lambda n) E_delta F for a change of a sample's
  // moments.
  double square_of_direction(std::size_t sample, std::span<const double> change) const;
  // w = w(mu), for the duals' moments by sample.
  void follow_duals(const SampleRows& moments);
  // w += step v
  void move_weights(std::size_t sample, double step, std::span<const double> change);
  // 1/n sum_i gain_i - lambda/2 ||w||^2, for duals with w = w(mu).
  double dual_of(std::span<const double> gains) const;

  const Crf& crf_;
  double lambda_;
  Rng rng_;
  std::unique_ptr<Crf::Workspace> workspace_;
  std::vector<double> w_;
  // Means of weights are taken over every so many steps: a look at all of them takes as long as a
  // step, and those next to each other are much alike.
  std::uint64_t steps_between_looks_;
  TrainerCounts counts_;

 private:
  virtual void begin_epoch() {}
  virtual std::size_t draw() = 0;
  virtual void update(std::size_t sample) = 0;
  virtual void exchange_own(StateArchive& archive) = 0;

  Deadline deadline_;
};

}  // namespace skein::learning
