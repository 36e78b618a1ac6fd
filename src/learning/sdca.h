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
#include <memory>
#include <span>
#include <vector>

#include "base/aligned.h"
#include "base/clock.h"
#include "base/random.h"
#include "learning/crf.h"

namespace skein::learning {

struct SdcaOptions {
  double lambda = 0;  // 0: 1/n
  // Of the samples, those drawn with equal chances; the others in proportion to their last gaps.
  double uniform_share = 0.2;
  // Precision of the line search, relative to the step.
  double step_tolerance = 1e-3;
  std::uint64_t seed = 1;
  Deadline deadline;
};

// Trains in epochs of n steps each.
class Sdca {
 public:
  // The problem must live as long as this.
  Sdca(const Crf& crf, const SdcaOptions& options);

  const std::vector<double>& weights() const { return w_; }
  double lambda() const { return lambda_; }
  double dual() const;
  double estimated_gap() const;

  void run_epoch();
  std::size_t looks() const { return looks_; }
  std::size_t updates() const { return updates_; }

 private:
  std::span<double> beliefs(std::size_t sample) {
    return {beliefs_.data() + begins_[sample], begins_[sample + 1] - begins_[sample]};
  }
  std::size_t draw();
  void set_gap(std::size_t sample, double gap);
  void update(std::size_t sample);

  const Crf& crf_;
  SdcaOptions options_;
  double lambda_;
  Rng rng_;
  std::unique_ptr<Crf::Workspace> workspace_;
  std::vector<double> w_;
  std::vector<std::size_t> begins_;
  AlignedVector beliefs_;          // mu
  std::vector<double> entropies_;  // H(mu_i)
  std::vector<double> gaps_;       // as a tree of sums: leaves from samples() on
  AlignedVector model_;            // nu
  AlignedVector change_;           // delta
  std::vector<double> direction_;  // v
  std::size_t looks_ = 0;
  std::size_t updates_ = 0;
};

}  // namespace skein::learning
