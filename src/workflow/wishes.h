// What a planner wishes, from files and options.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pairing/wishes.h"
#include "plan/month_folder.h"

namespace skein::workflow {

struct WishesRequest {
  std::optional<std::filesystem::path> file;  // wishes.csv
  // Names of pairings of the start plan.
  std::vector<std::string> locked_pairings;
  std::vector<std::string> forbidden_pairings;
  // Ids of two flights.
  std::vector<std::pair<std::string, std::string>> locked_connections;
  std::vector<std::pair<std::string, std::string>> forbidden_connections;

  bool empty() const {
    return !file && locked_pairings.empty() && forbidden_pairings.empty() &&
           locked_connections.empty() && forbidden_connections.empty();
  }
};

// All of them together; InputError where they contradict each other or the rules of the month.
// `start` is the plan whose pairings are named, if there is one.
pairing::Wishes gather_wishes(const WishesRequest& request, const plan::Month& month,
                              const std::optional<plan::Plan>& start);

}  // namespace skein::workflow
