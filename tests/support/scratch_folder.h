// A folder of a test's own, removed when the test ends.
#pragma once

#include <filesystem>
#include <string>

namespace skein::test {

class ScratchFolder {
 public:
  ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder();

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  // Writes a file as it is, with no checks, and returns its path.
  std::filesystem::path write(const std::string& name, const std::string& content) const;

 private:
  std::filesystem::path path_;
};

// The folder with the real data: SKEIN_DATA, else shared/data beside the checkout. Empty where
// there is none; such tests then skip.
std::filesystem::path data_folder();

}  // namespace skein::test

// Skips a test that needs the real data where it is absent.
#define SKEIN_REQUIRE_DATA()                                                               \
  if (skein::test::data_folder().empty()) {                                                \
    GTEST_SKIP() << "the real data is not here; set SKEIN_DATA to the folder that has it"; \
  }                                                                                        \
  static_assert(true)
