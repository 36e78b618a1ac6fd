// Networks that learn to read words.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <torch/torch.h>

#include "neural/settings.h"
#include "neural/word_tensors.h"

namespace skein::neural {

class Reader : public torch::nn::Module {
 public:
  // The mean loss of a letter; its slope is added to the parameters' own.
  virtual double learn(const Batch& batch) = 0;
  // Labels of the letters, as it reads them.
  virtual std::vector<std::uint32_t> read(const Batch& batch) = 0;

  std::size_t parameter_count() const;
};

// With parameters that depend on torch's seed.
std::shared_ptr<Reader> make_reader(Model model, const Settings& settings);

}  // namespace skein::neural
