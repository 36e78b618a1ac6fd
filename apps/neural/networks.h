// Networks that give each letter of a batch a score for each label.
#pragma once

#include <torch/torch.h>

#include "neural/settings.h"
#include "neural/word_tensors.h"

namespace skein::neural {

class Network : public torch::nn::Module {
 public:
  virtual torch::Tensor scores(const Batch& batch) = 0;  // letters x labels
};

// Each letter alone: two convolutions with pooling and a fully connected layer, as LeNet (LeCun,
// Bottou, Bengio and Haffner 1998) has them, with rectifiers, maxima for pooling, and dropout.
class ConvolutionNetwork final : public Network {
 public:
  explicit ConvolutionNetwork(const Settings& settings);
  torch::Tensor scores(const Batch& batch) override;

 private:
  torch::nn::Conv2d first_;
  torch::nn::Conv2d second_;
  torch::nn::Linear hidden_;
  torch::nn::Linear last_;
  torch::nn::Dropout dropout_;
};

// The letters of a word one after the other, pixels in: two layers of LSTM (Hochreiter and
// Schmidhuber 1997), from both ends of the word if the settings say so.
class RecurrentNetwork final : public Network {
 public:
  explicit RecurrentNetwork(const Settings& settings);
  torch::Tensor scores(const Batch& batch) override;

 private:
  torch::nn::LSTM layers_;
  torch::nn::Linear last_;
  torch::nn::Dropout dropout_;
};

}  // namespace skein::neural
