// `skein experiment near-best`: what share of the predicted connections occurs in some plan that is
// about as good as the best one known.
//
// Good plans of a month differ in many connections, so a predictor that misses what crews did may
// still be right. Predicted are, of each start folder (as `skein predict` leaves it):
//
//    likeliest  after each flight what scores.csv has as its likeliest, unless that is the end
//    joint      the likeliest connections of all flights together (seeding/joint_chains.h)
//    start      the connections of its pairings
//    clusters   those of clusters.csv, without the links that nobody is sure of
//
// A folder without scores or clusters, such as a plan made in another way, is told without them.
// The month's own pairings, where it has any, are told beside the predictions and are compared
// themselves.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace skein::workflow {

struct NearBestRequest {
  std::filesystem::path month;
  std::vector<std::filesystem::path> plans;   // of the month; illegal ones do not count
  std::vector<std::filesystem::path> starts;  // what was predicted
  std::optional<std::string> rules;           // preset or file; else the month's own
  bool base_rows = true;
  double within = 0.005;  // a plan may cost so much more than the cheapest, as a share
};

struct NearBestPlan {
  std::string name;
  double cost = 0;
  std::size_t violations = 0;
  std::size_t connections = 0;
  double above = 0;  // the cheapest one, as a share of it
  bool counts = false;
};

// Connections that were predicted, and how many of them occur where.
struct PredictedConnections {
  std::string start;
  std::string kind;
  std::size_t connections = 0;
  std::size_t near_best = 0;       // in some plan near the best
  std::size_t cheapest = 0;        // in the cheapest plan
  std::optional<std::size_t> own;  // in the month's own pairings

  double share(std::size_t count) const {
    return connections == 0 ? 0 : static_cast<double>(count) / static_cast<double>(connections);
  }
};

struct NearBestOutcome {
  std::vector<NearBestPlan> plans;
  std::vector<PredictedConnections> rows;
  std::string text;     // tables
  std::string summary;  // JSON
};

// Throws InputError where no plan is legal.
NearBestOutcome compare_with_near_best(const NearBestRequest& request);

}  // namespace skein::workflow
