// The state of a trainer in a file, from which it goes on as if it had never stopped.
//
// A trainer names all that it is made of, once for both directions (exchange). The file begins with
// a line of text that tells what it is; then come the items, each with its name and the number of
// its 8-byte words, and a checksum. It is for the machine and the version that wrote it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"

namespace skein::learning {

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
};

class StateWriter final : public StateArchive {
 public:
  // `kind` is what the file holds, in one word.
  explicit StateWriter(std::string_view kind);

  using StateArchive::exchange;
  void exchange(std::string_view name, std::span<std::uint64_t> words) override;
  void exchange(std::string_view name, std::span<double> values) override;

  // Replaces the file in one step.
  void write(const std::filesystem::path& file);

 private:
  void put(std::string_view name, const void* words, std::size_t count);

  std::string bytes_;
};

// Throws InputError for a file that is damaged, or of another kind, or whose items are not those
// that are asked for.
class StateReader final : public StateArchive {
 public:
  StateReader(std::filesystem::path file, std::string_view kind);

  using StateArchive::exchange;
  void exchange(std::string_view name, std::span<std::uint64_t> words) override;
  void exchange(std::string_view name, std::span<double> values) override;

 private:
  void get(std::string_view name, void* words, std::size_t count);
  std::uint64_t next_word();
  [[noreturn]] void fail(std::string_view field, std::string problem) const;

  std::filesystem::path file_;
  std::string bytes_;
  std::size_t at_ = 0;
};

}  // namespace skein::learning
