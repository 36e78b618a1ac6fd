#include "workflow/month_summary.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "workflow/version.h"

namespace skein::workflow {

using Json = nlohmann::ordered_json;

WrittenMonth figures_of(const std::filesystem::path& folder, const plan::Month& month,
                        const std::optional<plan::Plan>& plan) {
  const schedule::Schedule& schedule = month.schedule;
  return {folder,
          schedule.flights().size(),
          schedule.stations().size(),
          schedule.bases().size(),
          schedule.fleets().size(),
          plan ? plan->pairings.size() : 0};
}

std::string months_json(const std::string& command, const std::vector<WrittenMonth>& months,
                        const std::vector<std::string>& warnings, const Stopwatch& stopwatch) {
  WrittenMonth all;
  Json list = Json::array();
  for (const WrittenMonth& month : months) {
    all.flights += month.flights;
    all.stations = std::max(all.stations, month.stations);
    all.bases = std::max(all.bases, month.bases);
    all.fleets = std::max(all.fleets, month.fleets);
    all.pairings += month.pairings;
    list.push_back({{"folder", month.folder.string()},
                    {"flights", month.flights},
                    {"stations", month.stations},
                    {"bases", month.bases},
                    {"fleets", month.fleets},
                    {"pairings", month.pairings}});
  }
  const Json json = {{"command", command},
                     {"version", version()},
                     {"flights", all.flights},
                     {"stations", all.stations},
                     {"bases", all.bases},
                     {"fleets", all.fleets},
                     {"pairings", all.pairings},
                     {"months", list},
                     {"warnings", warnings},
                     {"cpu_seconds", stopwatch.cpu()},
                     {"wall_seconds", stopwatch.wall()},
                     {"peak_memory_mb", peak_memory_mb()}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace skein::workflow
