#include "workflow/learn.h"

#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/input_error.h"
#include "base/log.h"
#include "workflow/stopwatch.h"
#include "workflow/version.h"

namespace skein::workflow {
std::vector<history::PastMonth> read_past_months(const std::vector<std::filesystem::path>& folders,
                                                 const std::vector<std::filesystem::path>& plans) {
  if (!plans.empty() && plans.size() != folders.size()) {
    throw InputError({"", 0, "--plans",
                      fmt::format("{} plans for {} months", plans.size(), folders.size()),
                      "give one for each month, in their order, or none"});
  }
  std::vector<history::PastMonth> months;
  for (std::size_t k = 0; k < folders.size(); ++k) {
    months.push_back(history::read_past_month(
        folders[k], plans.empty() ? std::nullopt : std::optional(plans[k])));
  }
  return months;
}

std::vector<history::PastMonth> read_months_in_order(
    const std::vector<std::filesystem::path>& folders,
    const std::vector<std::filesystem::path>& plans, std::size_t history) {
  if (history == 0 || folders.size() <= history) {
    throw InputError({"", 0, "--months", "there is no month left to plan or to test on",
                      "give more months than --history, which is 1 or more"});
  }
  std::vector<history::PastMonth> months = read_past_months(folders, plans);
  for (std::size_t k = 0; k < months.size(); ++k) {
    const std::filesystem::path& folder = folders[k];
    months[k].name = (folder.has_filename() ? folder : folder.parent_path()).filename().string();
  }
  return months;
}

LearnConnectionsOutcome learn_connections(const LearnConnectionsRequest& request) {
  const Stopwatch watch;
  Workers workers(request.threads);
  const std::vector<history::PastMonth> months = read_past_months(request.months, request.plans);
  LearnConnectionsOutcome outcome;
  predictor::ConnectionModel model =
      predictor::learn_connections(months, request.options, workers, &outcome.learnt);
  predictor::to_file(model).write(request.output);
  outcome.parameters = model.parameters();
  outcome.temperature = model.next_temperature;
  outcome.complete = !request.options.predictor.deadline.passed();

  const features::OutOfReach& out = outcome.learnt.out_of_reach;
  nlohmann::ordered_json summary;
  summary["command"] = "learn";
  summary["version"] = version();
  summary["predictor"] = model.predictor;
  summary["months"] = months.size();
  summary["samples"] = outcome.learnt.examples;
  summary["out_of_reach"] = {{"after_deadheads", out.after_deadheads},
                             {"too_late", out.too_late},
                             {"forbidden", out.forbidden},
                             {"too_many_candidates", out.too_many}};
  summary["without_state"] = outcome.learnt.without_state;
  summary["parameters"] = outcome.parameters;
  summary["temperature"] = outcome.temperature;
  summary["stopped"] = outcome.complete ? "finished" : "time_limit";
  summary["cpu_seconds"] = watch.cpu();
  summary["wall_seconds"] = watch.wall();
  summary["peak_memory_mb"] = peak_memory_mb();
  outcome.summary = summary.dump(2) + "\n";
  return outcome;
}

}  // namespace skein::workflow
