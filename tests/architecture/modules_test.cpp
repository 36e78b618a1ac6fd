// The modules are one-way: ARCHITECTURE.md says who may use whom, and the includes keep to it.
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace skein {
namespace {

namespace fs = std::filesystem;
using Edges = std::map<std::string, std::set<std::string>>;

const fs::path kTop = SKEIN_SOURCE_DIR;

std::vector<std::string> lines_of(const fs::path& file) {
  std::ifstream stream(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// "| 3 | `plan` | ... | pairing, base |" of the table.
Edges read_table() {
  const std::regex row(R"(\|\s*\d+\s*\|\s*`(\w+)`\s*\|[^|]*\|([^|]*)\|)");
  const std::regex name(R"(\w+)");
  Edges table;
  for (const std::string& line : lines_of(kTop / "ARCHITECTURE.md")) {
    std::smatch match;
    if (!std::regex_search(line, match, row)) continue;
    const std::string uses = match[2];
    table[match[1]] = {};
    for (auto it = std::sregex_iterator(uses.begin(), uses.end(), name);
         it != std::sregex_iterator(); ++it) {
      table[match[1]].insert(it->str());
    }
  }
  return table;
}

// Everything that can be reached from `module` by the table.
std::set<std::string> reachable(const Edges& table, const std::string& module) {
  std::set<std::string> reached;
  std::vector<std::string> open = {module};
  while (!open.empty()) {
    const std::string next = open.back();
    open.pop_back();
    if (!reached.insert(next).second) continue;
    for (const std::string& used : table.at(next)) open.push_back(used);
  }
  return reached;
}

// Modules that the files of a folder include, with one file that does.
std::map<std::string, std::string> included_modules(const fs::path& folder) {
  const std::regex include("^#include \"([a-z_]+)/");
  std::map<std::string, std::string> modules;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    for (const std::string& line : lines_of(entry.path())) {
      std::smatch match;
      if (std::regex_search(line, match, include)) modules[match[1]] = entry.path().string();
    }
  }
  return modules;
}

TEST(Architecture, EveryModuleStandsInTheTableAndTheTableNamesOnlyModules) {
  const Edges table = read_table();
  ASSERT_FALSE(table.empty());
  for (const auto& entry : fs::directory_iterator(kTop / "src")) {
    if (entry.is_directory()) {
      EXPECT_TRUE(table.contains(entry.path().filename())) << entry.path();
    }
  }
  for (const auto& [module, uses] : table) {
    EXPECT_TRUE(fs::is_directory(kTop / "src" / module)) << module;
    for (const std::string& used : uses)
      EXPECT_TRUE(table.contains(used)) << module << ": " << used;
  }
}

TEST(Architecture, TheTableHasNoCycles) {
  const Edges table = read_table();
  for (const auto& [module, uses] : table) {
    for (const std::string& used : uses) {
      EXPECT_FALSE(reachable(table, used).contains(module)) << module << " <-> " << used;
    }
  }
}

TEST(Architecture, IncludesKeepToTheTable) {
  const Edges table = read_table();
  for (const auto& [module, uses] : table) {
    const std::set<std::string> allowed = reachable(table, module);
    for (const auto& [used, file] : included_modules(kTop / "src" / module)) {
      EXPECT_TRUE(allowed.contains(used)) << file << " includes " << used;
    }
  }
}

TEST(Architecture, TheCheckerDoesNotReachWhatBuildsPlans) {
  const std::set<std::string> reached = reachable(read_table(), "plan");
  for (const char* builder :
       {"pricing", "seeding", "generator", "exchange", "cover", "optimizer"}) {
    EXPECT_FALSE(reached.contains(builder)) << builder;
  }
}

void expect_includes(const fs::path& folder, const std::set<std::string>& allowed) {
  for (const auto& [used, file] : included_modules(kTop / folder)) {
    EXPECT_TRUE(allowed.contains(used)) << file << " includes " << used;
  }
}

TEST(Architecture, TheCommandLineUsesTheFacadeAndReportOnly) {
  expect_includes("apps/cli", {"base", "plan", "report", "server", "workflow"});
}

TEST(Architecture, NeuralBaselinesUseWhatReadsWordsAndNothingOfCrews) {
  expect_includes("apps/neural", {"neural", "base", "factor_graph", "learning", "sequence"});
}

}  // namespace
}  // namespace skein
