// `skein learn`: from past months to a predictor of flight connections.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "predictor/connection_model.h"

namespace skein::workflow {

struct LearnConnectionsRequest {
  std::vector<std::filesystem::path> months;
  std::vector<std::filesystem::path> plans;  // of the months, in their order; none: their own
  std::filesystem::path output;              // model file
  // Predictor, features, days; seed and deadline are in the predictor's options.
  predictor::LearningOptions options;
  std::size_t threads = 0;  // 0: all cores
};

struct LearnConnectionsOutcome {
  predictor::LearningSummary learnt;
  std::size_t parameters = 0;
  double temperature = 1;
  bool complete = true;  // false: the deadline cut it short
  std::string summary;   // JSON
};

// With their own pairings, or with plans that stand elsewhere, one for each.
std::vector<history::PastMonth> read_past_months(const std::vector<std::filesystem::path>& folders,
                                                 const std::vector<std::filesystem::path>& plans);

// The same in order of time, named after their folders; the first `history` of them are only learnt
// from, and there must be others.
std::vector<history::PastMonth> read_months_in_order(
    const std::vector<std::filesystem::path>& folders,
    const std::vector<std::filesystem::path>& plans, std::size_t history);

// Writes the model in one step, at the end.
LearnConnectionsOutcome learn_connections(const LearnConnectionsRequest& request);

}  // namespace skein::workflow
