#include "exchange/gerad.h"

#include <limits>
#include <map>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/input_error.h"
#include "base/text_source.h"
#include "base/words.h"
#include "exchange/gerad_files.h"
#include "plan/checker.h"

namespace skein::exchange {
namespace {

namespace fs = std::filesystem;
using schedule::Schedule;

// In a month of another airline there could be thousands of the same kind.
constexpr std::size_t kMostWarningsOfAKind = 20;

// N of "day_N.csv".
std::optional<int> day_number(const fs::path& file) {
  std::string name = file.filename().string();
  std::string_view rest = name;
  if (!rest.starts_with("day_") || !rest.ends_with(".csv")) return std::nullopt;
  rest.remove_prefix(4);
  rest.remove_suffix(4);
  return parse_count(rest, 0, std::numeric_limits<int>::max());
}

std::map<int, fs::path> find_day_files(const fs::path& folder) {
  std::error_code error;
  std::map<int, fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const auto number = day_number(entry.path());
    if (!number) continue;
    const auto [other, is_new] = files.emplace(*number, entry.path());
    if (!is_new) {
      throw InputError({entry.path(), 0, "",
                        "is the same day as " + other->second.filename().string(),
                        "remove one of the two"});
    }
  }
  if (error) {
    throw InputError({folder, 0, "", "cannot be read: " + error.message(),
                      "give the folder of an instance, with day_1.csv and the rest"});
  }
  if (files.empty()) {
    throw InputError({folder, 0, "", "holds no day files",
                      "give the folder of an instance, with day_1.csv and the rest"});
  }
  return files;
}

// Adds up to kMostWarningsOfAKind of the sentences, and how many more there are.
void add_warnings(std::vector<std::string>& warnings, std::vector<std::string> of_a_kind,
                  const char* kind) {
  const std::size_t count = of_a_kind.size();
  if (count > kMostWarningsOfAKind) {
    of_a_kind.resize(kMostWarningsOfAKind);
    of_a_kind.push_back(fmt::format("{} more {}", count - kMostWarningsOfAKind, kind));
  }
  for (std::string& warning : of_a_kind) warnings.push_back(std::move(warning));
}

std::vector<std::string> missing_days(const std::map<int, fs::path>& files) {
  std::vector<std::string> warnings;
  for (auto file = files.begin(); std::next(file) != files.end(); ++file) {
    const int from = file->first + 1;
    const int to = std::next(file)->first - 1;
    if (from == to) warnings.push_back(fmt::format("there is no day_{}.csv", from));
    if (from < to)
      warnings.push_back(fmt::format("there are no day_{}.csv to day_{}.csv", from, to));
  }
  return warnings;
}

std::vector<std::string> missing_legs(const plan::Plan& plan) {
  std::vector<std::string> warnings;
  for (const plan::UnknownLeg& leg : plan.unknown_legs) {
    warnings.push_back(fmt::format("pairing {}: leg {}, {}, is in no day file",
                                   plan.pairings[leg.pairing].name, leg.leg + 1, leg.flight));
  }
  return warnings;
}

std::vector<std::string> short_connections(const Schedule& schedule, const plan::Plan& plan,
                                           const plan::CheckReport& report) {
  std::vector<std::string> warnings;
  for (std::size_t i = 0; i < plan.pairings.size(); ++i) {
    for (const pairing::Violation& violation : report.pairings[i].violations) {
      if (violation.rule != pairing::Rule::kMinConnection) continue;
      warnings.push_back(fmt::format("pairing {}: {} to {}: {}", plan.pairings[i].name,
                                     schedule.flight(violation.flights[0]).id,
                                     schedule.flight(violation.flights[1]).id, violation.detail));
    }
  }
  return warnings;
}

std::vector<std::string> legs_in_no_pairing(const Schedule& schedule,
                                            const plan::CheckReport& report) {
  std::vector<std::string> warnings;
  for (const FlightId flight : report.uncovered) {
    warnings.push_back(fmt::format("leg {} is in no pairing", schedule.flight(flight).id));
  }
  return warnings;
}

plan::Month read_gerad_month(const fs::path& folder, const std::map<int, fs::path>& day_files,
                             const std::string& fleet) {
  plan::Month month;
  month.rules = pairing::preset_rules("gerad");
  schedule::ScheduleBuilder builder;
  read_gerad_airports(LineReader::open(folder / "listOfBases.csv"), builder);
  auto& period = month.rules.period;
  for (const auto& [number, file] : day_files) {
    const auto days = read_gerad_day(LineReader::open(file), fleet, builder);
    if (!days) continue;
    if (!period) period = days;
    period = {std::min(period->first, days->first), std::max(period->last, days->last)};
  }
  if (!period) {
    throw InputError({folder, 0, "", "no day file has a leg", "copy or download the files again"});
  }
  builder.set_period(*plan::planning_period(month.rules));
  month.schedule = std::move(builder).build();
  return month;
}

}  // namespace

GeradImport import_gerad(const fs::path& folder, const GeradOptions& options) {
  const std::map<int, fs::path> day_files = find_day_files(folder);
  GeradImport result;
  result.month = read_gerad_month(folder, day_files, options.fleet);
  const Schedule& schedule = result.month.schedule;
  result.plan = read_gerad_solution(LineReader::open(folder / "initialSolution.in"), schedule);

  const plan::CheckReport report = plan::check(schedule, result.month.rules, result.plan);
  add_warnings(result.warnings, missing_days(day_files), "gaps between the days");
  add_warnings(result.warnings, missing_legs(result.plan), "legs of pairings in no day file");
  add_warnings(result.warnings, short_connections(schedule, result.plan, report),
               "short connections");
  add_warnings(result.warnings, legs_in_no_pairing(schedule, report), "legs in no pairing");
  return result;
}

}  // namespace skein::exchange
