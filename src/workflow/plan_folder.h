// Plan folders: pairings.csv, pairings.txt, summary.json, log.jsonl, and prices.csv where a bound
// is proven.
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/state_archive.h"
#include "optimizer/proof.h"
#include "plan/month_folder.h"
#include "plan/summary.h"

namespace skein::workflow {

// What happened in a run, as JSON lines with the time since its start.
class EventLog {
 public:
  EventLog();
  // `fields` is the inside of a JSON object, made by the caller: "\"round\":3,\"lp\":12.5".
  void add(const std::string& event, const std::string& fields);
  const std::string& lines() const { return lines_; }
  // From now on every event is also written to this file as it happens, for those who watch.
  void show_in(const std::filesystem::path& file);
  double seconds() const;  // since its start

  // A run that is taken up again goes on with the lines and the time that it had.
  void exchange(StateArchive& archive);

 private:
  double started_;
  std::string lines_;
  std::ofstream live_;
};

void write_plan_folder(const std::filesystem::path& output, WhenFolderExists when_exists,
                       const plan::Month& month, const plan::Plan& plan,
                       const plan::Summary& summary, const EventLog& log,
                       const std::optional<optimizer::Proof>& proof = std::nullopt,
                       const std::map<std::string, std::string>& more_files = {});

}  // namespace skein::workflow
