// Block-coordinate Frank-Wolfe for structural support vector machines (Lacoste-Julien, Jaggi,
// Schmidt, Pletscher 2013).
//
//    P(w) = lambda/2 ||w||^2 + 1/n sum_i (max_y (loss_i(y) + w F(x_i, y)) - w F(x_i, y_i))
//    D(alpha) = 1/n sum_i E_alpha_i loss_i - lambda/2 ||w(alpha)||^2,
//    w(alpha) = 1/(lambda n) sum_i (F(x_i, y_i) - E_alpha_i F)
//
// It is the dual of stochastic dual coordinate ascent with the loss in place of the entropy. A step
// moves alpha_i towards the labeling y* that violates the margin most, as far as the dual rises:
// that is known in closed form. The gap of a sample is what y* scores, with its loss, above
// alpha_i.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "learning/sample_rows.h"
#include "learning/sampler.h"
#include "learning/stochastic_trainer.h"

namespace skein::learning {

struct BcfwOptions : StochasticOptions {
  // Of the samples, those drawn with equal chances; the others in proportion to their last gaps.
  double uniform_share = 1;
  // Weights are the mean over all steps k since features changed, with weights k, which converge
  // faster.
  bool averaged = true;
};

class Bcfw final : public StochasticTrainer {
 public:
  // The problem must live as long as this.
  Bcfw(const Crf& crf, const BcfwOptions& options);

  std::span<const double> weights() const override { return options_.averaged ? mean_ : w_; }
  Surrogate surrogate() const override { return Surrogate::kMargin; }
  double lower_bound() const override { return dual(); }

  void features_changed() override;

  // Of the last step, not the mean.
  std::span<const double> last_weights() const { return w_; }
  double dual() const;

 private:
  std::size_t draw() override;
  void update(std::size_t sample) override;
  void exchange_own(StateArchive& archive) override;

  BcfwOptions options_;
  std::vector<double> mean_;
  std::uint64_t updates_before_mean_ = 0;
  SampleRows moments_;          // of alpha
  std::vector<double> losses_;  // E_alpha_i loss_i
  WeightedSampler gaps_;        // as of their last steps
  std::vector<double> scores_;
  std::vector<double> scores_without_loss_;
  std::vector<double> change_;  // of the moments
};

}  // namespace skein::learning
