// A trained kernel network whose candidates share their weights, ready to score choices.
//
// With the kernel map k(x) = |x| kappa(Z' x/|x|) around each candidate, R = kappa(Z'Z)^(-1/2), and
// shift s_t and factor f of the scaler, the structured layer (shared_choice_crf.h) reads
// x_t = f (R k_t - s_t). All that is linear is multiplied once:
//
//    s_t = a k_t + b_t,    s_T = c (k_0 + ... + k_{T-1}) + b_T,    a = f R w,  c = f R v / T
//
// so the model is its filters, two vectors of as many numbers as there are filters, and biases.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "base/workers.h"
#include "kernels/network.h"
#include "learning/choice_examples.h"
#include "learning/choice_model.h"
#include "learning/feature_mapper.h"

namespace skein::learning {

class SharedChoiceModel final : public ChoiceModel {
 public:
  // To be read from an archive.
  SharedChoiceModel() = default;
  // Of a network with one layer and a scaler with one factor (kMeanNorm), and weights as a
  // SharedChoiceCrf has them.
  SharedChoiceModel(const FeatureMapper& mapper, std::span<const double> weights);

  std::vector<float> scores(const ChoiceExamples& examples, Workers& workers) const override;
  // Filters, vectors and biases.
  std::size_t parameters() const override;
  void exchange(StateArchive& archive) override;

  // As above: by example and place, and one more for none, whether they are allowed or not.
  std::vector<double> raw_scores(const ChoiceExamples& examples, Workers& workers) const;

 private:
  void exchange_shape(StateArchive& archive);

  std::optional<kernels::Network<float>> network_;
  std::vector<float> of_candidate_;  // a
  std::vector<float> of_none_;       // c
  std::vector<double> biases_;       // b
};

}  // namespace skein::learning
