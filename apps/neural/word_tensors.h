// Handwritten words as torch wants them: packed once, batches are cut out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <torch/torch.h>

#include "sequence/letter_data.h"

namespace skein::neural {

// The letters of some words, one word after the other.
struct Batch {
  torch::Tensor pixels;               // letters x 1 x rows x columns
  torch::Tensor labels;               // letters
  std::vector<std::int64_t> lengths;  // by word
};

class WordTensors {
 public:
  explicit WordTensors(const std::vector<sequence::Word>& words);

  std::size_t size() const { return begins_.size() - 1; }
  Batch batch(std::span<const std::size_t> words) const;

 private:
  torch::Tensor pixels_;
  torch::Tensor labels_;
  std::vector<std::int64_t> begins_;  // by word, and the end
};

}  // namespace skein::neural
