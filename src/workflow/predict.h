// `skein predict`: from a trained predictor to connection scores, a start plan and clusters for a
// month.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "predictor/evaluation.h"
#include "seeding/greedy_chains.h"
#include "seeding/plan_figures.h"

namespace skein::workflow {

struct PredictRequest {
  std::filesystem::path model;
  std::filesystem::path month;
  std::filesystem::path output;  // plan folder, with scores.csv and clusters.csv
  WhenFolderExists when_exists = WhenFolderExists::kRefuse;
  std::optional<std::string> rules;                          // preset or file; else the month's own
  std::string decoder = "legal";                             // decoders.h
  seeding::ChainPeriod period = seeding::ChainPeriod::kBid;  // of greedy
  double confidence = 0.5;  // the least probability of a link in a cluster
  std::size_t threads = 0;  // 0: all cores
  Deadline deadline;
};

struct PredictOutcome {
  seeding::PlanFigures initial;   // as decoded
  seeding::PlanFigures feasible;  // as broken into legal parts
  std::size_t clusters = 0;
  std::size_t links = 0;     // in clusters
  std::size_t left_out = 0;  // links that nobody is sure of
  // Where the month has pairings: how often the predictor is right about them.
  std::optional<predictor::Evaluation> truth;
  double cpu_seconds = 0;
  std::string summary;  // JSON
};

PredictOutcome predict_month(const PredictRequest& request);

}  // namespace skein::workflow
