#include "learning/model_archive.h"

#include <algorithm>

#include <fmt/format.h>

namespace skein::learning {
namespace {

std::string numbered(std::string_view name, int number) {
  return number == 1 ? std::string(name) : fmt::format("{} {}", name, number);
}

std::string next_name(std::map<std::string, int, std::less<>>& seen, std::string_view name) {
  return numbered(name, ++seen[std::string(name)]);
}

}  // namespace

void ModelWriter::exchange(std::string_view name, std::span<std::uint64_t> words) {
  file_.add(next_name(seen_, name), std::span<const std::uint64_t>(words));
}

void ModelWriter::exchange(std::string_view name, std::span<double> values) {
  file_.add(next_name(seen_, name), std::span<const double>(values));
}

void ModelReader::exchange(std::string_view name, std::span<std::uint64_t> words) {
  std::ranges::copy(file_.words(next_name(seen_, name), words.size()), words.begin());
}

void ModelReader::exchange(std::string_view name, std::span<double> values) {
  std::ranges::copy(file_.doubles(next_name(seen_, name), values.size()), values.begin());
}

// The item itself is read after this.
std::size_t ModelReader::words_of(std::string_view name, std::size_t /*own*/) {
  const auto at = seen_.find(name);
  return file_.count_of(numbered(name, at == seen_.end() ? 1 : at->second + 1));
}

}  // namespace skein::learning
