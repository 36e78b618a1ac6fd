// Online exponentiated gradient for conditional random fields (Collins, Globerson, Koo, Carreras,
// Bartlett 2008), on the dual of sdca.h.
//
// The distribution of a sample is held as scores of its parts, theta_i. A step multiplies its
// probabilities by the exponential of the dual's slope, which comes to
//
//    theta_i <- (1 - eta) theta_i + eta s_i(w)
//
// Every sample has a rate eta of its own: halved while the dual does not rise, and a little higher
// after steps that succeed at once.
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

struct OegOptions {
  double lambda = 0;  // 0: 1/n
  double first_rate = 0.5;
  std::uint64_t seed = 1;
  Deadline deadline;
};

class Oeg final : public Trainer {
 public:
  // The problem must live as long as this.
  Oeg(const Crf& crf, const OegOptions& options);

  void run_epoch() override;
  std::span<const double> weights() const override { return w_; }
  double lambda() const override { return lambda_; }
  Surrogate surrogate() const override { return Surrogate::kLikelihood; }
  TrainerCounts counts() const override { return counts_; }
  double lower_bound() const override { return dual(); }
  void exchange(StateArchive& archive) override;

  double dual() const;

 private:
  void start(std::size_t sample);
  void update(std::size_t sample);
  // Of the distribution with scores trial_: its moments go to change_; returns its entropy.
  double look(std::size_t sample);

  const Crf& crf_;
  OegOptions options_;
  double lambda_;
  Rng rng_;
  std::unique_ptr<Crf::Workspace> workspace_;
  std::vector<double> w_;
  SampleRows thetas_;
  SampleRows moments_;
  std::vector<double> entropies_;
  std::vector<double> rates_;  // eta
  // Of the sample at hand.
  std::vector<double> scores_;
  std::vector<double> trial_;  // theta
  std::vector<double> beliefs_;
  std::vector<double> change_;     // of the moments
  std::vector<double> direction_;  // of the weights
  TrainerCounts counts_;
};

}  // namespace skein::learning
