#include "learning/model_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "base/checksum.h"
#include "base/files.h"
#include "base/input_error.h"

namespace skein::learning {
namespace {

constexpr std::string_view kFormat = "skein model ";
constexpr int kVersion = 1;
constexpr std::size_t kWord = 8;
constexpr const char* kTrainAgain = "train the model again with this version";

[[noreturn]] void fail(const std::filesystem::path& file, std::string_view field,
                       std::string problem, std::string remedy) {
  throw InputError({file, 0, std::string(field), std::move(problem), std::move(remedy)});
}

void append_word(std::string& bytes, std::uint64_t word) {
  bytes.append(reinterpret_cast<const char*>(&word), kWord);
}

// Goes through the bytes of a file, and never beyond them.
class Bytes {
 public:
  Bytes(const std::filesystem::path& file, std::string_view rest) : file_(file), rest_(rest) {}

  std::string_view take(std::uint64_t count) {
    if (count > rest_.size()) {
      fail(file_, "", "ends too early", "train the model again, or fetch the file again");
    }
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }
  std::uint64_t word() {
    std::uint64_t word = 0;
    std::memcpy(&word, take(kWord).data(), kWord);
    return word;
  }
  std::string_view line() {
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    const std::string_view taken = take(end);
    take(std::min<std::size_t>(1, rest_.size()));
    return taken;
  }

 private:
  const std::filesystem::path& file_;
  std::string_view rest_;
};

std::string read_bytes(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) fail(file, "", "cannot be read", "give a file as `skein ... learn` writes it");
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

// The version comes before the checksum: a newer format may have another.
void require_version(const std::filesystem::path& file, std::string_view line) {
  if (!line.starts_with(kFormat)) {
    fail(file, "", "is no model of Skein", "give a file as `skein ... learn` writes it");
  }
  const std::string_view number = line.substr(kFormat.size());
  int version = 0;
  const auto end = std::from_chars(number.data(), number.data() + number.size(), version).ptr;
  if (end != number.data() + number.size() || version < 1) {
    fail(file, "version", fmt::format("{} is no version", in_quotes(number)),
         "train the model again, or fetch the file again");
  }
  if (version > kVersion) {
    fail(file, "version",
         fmt::format("is of format {}, and this program knows formats up to {}", version, kVersion),
         "use a newer version of Skein");
  }
}

}  // namespace

ModelFile::ModelFile(std::string kind, std::string description)
    : kind_(std::move(kind)), description_(std::move(description)) {}

ModelFile ModelFile::read(const std::filesystem::path& file, std::string_view kind) {
  const std::string all = read_bytes(file);
  require_version(file, std::string_view(all).substr(0, std::min(all.find('\n'), all.size())));
  if (all.size() < kWord) fail(file, "", "ends too early", "train the model again");
  std::uint64_t sum = 0;
  std::memcpy(&sum, all.data() + all.size() - kWord, kWord);
  const std::string_view body = std::string_view(all).substr(0, all.size() - kWord);
  if (sum != checksum(body)) {
    fail(file, "", "is damaged: its checksum does not fit",
         "train the model again, or fetch the file again");
  }
  Bytes bytes(file, body);
  bytes.line();
  ModelFile model{std::string(bytes.line()), ""};
  model.file_ = file;
  if (!kind.empty() && model.kind_ != kind) {
    fail(file, "kind", fmt::format("is a model of {}, not of {}", in_quotes(model.kind_), kind),
         fmt::format("give a model of {}", kind));
  }
  model.description_ = bytes.take(bytes.word());
  for (std::uint64_t left = bytes.word(); left > 0; --left) {
    Array array;
    array.name = bytes.take(bytes.word());
    array.width = bytes.word();
    const std::uint64_t count = bytes.word();
    if (array.width != 4 && array.width != 8) {
      fail(file, array.name, "has numbers of a size that there is not", "train the model again");
    }
    if (count > all.size()) fail(file, array.name, "ends too early", "train the model again");
    array.bytes = bytes.take(count * array.width);
    model.arrays_.push_back(std::move(array));
  }
  return model;
}

template <class Number>
void ModelFile::add_array(std::string name, std::span<const Number> values) {
  arrays_.push_back(
      {std::move(name), sizeof(Number),
       std::string(reinterpret_cast<const char*>(values.data()), values.size_bytes())});
}

void ModelFile::add(std::string name, std::span<const float> values) {
  add_array(std::move(name), values);
}

void ModelFile::add(std::string name, std::span<const double> values) {
  add_array(std::move(name), values);
}

void ModelFile::add(std::string name, std::span<const std::uint64_t> words) {
  add_array(std::move(name), words);
}

const ModelFile::Array& ModelFile::array_of(std::string_view name) const {
  const auto at =
      std::find_if(arrays_.begin(), arrays_.end(), [&](const Array& a) { return a.name == name; });
  if (at == arrays_.end()) fail(file_, name, "is missing", kTrainAgain);
  return *at;
}

std::size_t ModelFile::count_of(std::string_view name) const {
  const Array& array = array_of(name);
  return array.bytes.size() / array.width;
}

template <class Number>
std::vector<Number> ModelFile::numbers(std::string_view name, std::size_t count) const {
  const Array& array = array_of(name);
  if (array.width != sizeof(Number) || array.bytes.size() != count * sizeof(Number)) {
    fail(file_, name,
         fmt::format("has {} numbers of {} bytes, where the description asks for {} of {}",
                     array.bytes.size() / array.width, array.width, count, sizeof(Number)),
         kTrainAgain);
  }
  std::vector<Number> values(count);
  if (count > 0) std::memcpy(values.data(), array.bytes.data(), array.bytes.size());
  if constexpr (std::is_floating_point_v<Number>) {
    for (Number value : values) {
      if (std::isfinite(value)) continue;
      fail(file_, name, "has a value that is not a finite number", kTrainAgain);
    }
  }
  return values;
}

std::vector<float> ModelFile::floats(std::string_view name, std::size_t count) const {
  return numbers<float>(name, count);
}

std::vector<double> ModelFile::doubles(std::string_view name, std::size_t count) const {
  return numbers<double>(name, count);
}

std::vector<std::uint64_t> ModelFile::words(std::string_view name, std::size_t count) const {
  return numbers<std::uint64_t>(name, count);
}

std::string ModelFile::bytes() const {
  std::string bytes = fmt::format("{}{}\n{}\n", kFormat, kVersion, kind_);
  append_word(bytes, description_.size());
  bytes += description_;
  append_word(bytes, arrays_.size());
  for (const Array& array : arrays_) {
    append_word(bytes, array.name.size());
    bytes += array.name;
    append_word(bytes, array.width);
    append_word(bytes, array.bytes.size() / array.width);
    bytes += array.bytes;
  }
  append_word(bytes, checksum(bytes));
  return bytes;
}

void ModelFile::write(const std::filesystem::path& file) const {
  write_file(file, bytes());
}

}  // namespace skein::learning
