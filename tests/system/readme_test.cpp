// What the README shows is what the program prints.
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/text_source.h"
#include "support/scratch_folder.h"

namespace skein {
namespace {

struct Example {
  std::string command;
  std::string output;
};

// The commands ("$ ...") and outputs of the ```console blocks.
std::vector<Example> readme_examples() {
  LineReader lines = LineReader::open(std::string(SKEIN_SOURCE_DIR) + "/README.md");
  std::vector<Example> examples;
  bool inside = false;
  for (std::string_view line; lines.next(line);) {
    if (line.starts_with("```")) {
      inside = line == "```console";
    } else if (inside && line.starts_with("$ ")) {
      examples.push_back({std::string(line.substr(2)), ""});
    } else if (inside && !examples.empty()) {
      examples.back().output += std::string(line) + "\n";
    }
  }
  return examples;
}

TEST(Readme, ItsExamplesPrintWhatItSays) {
  SKEIN_REQUIRE_DATA();
  const test::ScratchFolder folder;
  const std::vector<Example> examples = readme_examples();
  ASSERT_FALSE(examples.empty());
  for (const Example& example : examples) {
    ASSERT_TRUE(example.command.starts_with("./skein "));
    const std::string command =
        fmt::format("cd {} && SKEIN_DATA={} && {} {} >out 2>&1 </dev/null", folder.path().string(),
                    std::filesystem::absolute(test::data_folder()).string(), SKEIN_PROGRAM,
                    example.command.substr(8));
    EXPECT_NE(std::system(command.c_str()), -1);
    EXPECT_EQ(read_text(folder / "out"), example.output) << example.command;
  }
}

TEST(Readme, NamesOnlyFilesThatExist) {
  LineReader lines = LineReader::open(std::string(SKEIN_SOURCE_DIR) + "/README.md");
  for (std::string_view line; lines.next(line);) {
    for (std::size_t at = line.find("]("); at != std::string_view::npos;
         at = line.find("](", at + 1)) {
      const std::string target(line.substr(at + 2, line.find(')', at) - at - 2));
      EXPECT_TRUE(std::filesystem::exists(std::string(SKEIN_SOURCE_DIR) + "/" + target)) << target;
    }
  }
}

}  // namespace
}  // namespace skein
