// What the subcommands share: options that are the same everywhere, and exit codes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/clock.h"
#include "base/files.h"
#include "workflow/learn.h"
#include "workflow/month_summary.h"
#include "workflow/run.h"

namespace skein::cli {

enum ExitCode : int {
  kDone = 0,
  kInternalError = 1,
  kBadInput = 2,
  kLimitReached = 3,  // the best result so far is saved
  kViolationsFound = 4,
};

struct CommonOptions {
  std::uint64_t seed = 1;
  int threads = 0;  // 0: all cores
  std::optional<double> time_limit;
  std::optional<std::filesystem::path> summary;
  bool quiet = false;
  bool verbose = false;

  Deadline deadline() const;
  // Writes the summary file where one is asked for.
  void write_summary(const std::string& json) const;
};

// A subcommand: its parser and what it does once the options are read.
struct Command {
  CLI::App* app = nullptr;
  std::function<int()> run;
};

// Runs the one that was named.
int run_chosen(const std::vector<Command>& commands);

// Adds --seed, --threads, --time-limit, --summary, --quiet and --verbose.
void add_common_options(CLI::App& app, CommonOptions& options);
void apply_verbosity(const CommonOptions& options);

// Adds -o and --force; `what` says what is written.
void add_output_option(CLI::App& app, std::filesystem::path& output, bool& force,
                       const std::string& what);
WhenFolderExists when_exists(bool force);

// Adds --rules and --base-rows.
void add_rules_options(CLI::App& app, std::optional<std::string>& rules, bool& base_rows);

// Adds --pairwise and --embeddings.
void add_learning_options(CLI::App& app, predictor::LearningOptions& options);

// A month that was written, in one line.
std::string month_line(const workflow::WrittenMonth& month);

// The verdict on the plan of a run, as far as there is one, and what its stages took.
void print_run(const workflow::RunOutcome& outcome, bool base_rows);

// One function per subcommand, each in a file of its own.
Command make_bench(CLI::App& parent);
Command make_check(CLI::App& parent);
Command make_compare(CLI::App& parent);
Command make_demo(CLI::App& parent);
Command make_experiment(CLI::App& parent);
Command make_export(CLI::App& parent);
Command make_generate(CLI::App& parent);
Command make_import(CLI::App& parent);
Command make_learn(CLI::App& parent);
Command make_near_best(CLI::App& parent);  // of experiment
Command make_predict(CLI::App& parent);
Command make_report(CLI::App& parent);
Command make_run(CLI::App& parent);
Command make_sequence(CLI::App& parent);
Command make_model(CLI::App& parent);
Command make_serve(CLI::App& parent);
Command make_solve(CLI::App& parent);
Command make_why(CLI::App& parent);

}  // namespace skein::cli
