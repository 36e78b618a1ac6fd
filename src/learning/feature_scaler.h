// Scaling of feature maps before they go to the structured layer (section 4 of the paper): the
// layer is trained with lambda = 1/n and no tuning, so features must have a size that suits it.
//
//    kMeanNorm    (x - mean) times one number for all features, so that norms are as asked, in the
//                 root of their mean square
//    kStandard    each feature apart: mean 0, deviation 1; then as kMeanNorm
//    kMinMax      each feature apart: from 0 to 1; then as kMeanNorm, without a shift
//    kRobust      each feature apart: median 0, distance of the quartiles 1; then as kMeanNorm
//    kNormalizer  each row apart: the same norm for all
//
// All but the last are a shift and a factor for each feature, learnt from many rows.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/workers.h"

namespace skein::learning {

enum class Scaling { kMeanNorm, kStandard, kMinMax, kRobust, kNormalizer };

const std::vector<std::string>& scaling_names();
const std::string& name_of(Scaling scaling);
// Throws InputError for a name that is none.
Scaling scaling_from(const std::string& name);

struct FeatureScaler {
  Scaling scaling = Scaling::kMeanNorm;
  double norm = 5;            // root of the mean square, over the rows that it is learnt from
  std::vector<float> shift;   // by feature; none for kNormalizer
  std::vector<float> factor;  // by feature; none for kNormalizer

  // From rows of as many features each.
  void learn(std::span<const float> rows, std::size_t features, Workers& workers);
  void apply(std::span<float> row) const;
  // From what a function gains with the scaled row to what it gains with the row; `row` as it was
  // before scaling.
  void pull_back(std::span<const float> row, std::span<float> gradient) const;
};

}  // namespace skein::learning
