#include "base/state_archive.h"

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

namespace skein {
namespace {

constexpr std::size_t kWord = 8;
constexpr std::string_view kAnyFormat = "skein checkpoint ";
constexpr std::string_view kFormat = "1";

std::string first_line(std::string_view kind) {
  return fmt::format("{}{} {}\n", kAnyFormat, kFormat, kind);
}

// As the first line tells it; empty where it does not.
std::string_view format_of(std::string_view bytes) {
  bytes.remove_prefix(kAnyFormat.size());
  return bytes.substr(0, std::min(bytes.find_first_of(" \n"), bytes.size()));
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

void StateArchive::exchange_list(std::string_view name, std::vector<std::uint64_t>& words) {
  words.resize(words_of(name, words.size()));
  exchange(name, std::span<std::uint64_t>(words));
}

void StateArchive::exchange_list(std::string_view name, std::vector<double>& values) {
  values.resize(words_of(name, values.size()));
  exchange(name, std::span<double>(values));
}

void StateArchive::exchange_text(std::string_view name, std::string& text) {
  // The length, then the text, filled up to whole words.
  std::vector<std::uint64_t> words(1 + (text.size() + kWord - 1) / kWord, 0);
  words[0] = text.size();
  std::copy(text.begin(), text.end(), reinterpret_cast<char*>(words.data() + 1));
  exchange_list(name, words);
  const auto* bytes = reinterpret_cast<const char*>(words.data() + 1);
  const std::size_t most = (words.size() - 1) * kWord;
  if (reads()) text.assign(bytes, std::min<std::size_t>(words[0], most));
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

StateReader::StateReader(std::filesystem::path file, std::string_view kind, std::string remedy)
    : file_(std::move(file)), remedy_(std::move(remedy)) {
  std::ifstream stream(file_, std::ios::binary);
  if (!stream) fail("", "cannot be read");
  bytes_.assign(std::istreambuf_iterator<char>(stream), {});
  const std::string head = first_line(kind);
  if (!bytes_.starts_with(kAnyFormat)) fail("", "is no checkpoint");
  if (const std::string_view format = format_of(bytes_); format != kFormat) {
    fail("", fmt::format("has the format {}, and this program reads {}", in_quotes(format),
                         in_quotes(kFormat)));
  }
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
  throw InputError({file_, 0, std::string(field), std::move(problem), remedy_});
}

std::uint64_t StateReader::next_word() {
  if (bytes_.size() - at_ < kWord) fail("", "ends too early");
  std::uint64_t word = 0;
  std::memcpy(&word, bytes_.data() + at_, kWord);
  at_ += kWord;
  return word;
}

StateReader::Head StateReader::next_head(std::string_view expected) {
  const std::uint64_t name_size = next_word();
  const std::uint64_t words = next_word();
  if (name_size > bytes_.size() - at_) fail(expected, "ends too early");
  const std::string_view name(bytes_.data() + at_, name_size);
  at_ += name_size;
  if (name != expected) {
    fail(expected, fmt::format("is expected where the file has {}", in_quotes(name)));
  }
  if ((bytes_.size() - at_) / kWord < words) fail(expected, "ends too early");
  return {name, words};
}

std::size_t StateReader::words_of(std::string_view name, std::size_t) {
  const std::size_t here = at_;
  const std::size_t words = next_head(name).words;
  at_ = here;
  return words;
}

void StateReader::get(std::string_view name, void* words, std::size_t count) {
  const Head head = next_head(name);
  if (head.words != count) {
    fail(name, fmt::format("has {} numbers, not {} as this run", head.words, count));
  }
  if (count > 0) std::memcpy(words, bytes_.data() + at_, count * kWord);
  at_ += count * kWord;
}

void StateReader::exchange(std::string_view name, std::span<std::uint64_t> words) {
  get(name, words.data(), words.size());
}

void StateReader::exchange(std::string_view name, std::span<double> values) {
  get(name, values.data(), values.size());
}

}  // namespace skein
