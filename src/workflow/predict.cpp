#include "workflow/predict.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/log.h"
#include "base/workers.h"
#include "plan/checker.h"
#include "predictor/month_scorer.h"
#include "seeding/breaking.h"
#include "seeding/score_clusters.h"
#include "seeding/scores_csv.h"
#include "workflow/check.h"
#include "workflow/decoders.h"
#include "workflow/plan_folder.h"
#include "workflow/stopwatch.h"
#include "workflow/version.h"

namespace skein::workflow {
namespace {

using nlohmann::ordered_json;

// How often the predictor is right about what the month's own crews did.
std::optional<predictor::Evaluation> judge(const PredictRequest& request,
                                           const predictor::ConnectionModel& model,
                                           const plan::Month& month, Workers& workers) {
  if (!plan::has_pairings(request.month)) return std::nullopt;
  history::PastMonth own{request.month.string(), month,
                         plan::read_plan(request.month, month.schedule)};
  predictor::EvaluationOptions options;
  options.past = predictor::KnownPast::kLearnt;
  return predictor::evaluate(model, predictor::choices_of(own), options, workers);
}

ordered_json figures_json(const seeding::PlanFigures& figures) {
  return {{"pairings", figures.pairings},         {"infeasible_pairings", figures.infeasible},
          {"covered", figures.covered},           {"uncovered", figures.uncovered()},
          {"over_covered", figures.over_covered}, {"deadheads", figures.deadheads},
          {"cost", figures.cost().amount()},      {"pairing_cost", figures.pairing_cost.amount()}};
}

std::string summary_of(const PredictRequest& request, const predictor::ConnectionModel& model,
                       const PredictOutcome& outcome, const Stopwatch& watch) {
  ordered_json summary;
  summary["command"] = "predict";
  summary["version"] = version();
  summary["predictor"] = model.predictor;
  summary["decoder"] = request.decoder;
  summary["samples"] = outcome.initial.flights;
  summary["parameters"] = model.parameters();
  if (outcome.truth) {
    summary["test_error"] = outcome.truth->alone.all.percent() / 100;
    summary["test_error_joint"] = outcome.truth->joint.all.percent() / 100;
  }
  summary["pairings"] = outcome.initial.pairings;
  summary["infeasible_pairings"] = outcome.initial.infeasible;
  summary["initial"] = figures_json(outcome.initial);
  summary["feasible"] = figures_json(outcome.feasible);
  summary["clusters"] = outcome.clusters;
  summary["links"] = outcome.links;
  summary["links_left_out"] = outcome.left_out;
  summary["cpu_seconds"] = watch.cpu();
  summary["wall_seconds"] = watch.wall();
  summary["peak_memory_mb"] = peak_memory_mb();
  return summary.dump(2) + "\n";
}

}  // namespace

PredictOutcome predict_month(const PredictRequest& request) {
  const Stopwatch watch;
  require_decoder(request.decoder);
  require_usable(request.output, request.when_exists);
  EventLog log;
  Workers workers(request.threads);
  const predictor::ConnectionModel model = predictor::read_connection_model(request.model);
  const plan::Month month = read_month_with_rules(request.month, request.rules);
  const schedule::Schedule& schedule = month.schedule;
  log.add("loaded", fmt::format("\"flights\":{}", schedule.flights().size()));

  const predictor::MonthScorer scorer(model, month, workers);
  const pricing::ConnectionScores scores = scorer.scores(workers);
  log.add("scored", "");
  const plan::Plan initial =
      decode(month, scorer, scores, {request.decoder, request.period, request.deadline});
  PredictOutcome outcome;
  outcome.initial = seeding::figures_of(schedule, month.rules, initial);
  log.add("decoded", fmt::format("\"pairings\":{},\"infeasible\":{}", outcome.initial.pairings,
                                 outcome.initial.infeasible));
  const plan::Plan feasible = seeding::break_illegal(schedule, month.rules, initial).plan;
  outcome.feasible = seeding::figures_of(schedule, month.rules, feasible);
  const seeding::ScoreClusters clusters =
      seeding::clusters_of_plan(schedule, month.rules, feasible, scorer, {request.confidence});
  outcome.clusters = clusters.clusters.size();
  outcome.links = clusters.links;
  outcome.left_out = clusters.left_out;
  outcome.truth = judge(request, model, month, workers);
  outcome.cpu_seconds = watch.cpu();
  outcome.summary = summary_of(request, model, outcome, watch);

  const plan::CheckReport report = plan::check(schedule, month.rules, feasible);
  plan::Summary summary = workflow::summary_of("predict", request.month, month, feasible, report);
  summary.stopped = request.deadline.passed() ? "time_limit" : "done";
  watch.fill_in(summary);
  write_plan_folder(request.output, request.when_exists, month, feasible, summary, log,
                    std::nullopt,
                    {{"scores.csv", seeding::scores_csv(schedule, scores)},
                     {"clusters.csv", plan::clusters_csv(schedule, clusters.clusters)}});
  return outcome;
}

}  // namespace skein::workflow
