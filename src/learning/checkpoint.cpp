#include "learning/checkpoint.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "base/checksum.h"
#include "base/files.h"
#include "base/input_error.h"

namespace skein::learning {
namespace {

constexpr std::size_t kWord = 8;

std::string first_line(std::string_view kind) {
  return fmt::format("skein checkpoint 1 {}\n", kind);
}

}  // namespace

void StateArchive::exchange(std::string_view name, Rng& rng) {
  std::array<std::uint64_t, Rng::kStateWords> words = rng.state();
  exchange(name, std::span<std::uint64_t>(words));
  rng.restore(words);
}

void StateArchive::exchange(std::string_view name, std::span<float> values) {
  std::vector<double> exact(values.begin(), values.end());
  exchange(name, std::span<double>(exact));
  std::transform(exact.begin(), exact.end(), values.begin(),
                 [](double value) { return static_cast<float>(value); });
}

StateWriter::StateWriter(std::string_view kind) : bytes_(first_line(kind)) {}

void StateWriter::put(std::string_view name, const void* words, std::size_t count) {
  for (const std::uint64_t size : {name.size(), count}) {
    bytes_.append(reinterpret_cast<const char*>(&size), kWord);
  }
  bytes_.append(name);
  bytes_.append(static_cast<const char*>(words), count * kWord);
}

void StateWriter::exchange(std::string_view name, std::span<std::uint64_t> words) {
  put(name, words.data(), words.size());
}

void StateWriter::exchange(std::string_view name, std::span<double> values) {
  put(name, values.data(), values.size());
}

void StateWriter::write(const std::filesystem::path& file) {
  const std::uint64_t sum = checksum(bytes_);
  bytes_.append(reinterpret_cast<const char*>(&sum), kWord);
  write_file(file, bytes_);
  bytes_.resize(bytes_.size() - kWord);
}

StateReader::StateReader(std::filesystem::path file, std::string_view kind)
    : file_(std::move(file)) {
  std::ifstream stream(file_, std::ios::binary);
  if (!stream) fail("", "cannot be read");
  bytes_.assign(std::istreambuf_iterator<char>(stream), {});
  const std::string head = first_line(kind);
  if (!bytes_.starts_with("skein checkpoint ")) fail("", "is no checkpoint");
  if (!bytes_.starts_with(head)) {
    fail("", fmt::format("is not of the kind {}", in_quotes(kind)));
  }
  if (bytes_.size() < head.size() + kWord) fail("", "is cut short");
  std::uint64_t sum = 0;
  std::memcpy(&sum, bytes_.data() + bytes_.size() - kWord, kWord);
  bytes_.resize(bytes_.size() - kWord);
  if (sum != checksum(bytes_)) fail("", "is damaged: its checksum does not fit");
  at_ = head.size();
}

void StateReader::fail(std::string_view field, std::string problem) const {
  throw InputError({file_, 0, std::string(field), std::move(problem),
                    "begin anew without it, or give the checkpoint of this training"});
}

std::uint64_t StateReader::next_word() {
  if (bytes_.size() - at_ < kWord) fail("", "ends too early");
  std::uint64_t word = 0;
  std::memcpy(&word, bytes_.data() + at_, kWord);
  at_ += kWord;
  return word;
}

void StateReader::get(std::string_view name, void* words, std::size_t count) {
  const std::uint64_t name_size = next_word();
  const std::uint64_t own_count = next_word();
  if (name_size > bytes_.size() - at_) fail(name, "ends too early");
  const std::string_view own_name(bytes_.data() + at_, name_size);
  if (own_name != name) {
    fail(name, fmt::format("is expected where the file has {}", in_quotes(own_name)));
  }
  at_ += name_size;
  if (own_count != count) {
    fail(name, fmt::format("has {} numbers, not {} as this training", own_count, count));
  }
  if ((bytes_.size() - at_) / kWord < count) fail(name, "ends too early");
  if (count > 0) std::memcpy(words, bytes_.data() + at_, count * kWord);
  at_ += count * kWord;
}

void StateReader::exchange(std::string_view name, std::span<std::uint64_t> words) {
  get(name, words.data(), words.size());
}

void StateReader::exchange(std::string_view name, std::span<double> values) {
  get(name, values.data(), values.size());
}

}  // namespace skein::learning
