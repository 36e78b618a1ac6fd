#include "server/loaded_plan.h"

#include <algorithm>
#include <fstream>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace skein::server {
namespace {

namespace fs = std::filesystem;

std::optional<plan::Bound> bound_in(const fs::path& folder) {
  std::ifstream stream(folder / "summary.json");
  const auto json = nlohmann::json::parse(stream, nullptr, false);
  if (!json.is_object() || !json.contains("bound") || !json["bound"].is_object()) {
    return std::nullopt;
  }
  const auto& bound = json["bound"];
  if (!bound.contains("value") || !bound["value"].is_number()) return std::nullopt;
  const std::string kind = bound.value("kind", "none");
  if (kind == "none") return std::nullopt;
  return plan::Bound{bound["value"], kind};
}

// Changes when one of the files does.
std::string state_of(const fs::path& folder) {
  std::string state;
  for (const char* file :
       {"schedule.csv", "schedule.csv.gz", "stations.csv", "stations.csv.gz", "rules.toml",
        "wishes.csv", "pairings.csv", "pairings.csv.gz", "summary.json"}) {
    std::error_code error;
    const auto written = fs::last_write_time(folder / file, error);
    if (!error) state += fmt::format("{}:{};", file, written.time_since_epoch().count());
  }
  return state;
}

}  // namespace

LoadedPlan load_plan(const std::string& name, const fs::path& month_folder,
                     const fs::path& plan_folder) {
  LoadedPlan loaded;
  loaded.name = name;
  loaded.month_folder = month_folder;
  loaded.month = plan::read_month_of_plan(month_folder, plan_folder);
  loaded.plan = plan::read_plan(plan_folder, loaded.month.schedule);
  loaded.report = plan::check(loaded.month.schedule, loaded.month.rules, loaded.plan);
  loaded.bound = bound_in(plan_folder);
  loaded.uses = IdVector<FlightId, FlightUse>(loaded.month.schedule.flights().size());
  for (std::size_t k = 0; k < loaded.plan.pairings.size(); ++k) {
    const plan::Pairing& pairing = loaded.plan.pairings[k];
    loaded.by_name.emplace(pairing.name, k);
    for (const plan::Leg& leg : pairing.legs) {
      if (!leg.flight.exists()) continue;
      FlightUse& use = loaded.uses[leg.flight];
      (leg.role == plan::Role::kOperate ? use.operated_by : use.ridden_by).push_back(k);
    }
  }
  return loaded;
}

std::shared_ptr<const LoadedPlan> PlanCache::get(const std::string& name,
                                                 const fs::path& month_folder,
                                                 const fs::path& plan_folder) {
  // Loading under the lock: two requests for one plan read it once.
  const std::lock_guard lock(mutex_);
  const std::string key = fmt::format("{}|{}|{}|{}", month_folder.string(), plan_folder.string(),
                                      state_of(month_folder), state_of(plan_folder));
  const auto found =
      std::find_if(kept_.begin(), kept_.end(), [&](const Kept& kept) { return kept.key == key; });
  if (found != kept_.end()) {
    kept_.splice(kept_.begin(), kept_, found);
    return found->plan;
  }
  kept_.push_front(
      {key, std::make_shared<const LoadedPlan>(load_plan(name, month_folder, plan_folder))});
  if (kept_.size() > most_) kept_.pop_back();
  return kept_.front().plan;
}

}  // namespace skein::server
