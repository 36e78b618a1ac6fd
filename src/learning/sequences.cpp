#include "learning/sequences.h"

#include <cassert>
#include <cmath>

#include <fmt/format.h>

#include "base/input_error.h"

namespace skein::learning {
namespace {

[[noreturn]] void fail(std::size_t place, const char* field, const std::string& problem) {
  throw InputError({"", 0, field, fmt::format("place {}: {}", place + 1, problem),
                    "give labels and features as the sequences were declared"});
}

}  // namespace

void Sequences::add_label(std::uint32_t label) {
  assert(!begins_.empty());
  if (label >= labels_) {
    fail(truth_.size(), "label", fmt::format("there is no label {}, only {}", label, labels_));
  }
  truth_.push_back(label);
}

void Sequences::add_place(std::uint32_t label, std::span<const Feature> features) {
  assert(rows_.empty());
  for (const Feature& feature : features) {
    if (feature.index >= features_) {
      fail(truth_.size(), "features", fmt::format("there is no feature {}", feature.index));
    }
    if (!std::isfinite(feature.value)) {
      fail(truth_.size(), "features",
           fmt::format("feature {} is not a finite number", feature.index));
    }
  }
  add_label(label);
  entries_.insert(entries_.end(), features.begin(), features.end());
  entry_begins_.push_back(entries_.size());
}

void Sequences::add_dense_place(std::uint32_t label) {
  assert(entries_.empty());
  add_label(label);
  rows_.resize(rows_.size() + features_, 0.0F);
}

void Sequences::add_place(std::uint32_t label, std::span<const float> row) {
  if (row.size() != features_) {
    fail(truth_.size(), "features",
         fmt::format("{} numbers, where {} are needed", row.size(), features_));
  }
  for (std::size_t j = 0; j < row.size(); ++j) {
    if (!std::isfinite(row[j])) {
      fail(truth_.size(), "features", fmt::format("feature {} is not a finite number", j));
    }
  }
  add_dense_place(label);
  std::copy(row.begin(), row.end(), rows_.end() - static_cast<std::ptrdiff_t>(features_));
}

}  // namespace skein::learning
