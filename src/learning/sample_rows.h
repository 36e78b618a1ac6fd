// One row of numbers for each sample, of different lengths, close together.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "base/aligned.h"

namespace skein::learning {

class SampleRows {
 public:
  // size_of(i) numbers for sample i, all 0.
  template <class SizeOf>
  SampleRows(std::size_t samples, SizeOf size_of) {
    begins_.reserve(samples + 1);
    for (std::size_t i = 0; i < samples; ++i) {
      const std::size_t size = size_of(i);
      begins_.push_back(begins_.back() + size);
      longest_ = std::max(longest_, size);
    }
    values_.resize(begins_.back(), 0.0);
  }

  std::span<double> operator[](std::size_t sample) {
    return {values_.data() + begins_[sample], begins_[sample + 1] - begins_[sample]};
  }
  std::span<const double> operator[](std::size_t sample) const {
    return {values_.data() + begins_[sample], begins_[sample + 1] - begins_[sample]};
  }

  std::size_t longest() const { return longest_; }
  AlignedVector& values() { return values_; }
  const AlignedVector& values() const { return values_; }

 private:
  std::vector<std::size_t> begins_{0};
  std::size_t longest_ = 0;
  AlignedVector values_;
};

}  // namespace skein::learning
