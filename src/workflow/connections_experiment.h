// `skein experiment connections`: how well predictors say which flight a crew takes next.
//
// Three settings on the published instances:
//
//    days      learn from days 1 to 21 of an instance, test on days 22 to 31; day 27 brings a new
//              timetable, so both halves are told apart
//    together  learn from days 1 to 21 of all instances, without names, which do not carry over;
//              test on days 22 to 31 of each
//    transfer  learn from all instances but one, without names, test on all days of that one
//
// and one on months of an airline:
//
//    months    learn from all months before one, test on all days of that one
//
// The state of each crew before its choice is the true one, and all earlier days are known. Every
// flight of the test days counts, those whose next flight is out of reach as errors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "history/past_month.h"
#include "predictor/evaluation.h"

namespace skein::workflow {

enum class ConnectionsSetting { kDays, kTogether, kTransfer, kMonths };

struct ConnectionsRequest {
  std::filesystem::path data;    // the folder that has gerad/
  std::filesystem::path output;  // folder for the tables
  WhenFolderExists when_exists = WhenFolderExists::kRefuse;
  std::vector<int> instances{1, 3, 4, 6, 7};
  // Instead of instances: month folders with pairings, in order of time, their plans where they
  // stand elsewhere, and how many of them are only learnt from.
  std::vector<std::filesystem::path> months;
  std::vector<std::filesystem::path> plans;
  std::size_t history = 1;
  std::vector<std::string> predictors;  // empty: all
  std::vector<ConnectionsSetting> settings{ConnectionsSetting::kDays, ConnectionsSetting::kTogether,
                                           ConnectionsSetting::kTransfer};  // of instances
  predictor::LearningOptions options;  // names, days and features are as the setting has them
  std::uint64_t seeds = 1;             // runs with seeds 1, 2, ...
  // Instead of days 22 to 31: learn from days 1 to 14, test on 15 to 21, to choose settings.
  bool validate = false;
  std::size_t threads = 0;  // 0: all cores
  Deadline deadline;
};

struct ConnectionsRow {
  ConnectionsSetting setting = ConnectionsSetting::kDays;
  std::string instance;
  std::string predictor;
  std::uint64_t seed = 1;
  predictor::Evaluation result;
  std::size_t examples = 0;  // learnt from
  std::size_t parameters = 0;
  double learning_seconds = 0;  // CPU
  double peak_memory_mb = 0;    // of the program so far
};

struct ConnectionsOutcome {
  std::vector<ConnectionsRow> rows;
  bool complete = true;
  std::string text;     // table
  std::string csv;      // all rows
  std::string summary;  // JSON
};

using ConnectionsObserver = std::function<void(const ConnectionsRow& row)>;

ConnectionsOutcome compare_connections(const ConnectionsRequest& request,
                                       const ConnectionsObserver& observer = {});

}  // namespace skein::workflow
