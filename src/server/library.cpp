#include "server/library.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/input_error.h"
#include "plan/month_folder.h"

namespace skein::server {
namespace {

namespace fs = std::filesystem;

constexpr int kDeepest = 5;
constexpr std::size_t kMostEntries = 5000;
constexpr std::string_view kModelMark = "skein model ";

bool has_file(const fs::path& folder, const std::string& name) {
  std::error_code error;
  return fs::is_regular_file(folder / name, error) ||
         fs::is_regular_file(folder / (name + ".gz"), error);
}

bool is_model(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::array<char, kModelMark.size()> begin{};
  stream.read(begin.data(), begin.size());
  return stream && std::string_view(begin.data(), begin.size()) == kModelMark;
}

// The month that a plan's summary names, as the command was given it.
std::string month_in_summary(const fs::path& plan) {
  std::ifstream stream(plan / "summary.json");
  const auto json = nlohmann::json::parse(stream, nullptr, false);
  if (!json.is_object() || !json.contains("month") || !json["month"].is_string()) return "";
  return json["month"];
}

// Finds things folder by folder.
class Search {
 public:
  explicit Search(const fs::path& top) : top_(top) {}

  std::vector<Entry> run() && {
    look_into(top_, 0);
    for (Entry& entry : found_) {
      if (entry.kind == Kind::kPlan) entry.month = month_of(entry);
    }
    std::sort(found_.begin(), found_.end(),
              [](const Entry& a, const Entry& b) { return a.name < b.name; });
    return std::move(found_);
  }

 private:
  void look_into(const fs::path& folder, int depth) {
    const bool is_month = has_file(folder, "schedule.csv") && has_file(folder, "stations.csv");
    if (is_month) add(Kind::kMonth, folder);
    if (has_file(folder, "pairings.csv")) add(Kind::kPlan, folder);
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
      if (found_.size() >= kMostEntries) return;
      std::error_code ignored;
      const std::string name = entry.path().filename().string();
      if (name.starts_with('.') || entry.is_symlink(ignored)) continue;
      if (entry.is_directory(ignored)) {
        if (depth < kDeepest) look_into(entry.path(), depth + 1);
      } else if (entry.is_regular_file(ignored) && is_model(entry.path())) {
        add(Kind::kModel, entry.path());
      }
    }
  }

  void add(Kind kind, const fs::path& path) {
    std::string name = path.lexically_relative(top_).generic_string();
    if (name == ".") name = top_.filename().string();
    found_.push_back({entry_id(kind, name), kind, name, path, ""});
  }

  std::string month_of(const Entry& plan) const {
    const fs::path named = fs::path(month_in_summary(plan.path)).lexically_normal();
    std::string by_name;
    for (const Entry& entry : found_) {
      if (entry.kind != Kind::kMonth) continue;
      std::error_code error;
      if (entry.path == plan.path || fs::equivalent(entry.path, named, error) ||
          fs::equivalent(entry.path, top_ / named, error)) {
        return entry.id;
      }
      if (!named.empty() && entry.path.filename() == named.filename()) by_name = entry.id;
    }
    return by_name;
  }

  fs::path top_;
  std::vector<Entry> found_;
};

}  // namespace

std::string entry_id(Kind kind, const std::string& name) {
  // FNV-1a; ids need not be secret, only the same each time and unlike one another.
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char c : fmt::format("{}:{}", static_cast<int>(kind), name)) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  }
  return fmt::format("{:016x}", hash);
}

Library::Library(const fs::path& folder) {
  std::error_code error;
  folder_ = fs::canonical(folder, error);
  if (error || !fs::is_directory(folder_, error)) {
    throw InputError({folder, 0, "", "is not a folder that can be read",
                      "give the folder that holds your months and plans"});
  }
  scan();
}

std::vector<Entry> Library::scan() {
  std::vector<Entry> found = Search(folder_).run();
  const std::lock_guard lock(mutex_);
  entries_.clear();
  for (const Entry& entry : found) entries_.emplace(entry.id, entry);
  return found;
}

std::optional<Entry> Library::known(Kind kind, const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(id);
  if (found == entries_.end() || found->second.kind != kind) return std::nullopt;
  return found->second;
}

std::optional<Entry> Library::find(Kind kind, const std::string& id) {
  if (auto entry = known(kind, id)) return entry;
  scan();
  return known(kind, id);
}

}  // namespace skein::server
