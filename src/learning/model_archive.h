// Models that name what they are made of, once for both directions (state_archive.h), to and from
// model files: each item is an array of the file. Unlike states, model files are for any version
// that knows the items. Of items of the same name, the second is `name 2`, and so on.
#pragma once

#include <map>
#include <string>

#include "base/state_archive.h"
#include "learning/model_file.h"

namespace skein::learning {

class ModelWriter final : public StateArchive {
 public:
  explicit ModelWriter(ModelFile& file) : file_(file) {}

  using StateArchive::exchange;
  void exchange(std::string_view name, std::span<std::uint64_t> words) override;
  void exchange(std::string_view name, std::span<double> values) override;
  bool reads() const override { return false; }

 private:
  std::size_t words_of(std::string_view /*name*/, std::size_t own) override { return own; }

  ModelFile& file_;
  std::map<std::string, int, std::less<>> seen_;
};

// Throws InputError for items that the file does not have, or not so many numbers of.
class ModelReader final : public StateArchive {
 public:
  explicit ModelReader(const ModelFile& file) : file_(file) {}

  using StateArchive::exchange;
  void exchange(std::string_view name, std::span<std::uint64_t> words) override;
  void exchange(std::string_view name, std::span<double> values) override;
  bool reads() const override { return true; }

 private:
  std::size_t words_of(std::string_view name, std::size_t own) override;

  const ModelFile& file_;
  std::map<std::string, int, std::less<>> seen_;
};

}  // namespace skein::learning
