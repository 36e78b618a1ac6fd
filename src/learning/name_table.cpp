#include "learning/name_table.h"

#include <array>
#include <bit>

#include <fmt/format.h>

#include "base/checksum.h"
#include "base/input_error.h"

namespace skein::learning {
namespace {

constexpr std::size_t kWidest = 16;

// Two names of one key would share a row, and do not occur.
std::uint64_t key_of(const ChoiceExamples& examples, std::size_t example, std::size_t place,
                     const NameChannels& channels) {
  std::array<float, kWidest> vector{};
  for (std::size_t k = 0; k < channels.size; ++k) {
    const std::size_t channel = example * examples.channels + channels.first + k;
    vector[k] = examples.values[channel * examples.places + place];
  }
  const auto bytes = std::bit_cast<std::array<char, sizeof(vector)>>(vector);
  return checksum({bytes.data(), channels.size * sizeof(float)});
}

void require_channels(std::span<const NameChannels> names, std::size_t channels) {
  for (const NameChannels& name : names) {
    if (name.size > 0 && name.size <= kWidest && name.size == names.front().size &&
        name.first < channels && name.size <= channels - name.first) {
      continue;
    }
    throw InputError({"", 0, "names",
                      fmt::format("channels {} to {} of {} are no name", name.first + 1,
                                  name.first + name.size, channels),
                      "give channels that there are, as many for each name"});
  }
}

}  // namespace

NameTable::NameTable(std::vector<NameChannels> channels, const ChoiceExamples& examples,
                     std::span<const std::uint32_t> members)
    : channels_(std::move(channels)) {
  require_channels(channels_, examples.channels);
  for (const std::uint32_t k : members) {
    for (std::size_t place = 0; place < examples.places; ++place) {
      if (!examples.has_candidate(k, place)) continue;
      for (const NameChannels& name : channels_) {
        const std::uint64_t key = key_of(examples, k, place, name);
        if (rows_.emplace(key, static_cast<std::uint32_t>(keys_.size())).second) {
          keys_.push_back(key);
        }
      }
    }
  }
}

std::uint32_t NameTable::row_of(const ChoiceExamples& examples, std::size_t example,
                                std::size_t place, const NameChannels& channels) const {
  const auto at = rows_.find(key_of(examples, example, place, channels));
  return at == rows_.end() ? kUnknown : at->second;
}

void NameTable::exchange(StateArchive& archive, std::size_t channels) {
  std::vector<std::uint64_t> words;
  for (const NameChannels& name : channels_) words.insert(words.end(), {name.first, name.size});
  archive.exchange_list("channels of names", words);
  archive.exchange_list("names", keys_);
  if (!archive.reads()) return;
  channels_.clear();
  for (std::size_t k = 0; k + 1 < words.size(); k += 2) {
    channels_.push_back({words[k], words[k + 1]});
  }
  require_channels(channels_, channels);
  rows_.clear();
  for (const std::uint64_t key : keys_) {
    rows_.emplace(key, static_cast<std::uint32_t>(rows_.size()));
  }
}

}  // namespace skein::learning
