// Work in stages, each of which leaves its result and a record (stage_record.h) in a folder, so
// that it is done once.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "workflow/stage_record.h"

namespace skein::workflow {

// How a stage ended.
struct StageEnd {
  bool finished = true;  // else cut short
  NamedTexts figures;    // for people
};

struct Stage {
  std::string name;             // also of the record: letters, digits, dashes
  double expected_seconds = 0;  // about
  std::vector<std::filesystem::path> inputs;
  NamedTexts options;
  std::vector<std::string> outputs;  // relative to the folder
  // `goes_on`: the same work was begun before.
  std::function<StageEnd(bool goes_on)> work;
};

class StageFolder {
 public:
  explicit StageFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  const std::filesystem::path& path() const { return folder_; }
  std::filesystem::path record_file(const std::string& stage) const;

  // The record of a stage that came to its end, from the same inputs with the same options, and
  // whose results are as it left them; else nothing.
  std::optional<StageRecord> done(const Stage& stage) const;

  // Does it, whether it is done or not. The record says so before the work and after it.
  StageRecord carry_out(const Stage& stage) const;

 private:
  std::filesystem::path folder_;
};

// The files of a month folder, or of a plan, that results can depend on.
std::vector<std::filesystem::path> month_files(const std::filesystem::path& month);
std::vector<std::filesystem::path> pairings_files(const std::filesystem::path& plan);

// As an option of a stage: a file of rules by what it says, a preset by its name.
std::string rules_text(const std::optional<std::string>& rules);

}  // namespace skein::workflow
