// What lies in the folder that is served: months, plans and models, each under an id. Clients name
// things by these ids only, so that no path of theirs is ever opened.
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace skein::server {

enum class Kind { kMonth, kPlan, kModel };

struct Entry {
  std::string id;
  Kind kind = Kind::kMonth;
  std::string name;            // path below the served folder
  std::filesystem::path path;  // folder; of a model, file
  std::string month;           // of a plan: the id of its month; empty where none is found
};

class Library {
 public:
  // Throws InputError where the folder cannot be read.
  explicit Library(const std::filesystem::path& folder);

  const std::filesystem::path& folder() const { return folder_; }

  // Looks into the folder again. Sorted by name. Links are not followed.
  std::vector<Entry> scan();
  // By id; looks into the folder again where the id is not known yet.
  std::optional<Entry> find(Kind kind, const std::string& id);

 private:
  std::optional<Entry> known(Kind kind, const std::string& id) const;

  std::filesystem::path folder_;
  mutable std::mutex mutex_;
  std::map<std::string, Entry> entries_;
};

// The id of what has that name: the same in every session.
std::string entry_id(Kind kind, const std::string& name);

}  // namespace skein::server
