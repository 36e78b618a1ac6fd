#include "workflow/plan_folder.h"

#include <fmt/format.h>

#include "base/clock.h"
#include "base/input_error.h"
#include "base/log.h"
#include "optimizer/prices_csv.h"
#include "plan/pairing_text.h"
#include "plan/pairings_csv.h"

namespace skein::workflow {
namespace {

std::string pairing_text_of(const plan::Month& month, const plan::Plan& plan) {
  const plan::TextPairings text = plan::to_text_pairings(month.schedule, month.rules.work, plan);
  if (!text.left_out.empty()) {
    log_warning("pairings.txt leaves out {} pairings with flights that the schedule does not have",
                text.left_out.size());
  }
  return plan::format_pairing_text(text.entries);
}

}  // namespace

EventLog::EventLog() : started_(wall_seconds()) {}

double EventLog::seconds() const {
  return wall_seconds() - started_;
}

void EventLog::add(const std::string& event, const std::string& fields) {
  const std::string line = fmt::format("{{\"seconds\":{:.3f},\"event\":\"{}\"{}{}}}\n", seconds(),
                                       event, fields.empty() ? "" : ",", fields);
  lines_ += line;
  if (live_.is_open()) live_ << line << std::flush;
}

void EventLog::show_in(const std::filesystem::path& file) {
  live_.open(file, std::ios::binary | std::ios::trunc);
  if (!live_) {
    throw InputError({file, 0, "--log", "cannot be written", "check the folder and its rights"});
  }
  live_ << lines_ << std::flush;
}

void EventLog::exchange(StateArchive& archive) {
  double passed = seconds();
  archive.exchange("seconds of the log", passed);
  archive.exchange_text("log", lines_);
  started_ = wall_seconds() - passed;
}

void write_plan_folder(const std::filesystem::path& output, WhenFolderExists when_exists,
                       const plan::Month& month, const plan::Plan& plan,
                       const plan::Summary& summary, const EventLog& log,
                       const std::optional<optimizer::Proof>& proof,
                       const std::map<std::string, std::string>& more_files) {
  StagedFolder folder(output, when_exists);
  folder.add("pairings.csv", plan::pairings_csv(month.schedule, month.rules.work, plan));
  folder.add("pairings.txt", pairing_text_of(month, plan));
  folder.add("summary.json", plan::summary_json(summary));
  folder.add("log.jsonl", log.lines());
  if (proof) folder.add("prices.csv", optimizer::prices_csv(month.schedule, *proof));
  for (const auto& [name, content] : more_files) folder.add(name, content);
  folder.commit();
}

}  // namespace skein::workflow
