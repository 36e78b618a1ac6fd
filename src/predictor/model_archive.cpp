#include "predictor/model_archive.h"

#include "base/checksum.h"
#include "base/input_error.h"

namespace skein::predictor {
namespace {

constexpr double kHalfWord = 4294967296.0;  // 2^32

double mark_of(std::string_view name) {
  return static_cast<double>(checksum(name) >> 32);
}

bool is_half_word(double number) {
  return number >= 0 && number < kHalfWord &&
         number == static_cast<double>(static_cast<std::uint64_t>(number));
}

}  // namespace

void ModelWriter::begin(std::string_view name, std::size_t count) {
  numbers_.push_back(mark_of(name));
  numbers_.push_back(static_cast<double>(count));
}

void ModelWriter::exchange(std::string_view name, std::span<std::uint64_t> words) {
  begin(name, words.size());
  for (const std::uint64_t word : words) {
    numbers_.push_back(static_cast<double>(word >> 32));
    numbers_.push_back(static_cast<double>(word & 0xffffffffU));
  }
}

void ModelWriter::exchange(std::string_view name, std::span<double> values) {
  begin(name, values.size());
  numbers_.insert(numbers_.end(), values.begin(), values.end());
}

void ModelReader::fail(std::string_view name) const {
  throw InputError({file_, 0, std::string(name), "is not what the model should have here",
                    "train the model again with this version"});
}

void ModelReader::begin(std::string_view name, std::size_t count) {
  if (words_of(name, count) != count) fail(name);
  at_ += 2;
}

// Of words and of values: a word takes two numbers.
std::size_t ModelReader::words_of(std::string_view name, std::size_t /*own*/) {
  if (numbers_.size() - at_ < 2 || numbers_[at_] != mark_of(name)) fail(name);
  const double count = numbers_[at_ + 1];
  if (!is_half_word(count) || count > static_cast<double>(numbers_.size() - at_ - 2)) fail(name);
  return static_cast<std::size_t>(count);
}

void ModelReader::exchange(std::string_view name, std::span<std::uint64_t> words) {
  begin(name, words.size());
  if (numbers_.size() - at_ < 2 * words.size()) fail(name);
  for (std::uint64_t& word : words) {
    if (!is_half_word(numbers_[at_]) || !is_half_word(numbers_[at_ + 1])) fail(name);
    word = (static_cast<std::uint64_t>(numbers_[at_]) << 32) |
           static_cast<std::uint64_t>(numbers_[at_ + 1]);
    at_ += 2;
  }
}

void ModelReader::exchange(std::string_view name, std::span<double> values) {
  begin(name, values.size());
  for (double& value : values) value = numbers_[at_++];
}

void ModelReader::require_end() const {
  if (at_ != numbers_.size()) fail("end");
}

}  // namespace skein::predictor
