// Vectors of names, such as stations and fleets, that are learnt.
//
// Where candidates have a name, a few channels together hold a vector that was drawn by lot for it,
// the same wherever the name stands. That vector is the key to a row of a table, and the row is
// what a network reads in its place. So examples stay arrays of numbers, all channels of a name
// share what is learnt of it, and a name that was never seen in training keeps the vector that it
// comes with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/state_archive.h"
#include "learning/choice_examples.h"

namespace skein::learning {

// Channels that hold a name, next to each other.
struct NameChannels {
  std::size_t first = 0;
  std::size_t size = 0;

  friend bool operator==(const NameChannels&, const NameChannels&) = default;
};

class NameTable {
 public:
  static constexpr std::uint32_t kUnknown = ~std::uint32_t{0};

  // Without names.
  NameTable() = default;
  // The names of the examples of these numbers. Throws InputError for channels that there are not,
  // or that are not as many for each name.
  NameTable(std::vector<NameChannels> channels, const ChoiceExamples& examples,
            std::span<const std::uint32_t> members);

  const std::vector<NameChannels>& channels() const { return channels_; }
  std::size_t width() const { return channels_.empty() ? 0 : channels_.front().size; }
  std::size_t rows() const { return keys_.size(); }
  std::size_t parameters() const { return rows() * width(); }

  // Row of what stands in these channels of a candidate.
  std::uint32_t row_of(const ChoiceExamples& examples, std::size_t example, std::size_t place,
                       const NameChannels& channels) const;
  // Channels of the examples are so many.
  void exchange(StateArchive& archive, std::size_t channels);

 private:
  std::vector<NameChannels> channels_;
  std::vector<std::uint64_t> keys_;  // by row
  std::unordered_map<std::uint64_t, std::uint32_t> rows_;
};

}  // namespace skein::learning
