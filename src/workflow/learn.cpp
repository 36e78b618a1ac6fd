#include "workflow/learn.h"

#include <nlohmann/json.hpp>

#include "base/log.h"
#include "workflow/stopwatch.h"
#include "workflow/version.h"

namespace skein::workflow {

LearnConnectionsOutcome learn_connections(const LearnConnectionsRequest& request) {
  const Stopwatch watch;
  Workers workers(request.threads);
  std::vector<history::PastMonth> months;
  for (const std::filesystem::path& folder : request.months) {
    months.push_back(history::read_past_month(folder));
  }
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
