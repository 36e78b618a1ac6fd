// Stochastic average gradient with non-uniform sampling for conditional random fields (Schmidt,
// Babanezhad, Ahmed, Defazio, Clifton, Sarkar 2015: SAG-NUS).
//
//    w <- w - alpha (1/m sum_i g_i + lambda w),    g_i = E F(x_i, y) - F(x_i, y_i) as of the last
//                                                  look at sample i
//
// m samples have been seen. Half of the samples are drawn with equal chances, the others in
// proportion to how fast their gradients change, L_i, which a line search finds: the smallest for
// which l_i(w - g_i / L_i) <= l_i(w) - ||g_i||^2 / (2 L_i). Steps are
// alpha = (1 / max L + 1 / mean L) / 2 with L = L_i + lambda.
//
// SAG-NUS* leaves the line search out for a sample, for twice as many looks each time that it has
// changed nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "learning/sample_rows.h"
#include "learning/sampler.h"
#include "learning/stochastic_trainer.h"

namespace skein::learning {

struct SagOptions : StochasticOptions {
  bool skips_line_searches = false;
};

class Sag final : public StochasticTrainer {
 public:
  // The problem must live as long as this.
  Sag(const Crf& crf, const SagOptions& options);

  Surrogate surrogate() const override { return Surrogate::kLikelihood; }

 private:
  void begin_epoch() override;
  std::size_t draw() override;
  void update(std::size_t sample) override;
  void exchange_own(StateArchive& archive) override;
  // Beliefs go to beliefs_; returns log Z.
  double infer(std::size_t sample, std::span<const double> scores);
  // L_i, from the loss at the scores, and gradient_.
  void search_smoothness(std::size_t sample, double loss, std::span<const double> scores);
  bool leaves_search_out(std::size_t sample);
  double step() const;

  SagOptions options_;
  SampleRows moments_;       // of the last look; those of the truth before the first
  std::vector<double> sum_;  // of the g_i
  std::vector<std::uint64_t> seen_;
  std::uint64_t seen_count_ = 0;
  WeightedSampler smoothness_;  // L_i
  double most_ = 0;             // largest L_i, as of the last epoch and since
  // Searches to leave out: for each sample, still, and after the next that changes nothing.
  std::vector<std::uint64_t> to_leave_out_;
  std::vector<std::uint64_t> patience_;
  // Of the sample at hand.
  std::vector<double> scores_;
  std::vector<double> beliefs_;
  std::vector<double> truth_;
  std::vector<double> change_;    // of the moments
  std::vector<double> gradient_;  // g_i
  std::vector<double> slopes_;    // A_i' g_i
  std::vector<double> trial_;     // scores
};

}  // namespace skein::learning
