// The state of a long run in a file, from which it goes on as if it had never stopped.
//
// A trainer or an optimizer names all that it is made of, once for both directions (exchange). The
// file begins with a line of text that tells what it is; then come the items, each with its name
// and the number of its 8-byte words, and a checksum. It is for the machine and the version that
// wrote it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/random.h"

namespace skein {

class StateArchive {
 public:
  virtual ~StateArchive() = default;

  virtual void exchange(std::string_view name, std::span<std::uint64_t> words) = 0;
  virtual void exchange(std::string_view name, std::span<double> values) = 0;
  void exchange(std::string_view name, std::uint64_t& word) { exchange(name, std::span(&word, 1)); }
  void exchange(std::string_view name, double& value) { exchange(name, std::span(&value, 1)); }
  void exchange(std::string_view name, Rng& rng);
  // In double precision, so nothing is lost.
  void exchange(std::string_view name, std::span<float> values);

  // Whole numbers, flags and enumerations of any width.
  template <class T>
  void exchange_whole(std::string_view name, T& value) {
    static_assert(std::is_integral_v<T> || std::is_enum_v<T>);
    auto word = static_cast<std::uint64_t>(value);
    exchange(name, word);
    value = static_cast<T>(word);
  }
  // Of any length: when it is read, as long as it was written.
  void exchange_list(std::string_view name, std::vector<std::uint64_t>& words);
  void exchange_list(std::string_view name, std::vector<double>& values);
  void exchange_text(std::string_view name, std::string& text);

  // Whether values are read; else they are written. For those who pack them first.
  virtual bool reads() const = 0;

 private:
  // Of the next item, where `own` are at hand.
  virtual std::size_t words_of(std::string_view name, std::size_t own) = 0;
};

class StateWriter final : public StateArchive {
 public:
  // `kind` is what the file holds, in one word.
  explicit StateWriter(std::string_view kind);

  using StateArchive::exchange;
  void exchange(std::string_view name, std::span<std::uint64_t> words) override;
  void exchange(std::string_view name, std::span<double> values) override;
  bool reads() const override { return false; }

  // Replaces the file in one step.
  void write(const std::filesystem::path& file);

 private:
  std::size_t words_of(std::string_view, std::size_t own) override { return own; }
  void put(std::string_view name, const void* words, std::size_t count);

  std::string bytes_;
};

// Throws InputError for a file that is damaged, or of another kind, or whose items are not those
// that are asked for.
class StateReader final : public StateArchive {
 public:
  // `remedy` is what to do where the file does not fit.
  StateReader(
      std::filesystem::path file, std::string_view kind,
      std::string remedy = "begin anew without it, or give the checkpoint of this very run");

  using StateArchive::exchange;
  void exchange(std::string_view name, std::span<std::uint64_t> words) override;
  void exchange(std::string_view name, std::span<double> values) override;
  bool reads() const override { return true; }

  // The file does not fit what is asked of it.
  [[noreturn]] void fail(std::string_view field, std::string problem) const;

 private:
  // Name and number of words of an item.
  struct Head {
    std::string_view name;
    std::size_t words = 0;
  };

  std::size_t words_of(std::string_view name, std::size_t own) override;
  Head next_head(std::string_view expected);
  void get(std::string_view name, void* words, std::size_t count);
  std::uint64_t next_word();

  std::filesystem::path file_;
  std::string remedy_;
  std::string bytes_;
  std::size_t at_ = 0;
};

}  // namespace skein
