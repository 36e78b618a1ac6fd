// A network that chooses, with what it has learnt and how its input is scaled.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "learning/choice_model.h"
#include "learning/choice_network.h"
#include "learning/name_table.h"

namespace skein::learning {

// Throws InputError for examples whose arrays do not fit each other, values that are no finite
// numbers, "none" forbidden, or groups that do not stand together.
void require_sound(const ChoiceExamples& examples);

// Scores of one example to logarithms of probabilities, in place, minus infinity where nothing is
// allowed.
void to_log_probabilities(std::span<float> scores, std::span<const char> allowed);

// Channels have mean 0 and variance 1 over the candidates of the examples it was trained on. What
// lies very far out is cut. One more channel tells whether a candidate may be chosen. Names may
// have vectors that are learnt (name_table.h); these begin as the scaled ones.
class ChoiceNetworkModel final : public ChoiceModel {
 public:
  // To be read from an archive.
  ChoiceNetworkModel() = default;
  // Learns the scale from the examples of these numbers; parameters are those of the start. In
  // channels of `names`, vectors are learnt.
  ChoiceNetworkModel(const ChoiceExamples& examples, std::span<const std::uint32_t> members,
                     const ChoiceNetworkOptions& options, Rng& rng,
                     const std::vector<NameChannels>& names = {});

  std::vector<float> scores(const ChoiceExamples& examples, Workers& workers) const override;
  std::size_t parameters() const override { return parameters_.size(); }
  void exchange(StateArchive& archive) override;

  const ChoiceNetwork<float>& network() const { return *network_; }
  std::span<const float> weights() const { return parameters_; }
  std::span<float> weights() { return parameters_; }
  bool learns_names() const { return names_.parameters() > 0; }
  // The input of these examples.
  void fill_batch(const ChoiceExamples& examples, std::span<const std::uint32_t> members,
                  ChoiceBatch<float>& batch) const;
  // Given the gradient of that input, adds that of the vectors of names.
  void add_name_gradient(const ChoiceExamples& examples, std::span<const std::uint32_t> members,
                         const kernels::Matrix<float>& of_maps,
                         std::span<float> of_parameters) const;

 private:
  float scaled(std::size_t channel, float value) const;
  void fill_first_names(const ChoiceExamples& examples, std::span<const std::uint32_t> members);
  // Calls use(first parameter of its vector, first channel, place) for all names of an example that
  // are known.
  template <class Use>
  void for_each_name(const ChoiceExamples& examples, std::size_t example, Use use) const;
  void exchange_shape(StateArchive& archive);
  void require_readable(const ChoiceExamples& examples) const;

  ChoiceNetworkOptions options_;
  std::size_t channels_ = 0;
  std::size_t places_ = 0;
  std::vector<float> shift_;   // by channel
  std::vector<float> factor_;  // by channel; 0: it never changed
  std::optional<ChoiceNetwork<float>> network_;
  NameTable names_;
  kernels::Numbers<float> parameters_;  // of the network, then of names
};

}  // namespace skein::learning
