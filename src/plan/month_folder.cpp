#include "plan/month_folder.h"

#include <utility>

#include "base/input_error.h"
#include "base/log.h"
#include "base/text_source.h"
#include "pairing/rules_toml.h"
#include "plan/pairing_text.h"
#include "plan/pairings_csv.h"
#include "plan/wishes_builder.h"
#include "plan/wishes_csv.h"
#include "schedule/csv_files.h"

namespace skein::plan {
namespace {

namespace fs = std::filesystem;

void require_folder(const fs::path& folder) {
  std::error_code error;
  if (fs::is_directory(folder, error)) return;
  throw InputError({folder, 0, "", fs::exists(folder, error) ? "is not a folder" : "does not exist",
                    "give the path of a month folder"});
}

// `name` or `name`.gz in the folder, whichever is there; empty if neither is.
fs::path find_file(const fs::path& folder, const std::string& name) {
  fs::path plain = folder / name;
  const fs::path packed = folder / (name + ".gz");
  if (fs::exists(plain) && fs::exists(packed)) {
    throw InputError({plain, 0, "", "stands beside " + packed.filename().string(),
                      "remove one of the two, so that it is clear which one counts"});
  }
  if (fs::exists(plain)) return plain;
  return fs::exists(packed) ? packed : fs::path();
}

fs::path require_file(const fs::path& folder, const std::string& name) {
  fs::path file = find_file(folder, name);
  if (!file.empty()) return file;
  throw InputError({folder / name, 0, "", "there is no such file",
                    "a month folder holds schedule.csv, stations.csv and rules.toml"});
}

pairing::Rules read_folder_rules(const fs::path& folder) {
  const fs::path file = folder / "rules.toml";
  if (fs::exists(file)) return pairing::read_rules(file);
  log_message("{}: no rules.toml, so the rules are the preset {}", folder.string(),
              pairing::kDefaultPreset);
  return pairing::preset_rules(pairing::kDefaultPreset);
}

}  // namespace

std::optional<schedule::PlanningPeriod> planning_period(const pairing::Rules& rules) {
  if (!rules.period) return std::nullopt;
  return schedule::PlanningPeriod{start_of(rules.period->first),
                                  start_of(rules.period->last) + kDay};
}

Month read_month(const fs::path& folder, const std::optional<pairing::Rules>& rules) {
  require_folder(folder);
  Month month;
  month.rules = read_folder_rules(folder);
  if (rules) {
    const auto period = month.rules.period;
    month.rules = *rules;
    if (!month.rules.period) month.rules.period = period;
  }
  schedule::ScheduleBuilder builder;
  schedule::read_stations(LineReader::open(require_file(folder, "stations.csv")), builder);
  schedule::read_flights(LineReader::open(require_file(folder, "schedule.csv")), builder);
  if (const auto period = planning_period(month.rules)) builder.set_period(*period);
  month.schedule = std::move(builder).build();
  return month;
}

Month read_month_of_plan(const fs::path& folder, const fs::path& plan,
                         const std::optional<pairing::Rules>& rules) {
  const bool is_folder = fs::is_directory(plan);
  const bool has_rules = is_folder && fs::exists(plan / "rules.toml");
  Month month = !rules && has_rules ? read_month(folder, pairing::read_rules(plan / "rules.toml"))
                                    : read_month(folder, rules);
  const fs::path wishes = is_folder ? find_file(plan, "wishes.csv") : fs::path();
  if (wishes.empty()) return month;
  WishesBuilder builder(month.schedule, nullptr);
  read_wishes(LineReader::open(wishes), month.schedule, builder);
  month.rules.wishes = builder.wishes();
  return month;
}

bool has_pairings(const fs::path& folder) {
  return !find_file(folder, "pairings.csv").empty();
}

Plan read_plan(const fs::path& folder_or_file, const schedule::Schedule& schedule) {
  fs::path file = folder_or_file;
  if (fs::is_directory(folder_or_file)) {
    file = find_file(folder_or_file, "pairings.csv");
    if (file.empty()) {
      throw InputError({folder_or_file / "pairings.csv", 0, "", "there is no such file",
                        "solve the month first, or name a plan with --plan"});
    }
  }
  if (file.extension() == ".txt") {
    return from_text_pairings(schedule, parse_pairing_text(LineReader::open(file)));
  }
  return read_pairings(LineReader::open(file), schedule);
}

void add_month_files(StagedFolder& folder, const Month& month, const std::optional<Plan>& plan) {
  folder.add("schedule.csv", schedule::schedule_csv(month.schedule));
  folder.add("stations.csv", schedule::stations_csv(month.schedule));
  folder.add("rules.toml", pairing::rules_toml(month.rules));
  if (plan) {
    folder.add("pairings.csv", pairings_csv(month.schedule, month.rules.work, *plan));
  }
}

}  // namespace skein::plan
