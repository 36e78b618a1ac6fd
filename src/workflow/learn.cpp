#include "workflow/learn.h"

#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/input_error.h"
#include "base/log.h"
#include "workflow/stopwatch.h"
#include "workflow/version.h"

namespace skein::workflow {
namespace {

std::vector<history::PastMonth> read_months(const LearnConnectionsRequest& request) {
  if (!request.plans.empty() && request.plans.size() != request.months.size()) {
    throw InputError(
        {"", 0, "--plans",
         fmt::format("{} plans for {} months", request.plans.size(), request.months.size()),
         "give one for each month, in their order, or none"});
  }
  std::vector<history::PastMonth> months;
  for (std::size_t k = 0; k < request.months.size(); ++k) {
    const bool elsewhere = !request.plans.empty();
    months.push_back(history::read_past_month(
        request.months[k], elsewhere ? std::optional(request.plans[k]) : std::nullopt));
  }
  return months;
}

}  // namespace

LearnConnectionsOutcome learn_connections(const LearnConnectionsRequest& request) {
  const Stopwatch watch;
  Workers workers(request.threads);
  const std::vector<history::PastMonth> months = read_months(request);
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
