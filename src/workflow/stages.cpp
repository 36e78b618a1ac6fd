#include "workflow/stages.h"

#include "base/clock.h"
#include "base/files.h"
#include "workflow/stopwatch.h"
#include "workflow/version.h"

namespace skein::workflow {
namespace {

namespace fs = std::filesystem;

StageRecord work_of(const Stage& stage) {
  StageRecord work;
  work.stage = stage.name;
  work.version = version();
  work.inputs = fingerprints_of(stage.inputs);
  work.options = stage.options;
  return work;
}

}  // namespace

fs::path StageFolder::record_file(const std::string& stage) const {
  return folder_ / "stages" / (stage + ".json");
}

std::optional<StageRecord> StageFolder::done(const Stage& stage) const {
  std::optional<StageRecord> before = read_stage(record_file(stage.name));
  if (!before || !before->finished || !is_same_work(*before, work_of(stage))) return std::nullopt;
  if (before->outputs != fingerprints_in(folder_, stage.outputs)) return std::nullopt;
  return before;
}

StageRecord StageFolder::carry_out(const Stage& stage) const {
  const fs::path file = record_file(stage.name);
  StageRecord work = work_of(stage);
  const std::optional<StageRecord> before = read_stage(file);
  const bool goes_on = before && !before->finished && is_same_work(*before, work);
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  write_file(file, stage_json(work));  // begun
  for (const std::string& output : stage.outputs) {
    remove_leftovers(folder_ / *fs::path(output).begin());
  }
  const Stopwatch watch;
  StageEnd end = stage.work(goes_on);
  work.finished = end.finished && !interrupted();
  work.figures = std::move(end.figures);
  work.outputs = fingerprints_in(folder_, stage.outputs);
  work.wall_seconds = watch.wall();
  work.cpu_seconds = watch.cpu();
  write_file(file, stage_json(work));
  return work;
}

std::vector<fs::path> month_files(const fs::path& month) {
  std::vector<fs::path> files;
  for (const char* name : {"schedule.csv", "schedule.csv.gz", "stations.csv", "stations.csv.gz",
                           "rules.toml", "pairings.csv", "pairings.csv.gz"}) {
    std::error_code error;
    if (fs::exists(month / name, error)) files.push_back(month / name);
  }
  return files;
}

std::vector<fs::path> pairings_files(const fs::path& plan) {
  std::error_code error;
  if (!fs::is_directory(plan, error)) return {plan};
  return {plan / "pairings.csv"};
}

std::string rules_text(const std::optional<std::string>& rules) {
  if (!rules) return "the month's";
  const std::string content = fingerprint_of(*rules);
  return content == "absent" ? *rules : content;
}

}  // namespace skein::workflow
