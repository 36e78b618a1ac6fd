// Stochastic dual coordinate ascent for conditional random fields (Le Priol, Piche, Lacoste-Julien
// 2018; algorithm 2 in the paper's appendix).
//
//    P(w) = lambda/2 ||w||^2 + 1/n sum_i (log Z_i(w) - w F(x_i, y_i))
//    D(mu) = 1/n sum_i H(mu_i) - lambda/2 ||w(mu)||^2,
//    w(mu) = 1/(lambda n) sum_i (F(x_i, y_i) - E_mu_i F)
//
// A step moves the beliefs mu_i of one sample towards those of the model, nu_i, as far as the dual
// rises (dual_segment.h). The gap of a sample is KL(mu_i || nu_i) = log Z_i - w E_mu_i F - H(mu_i).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/aligned.h"
#include "learning/sample_rows.h"
#include "learning/sampler.h"
#include "learning/stochastic_trainer.h"

namespace skein::learning {

struct SdcaOptions : StochasticOptions {
  // Of the samples, those drawn with equal chances; the others in proportion to their last gaps.
  double uniform_share = 0.2;
  // Precision of the line search, relative to the step. The dual is flat near its highest point, so
  // steps that are found exactly bring no more, but take twice as many looks at the beliefs.
  double step_tolerance = 0.2;
  // Weights are the mean over the last epoch. They wander about the best ones, the mean much less:
  // P is ten times nearer to its least value on handwritten words.
  bool averaged = true;
};

class Sdca final : public StochasticTrainer {
 public:
  // The problem must live as long as this.
  Sdca(const Crf& crf, const SdcaOptions& options);

  std::span<const double> weights() const override { return options_.averaged ? mean_ : w_; }
  Surrogate surrogate() const override { return Surrogate::kLikelihood; }
  double lower_bound() const override;

  void features_changed() override;

  // w(mu), not the mean.
  std::span<const double> last_weights() const { return w_; }
  double dual() const;
  // P(w(mu)) - D(mu), by the gaps of samples as of their last steps.
  double estimated_gap() const;
  std::size_t looks() const { return looks_; }

 private:
  void start(std::size_t sample);
  void begin_epoch() override { looks_in_mean_ = 0; }
  std::size_t draw() override;
  void update(std::size_t sample) override;
  void exchange_own(StateArchive& archive) override;

  SdcaOptions options_;
  std::vector<double> mean_;  // of w in this epoch
  std::size_t looks_in_mean_ = 0;
  SampleRows beliefs_;             // mu
  SampleRows moments_;             // of mu
  std::vector<double> entropies_;  // H(mu_i)
  WeightedSampler gaps_;           // as of their last steps
  AlignedVector scores_;
  AlignedVector model_;   // nu
  AlignedVector change_;  // of the moments
  std::size_t looks_ = 0;
};

}  // namespace skein::learning
