// A plan with its month and the verdict on it, read once and kept for the next requests.
#pragma once

#include <filesystem>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "plan/checker.h"
#include "plan/month_folder.h"
#include "plan/summary.h"

namespace skein::server {

// What a plan does with a flight.
struct FlightUse {
  std::vector<std::size_t> operated_by;  // pairings
  std::vector<std::size_t> ridden_by;
};

struct LoadedPlan {
  std::string name;
  std::filesystem::path month_folder;
  plan::Month month;
  plan::Plan plan;
  plan::CheckReport report;
  std::optional<plan::Bound> bound;  // as the plan's summary says
  IdVector<FlightId, FlightUse> uses;
  std::map<std::string, std::size_t> by_name;  // pairings
};

LoadedPlan load_plan(const std::string& name, const std::filesystem::path& month_folder,
                     const std::filesystem::path& plan_folder);

// Keeps the plans that were asked for last. A plan whose files have changed is read again.
class PlanCache {
 public:
  explicit PlanCache(std::size_t most = 4) : most_(most) {}

  std::shared_ptr<const LoadedPlan> get(const std::string& name,
                                        const std::filesystem::path& month_folder,
                                        const std::filesystem::path& plan_folder);

 private:
  struct Kept {
    std::string key;
    std::shared_ptr<const LoadedPlan> plan;
  };
  std::size_t most_;
  std::mutex mutex_;
  std::list<Kept> kept_;  // the last one used first
};

}  // namespace skein::server
