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
#include <span>
#include <vector>

#include "learning/sample_rows.h"
#include "learning/stochastic_trainer.h"

namespace skein::learning {

struct OegOptions : StochasticOptions {
  double first_rate = 0.5;
};

class Oeg final : public StochasticTrainer {
 public:
  // The problem must live as long as this.
  Oeg(const Crf& crf, const OegOptions& options);

  Surrogate surrogate() const override { return Surrogate::kLikelihood; }
  double lower_bound() const override;

  double dual() const;

 private:
  void start(std::size_t sample);
  std::size_t draw() override;
  void update(std::size_t sample) override;
  void exchange_own(StateArchive& archive) override;
  // Of the distribution with scores trial_: its moments go to change_; returns its entropy.
  double look(std::size_t sample);

  SampleRows thetas_;
  SampleRows moments_;
  std::vector<double> entropies_;
  std::vector<double> rates_;  // eta
  // Of the sample at hand.
  std::vector<double> scores_;
  std::vector<double> trial_;  // theta
  std::vector<double> beliefs_;
  std::vector<double> change_;  // of the moments
};

}  // namespace skein::learning
