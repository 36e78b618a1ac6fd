// What a stage of a run leaves in writing: what it was made from, by checksum, and what it made. A
// stage whose record names the same work, and whose results are as they were left, need not be done
// again.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace skein::workflow {

using NamedTexts = std::vector<std::pair<std::string, std::string>>;

struct StageRecord {
  std::string stage;
  std::string version;    // of the program
  NamedTexts inputs;      // file and checksum
  NamedTexts options;     // name and value
  bool finished = false;  // false: begun, or cut short by a limit
  NamedTexts outputs;     // file, relative to the run, and checksum
  double wall_seconds = 0;
  double cpu_seconds = 0;
  NamedTexts figures;  // for people
};

// The same work: stage, version, inputs by content whatever their names, and options.
bool is_same_work(const StageRecord& a, const StageRecord& b);

// Of a file's bytes; "absent" where there is none.
std::string fingerprint_of(const std::filesystem::path& file);
// A file that is named twice counts once.
NamedTexts fingerprints_of(const std::vector<std::filesystem::path>& files);
// Of files named relative to a folder.
NamedTexts fingerprints_in(const std::filesystem::path& folder,
                           const std::vector<std::string>& names);

std::string stage_json(const StageRecord& record);
// Nothing where the file is absent, or is no record: then the stage is done again, and says so.
std::optional<StageRecord> read_stage(const std::filesystem::path& file);

}  // namespace skein::workflow
