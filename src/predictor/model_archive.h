// The state of a model (base/state_archive.h) inside a model file (learning/model_file.h), which
// other machines can read too: items one after the other as numbers, each after a mark of its name
// and their count. Words are kept as two numbers of 32 bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "base/state_archive.h"

namespace skein::predictor {

class ModelWriter final : public StateArchive {
 public:
  using StateArchive::exchange;
  void exchange(std::string_view name, std::span<std::uint64_t> words) override;
  void exchange(std::string_view name, std::span<double> values) override;
  bool reads() const override { return false; }

  const std::vector<double>& numbers() const { return numbers_; }

 private:
  std::size_t words_of(std::string_view /*name*/, std::size_t own) override { return own; }
  void begin(std::string_view name, std::size_t count);

  std::vector<double> numbers_;
};

// Throws InputError for numbers that are not of the items that are asked for.
class ModelReader final : public StateArchive {
 public:
  // `file` is where the numbers come from, for complaints.
  ModelReader(std::filesystem::path file, std::vector<double> numbers)
      : file_(std::move(file)), numbers_(std::move(numbers)) {}

  using StateArchive::exchange;
  void exchange(std::string_view name, std::span<std::uint64_t> words) override;
  void exchange(std::string_view name, std::span<double> values) override;
  bool reads() const override { return true; }

  void require_end() const;

 private:
  std::size_t words_of(std::string_view name, std::size_t own) override;
  void begin(std::string_view name, std::size_t count);
  [[noreturn]] void fail(std::string_view name) const;

  std::filesystem::path file_;
  std::vector<double> numbers_;
  std::size_t at_ = 0;
};

}  // namespace skein::predictor
