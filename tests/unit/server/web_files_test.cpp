#include "server/web_files.h"

#include <array>
#include <cstdio>
#include <fstream>
#include <memory>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace skein::server {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string printed_by(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
  std::array<char, 128> line{};
  std::string text;
  while (std::fgets(line.data(), line.size(), pipe.get()) != nullptr) text += line.data();
  return text;
}

// Node.js is not needed to build the program, so the bundle is kept; it must not fall behind.
TEST(WebFiles, TheBundleIsMadeOfThePresentSources) {
  const std::string folder = std::string(SKEIN_SOURCE_DIR) + "/apps/web";
  const std::string now = printed_by("cd '" + folder +
                                     "' && LC_ALL=C bash -c 'cat package-lock.json index.html "
                                     "vite.config.ts src/*.ts src/*.css' | "
                                     "sha256sum | cut -d ' ' -f 1");
  std::ifstream stream(folder + "/dist/sources.sha256");
  std::string then;
  std::getline(stream, then);
  EXPECT_EQ(now, then + "\n") << "run cmake/web.sh";
}

TEST(WebFiles, NothingIsLoadedFromElsewhere) {
  ASSERT_EQ(web_files().size(), 3U);
  for (const WebFile& file : web_files()) {
    EXPECT_FALSE(file.content.empty()) << file.path;
    EXPECT_THAT(std::string(file.content), Not(HasSubstr("https://"))) << file.path;
  }
  EXPECT_TRUE(nlohmann::json::accept(openapi_document()));
}

}  // namespace
}  // namespace skein::server
