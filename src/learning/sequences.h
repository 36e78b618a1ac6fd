// Labelled sequences: for each place some features, and a label. Features are sparse, or dense rows
// for all places.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/aligned.h"
#include "factor_graph/rows.h"

namespace skein::learning {

struct Feature {
  std::uint32_t index = 0;
  float value = 0;
};

class Sequences {
 public:
  Sequences(std::size_t labels, std::size_t features) : labels_(labels), features_(features) {}

  // Places are added in order; `begin_sequence` before the first of each sequence. Only features
  // that are not 0 need be named; or all are, in a row for every place. Throws InputError for a
  // label or a feature that there is not, and for values that are no numbers.
  void begin_sequence() { begins_.push_back(truth_.size()); }
  void add_place(std::uint32_t label, std::span<const Feature> features);
  void add_place(std::uint32_t label, std::span<const float> row);
  // A dense row of zeros, to be filled later.
  void add_dense_place(std::uint32_t label);
  // Room for so many dense rows.
  void reserve_rows(std::size_t places) { rows_.reserve(places * features_); }

  std::size_t labels() const { return labels_; }
  std::size_t features() const { return features_; }
  std::size_t size() const { return begins_.size(); }
  std::size_t places() const { return truth_.size(); }
  std::size_t begin(std::size_t sequence) const { return begins_[sequence]; }
  std::size_t end(std::size_t sequence) const {
    return sequence + 1 < begins_.size() ? begins_[sequence + 1] : truth_.size();
  }
  std::size_t length(std::size_t sequence) const { return end(sequence) - begin(sequence); }
  std::span<const std::uint32_t> truth(std::size_t sequence) const {
    return {truth_.data() + begin(sequence), length(sequence)};
  }
  bool dense() const { return !rows_.empty(); }
  // Dense rows: of one place, and of all places of a sequence.
  std::span<const float> row(std::size_t place) const {
    return {rows_.data() + place * features_, features_};
  }
  std::span<float> row(std::size_t place) { return {rows_.data() + place * features_, features_}; }
  factor_graph::FeatureRows rows(std::size_t sequence) const {
    return {row(begin(sequence)).data(), length(sequence), features_};
  }
  // Sparse features.
  std::span<const Feature> features_at(std::size_t place) const {
    return {entries_.data() + entry_begins_[place],
            entry_begins_[place + 1] - entry_begins_[place]};
  }

 private:
  void add_label(std::uint32_t label);

  std::size_t labels_;
  std::size_t features_;
  std::vector<std::size_t> begins_;  // by sequence
  std::vector<std::uint32_t> truth_;
  std::vector<std::size_t> entry_begins_{0};  // by place, where features are sparse
  std::vector<Feature> entries_;
  std::vector<float, AlignedAllocator<float>> rows_;  // places x features, where they are dense
};

}  // namespace skein::learning
