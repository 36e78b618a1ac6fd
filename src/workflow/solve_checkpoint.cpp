#include "workflow/solve_checkpoint.h"

#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/checksum.h"
#include "base/files.h"
#include "base/input_error.h"
#include "base/log.h"
#include "optimizer/prices_csv.h"
#include "pairing/rules_toml.h"
#include "plan/pairings_csv.h"
#include "plan/wishes_csv.h"
#include "schedule/csv_files.h"
#include "workflow/version.h"

namespace skein::workflow {
namespace {

namespace fs = std::filesystem;

std::string fingerprint(const std::string& text) {
  return fmt::format("{:016x}", checksum(text));
}

std::string number_or_none(const std::optional<double>& number) {
  return number ? fmt::format("{}", *number) : "none";
}

// Not the number of threads, which changes nothing, and not the time limit, which may be another.
std::vector<RunTrait> traits_of(const SolveRequest& request, const plan::Month& month,
                                const Beginning& given) {
  const schedule::Schedule& schedule = month.schedule;
  std::string start = given.plans.empty() ? "none" : "";
  for (const plan::Plan& plan : given.plans) {
    start += fingerprint(plan::pairings_csv(schedule, month.rules.work, plan));
  }
  return {
      {"version", version()},
      {"schedule", fmt::format("{} flights, {}", schedule.flights().size(),
                               fingerprint(schedule::schedule_csv(schedule)))},
      {"stations", fmt::format("{} stations, {}", schedule.stations().size(),
                               fingerprint(schedule::stations_csv(schedule)))},
      {"rules", fingerprint(pairing::rules_toml(month.rules))},
      {"wishes", month.rules.wishes.empty()
                     ? "none"
                     : fingerprint(plan::wishes_csv(schedule, month.rules.wishes))},
      {"--start", start},
      {"--clusters",
       given.clusters.empty() ? "none" : fingerprint(plan::clusters_csv(schedule, given.clusters))},
      {"--prices", given.prices.flight.empty()
                       ? "none"
                       : fingerprint(optimizer::prices_csv(schedule, {given.prices, {}}))},
      {"--master", request.master},
      {"--passes", fmt::format("{}", request.passes)},
      {"--base-rows", request.base_rows ? "on" : "off"},
      {"--gap", fmt::format("{}", request.gap)},
      {"--window", number_or_none(request.window_days)},
      {"--overlap", number_or_none(request.overlap_days)},
      {"--memory", number_or_none(request.memory_mb)},
      {"--export", request.model ? request.model->string() : "none"},
  };
}

}  // namespace

fs::path checkpoint_file(const fs::path& output) {
  // "." and ".." have no name of their own.
  const bool is_named = output.filename() != "." && output.filename() != "..";
  fs::path folder = (is_named ? output : fs::absolute(output)).lexically_normal();
  if (folder.filename().empty()) folder = folder.parent_path();  // drop a trailing slash
  return folder += ".checkpoint";
}

bool finds_checkpoint(const SolveRequest& request) {
  if (!request.checkpoint_seconds) return false;
  const fs::path file = checkpoint_file(request.output);
  std::error_code error;
  const bool is_there = fs::exists(file, error);
  if (request.resume) {
    if (!is_there)
      log_message("{}: no checkpoint is there; beginning at the beginning", file.string());
    return is_there;
  }
  if (is_there && request.when_exists == WhenFolderExists::kRefuse) {
    throw InputError({file, 0, "", "is the checkpoint of a run that has not ended",
                      "add --resume to go on from it, or --force to begin anew"});
  }
  return false;
}

std::unique_ptr<Checkpoint> make_checkpoint(const SolveRequest& request, const plan::Month& month,
                                            const Beginning& given, bool resume) {
  if (!request.checkpoint_seconds) return nullptr;
  CheckpointOptions options;
  options.file = checkpoint_file(request.output);
  options.kind = "solve";
  options.traits = traits_of(request, month, given);
  options.seconds_between = *request.checkpoint_seconds;
  auto checkpoint = std::make_unique<Checkpoint>(std::move(options));
  if (resume) {
    checkpoint->resume();
  } else {
    checkpoint->remove();  // of an earlier run, which may be replaced
  }
  return checkpoint;
}

}  // namespace skein::workflow
