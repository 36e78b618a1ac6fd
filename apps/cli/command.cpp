#include "command.h"

#include <fmt/format.h>

#include "base/log.h"
#include "report/text.h"

namespace skein::cli {

Deadline CommonOptions::deadline() const {
  return time_limit ? Deadline::in_seconds(*time_limit) : Deadline();
}

void CommonOptions::write_summary(const std::string& json) const {
  if (summary) write_file(*summary, json);
}

int run_chosen(const std::vector<Command>& commands) {
  for (const Command& command : commands) {
    if (command.app->parsed()) return command.run();
  }
  return kBadInput;
}

void add_common_options(CLI::App& app, CommonOptions& options) {
  app.add_option("--seed", options.seed, "where chance plays a part: same seed, same result")
      ->capture_default_str();
  app.add_option("--threads", options.threads, "cores to use; 0 = all")
      ->capture_default_str()
      ->check(CLI::Range(0, 1024));
  app.add_option("--time-limit", options.time_limit, "stop after so many seconds, keep the best")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--summary", options.summary, "write the figures to this file as JSON");
  app.add_flag("-q,--quiet", options.quiet, "only warnings and results");
  app.add_flag("-v,--verbose", options.verbose, "more messages");
}

void apply_verbosity(const CommonOptions& options) {
  if (options.quiet) return set_verbosity(Verbosity::kQuiet);
  set_verbosity(options.verbose ? Verbosity::kDebug : Verbosity::kNormal);
}

void add_output_option(CLI::App& app, std::filesystem::path& output, bool& force,
                       const std::string& what) {
  app.add_option("-o,--output", output, what)->required();
  app.add_flag("--force", force, "replace the files of an output folder that exists");
}

WhenFolderExists when_exists(bool force) {
  return force ? WhenFolderExists::kReplaceFiles : WhenFolderExists::kRefuse;
}

void add_rules_options(CLI::App& app, std::optional<std::string>& rules, bool& base_rows) {
  app.add_option("--rules", rules, "gerad, faa117, easa, or a rules.toml; else the month's own");
  app.add_option_function<std::string>(
         "--base-rows", [&base_rows](const std::string& text) { base_rows = text == "on"; },
         "on: charge hours above a base's share (default); off: do not")
      ->check(CLI::IsMember({"on", "off"}));
}

void add_learning_options(CLI::App& app, predictor::LearningOptions& options) {
  app.add_flag("--pairwise", options.pairwise,
               "learn also how often crews that compete for the same flights cross, for joint "
               "choices");
  app.add_option_function<std::string>(
         "--embeddings",
         [&options](const std::string& text) {
           options.predictor.embeddings =
               text == "learnt" ? predictor::Embeddings::kLearnt : predictor::Embeddings::kFixed;
         },
         "names of stations and fleets in cnn and cnn-crf: fixed, vectors drawn by lot (default);\n"
         "learnt, vectors that are trained with the network")
      ->check(CLI::IsMember({"learnt", "fixed"}));
}

std::string month_line(const workflow::WrittenMonth& month) {
  using report::counted;
  std::string line =
      fmt::format("{}: {}, {}, {}, {}", month.folder.string(), counted(month.flights, "flight"),
                  counted(month.stations, "station"), counted(month.bases, "base"),
                  counted(month.fleets, "fleet"));
  if (month.pairings > 0) line += ", " + counted(month.pairings, "pairing");
  return line;
}

}  // namespace skein::cli
