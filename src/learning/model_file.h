// A trained model in one file: what it is, as JSON, and its numbers.
//
//    skein model 1          the format, with its version
//    letters                what kind of model
//    then, with counts as 8-byte words: the description; the arrays, each with its name, the bytes
//    of a number (4 or 8) and their count; and a checksum of all before it
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skein::learning {

class ModelFile {
 public:
  ModelFile(std::string kind, std::string description);
  // Throws InputError for a file that is damaged, cut short, no model, of a newer format, or of
  // another kind; `kind` may be empty, for any.
  static ModelFile read(const std::filesystem::path& file, std::string_view kind);

  const std::string& kind() const { return kind_; }
  const std::string& description() const { return description_; }

  void add(std::string name, std::span<const float> values);
  void add(std::string name, std::span<const double> values);
  void add(std::string name, std::span<const std::uint64_t> words);
  // Throws InputError if there are not so many of that name.
  std::vector<float> floats(std::string_view name, std::size_t count) const;
  std::vector<double> doubles(std::string_view name, std::size_t count) const;
  std::vector<std::uint64_t> words(std::string_view name, std::size_t count) const;
  // Numbers of that name. Throws InputError if there is none of it.
  std::size_t count_of(std::string_view name) const;

  std::string bytes() const;
  void write(const std::filesystem::path& file) const;

 private:
  struct Array {
    std::string name;
    std::uint64_t width = 8;  // bytes of a number
    std::string bytes;
  };

  const Array& array_of(std::string_view name) const;
  template <class Number>
  void add_array(std::string name, std::span<const Number> values);
  template <class Number>
  std::vector<Number> numbers(std::string_view name, std::size_t count) const;

  std::filesystem::path file_;  // that it was read from, for complaints
  std::string kind_;
  std::string description_;
  std::vector<Array> arrays_;
};

}  // namespace skein::learning
