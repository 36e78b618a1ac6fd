#include "workflow/near_best_experiment.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/input_error.h"
#include "plan/checker.h"
#include "plan/clusters_csv.h"
#include "plan/connections.h"
#include "report/text.h"
#include "seeding/joint_chains.h"
#include "seeding/scores_csv.h"
#include "workflow/check.h"
#include "workflow/stopwatch.h"
#include "workflow/version.h"

namespace skein::workflow {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;
using plan::Connections;

// After each flight what is likeliest, where that is a flight.
Connections likeliest(const pricing::ConnectionScores& scores, const schedule::Schedule& schedule) {
  Connections connections;
  for (const FlightId flight : schedule.flight_ids()) {
    const pricing::FlightOutlook& outlook = scores.outlook[flight];
    const auto best = std::ranges::max_element(outlook.next, {}, &pricing::NextFlight::probability);
    if (best == outlook.next.end() || best->probability < outlook.ends) continue;
    connections.emplace(flight, best->flight);
  }
  return connections;
}

Connections connections_of(const seeding::Links& links, const schedule::Schedule& schedule) {
  Connections connections;
  for (const FlightId flight : schedule.flight_ids()) {
    if (links.next[flight].exists()) connections.emplace(flight, links.next[flight]);
  }
  return connections;
}

class NearBestExperiment {
 public:
  explicit NearBestExperiment(const NearBestRequest& request)
      : request_(request), month_(read_month_with_rules(request.month, request.rules)) {
    for (const fs::path& folder : request.plans) price(folder);
    near_ = plan::near_best(plans_, request.within);
    if (near_.cheapest == plan::NearBest::kNone) {
      throw InputError({"", 0, "--plans", "none of the plans is legal",
                        "give plans of this month that `skein check` finds no violation in"});
    }
    if (plan::has_pairings(request.month)) {
      own_ = plan::connections_of(plan::read_plan(request.month, month_.schedule));
    }
  }

  NearBestOutcome run() {
    NearBestOutcome outcome;
    outcome.plans = std::move(rows_of_plans_);
    const double least = plans_[near_.cheapest].cost.amount();
    for (NearBestPlan& row : outcome.plans) row.above = least > 0 ? row.cost / least - 1 : 0;
    for (const std::size_t k : near_.plans) outcome.plans[k].counts = true;
    for (const fs::path& folder : request_.starts) add_start(folder, outcome);
    if (own_) add(request_.month.string(), "own pairings", *own_, outcome);
    return outcome;
  }

 private:
  void price(const fs::path& folder) {
    const plan::Plan plan = plan::read_plan(folder, month_.schedule);
    const plan::CheckReport report =
        plan::check(month_.schedule, month_.rules, plan, {request_.base_rows});
    plans_.push_back({report.cost.total(), report.legal(), plan::connections_of(plan)});
    rows_of_plans_.push_back({folder.string(), report.cost.total().amount(), report.violations(),
                              plans_.back().connections.size(), 0, false});
  }

  void add_start(const fs::path& folder, NearBestOutcome& outcome) const {
    const schedule::Schedule& schedule = month_.schedule;
    const std::string name = folder.string();
    if (fs::exists(folder / "scores.csv")) {
      const pricing::ConnectionScores scores =
          seeding::read_scores(LineReader::open(folder / "scores.csv"), schedule);
      add(name, "likeliest", likeliest(scores, schedule), outcome);
      const seeding::JointLinks joint = seeding::decode_jointly(schedule, month_.rules, scores);
      add(name, "joint", connections_of(joint.links, schedule), outcome);
    }
    add(name, "start", plan::connections_of(plan::read_plan(folder, schedule)), outcome);
    if (fs::exists(folder / "clusters.csv")) {
      const auto clusters =
          plan::read_clusters(LineReader::open(folder / "clusters.csv"), schedule);
      add(name, "clusters", plan::connections_of(clusters), outcome);
    }
  }

  void add(const std::string& start, const std::string& kind, const Connections& predicted,
           NearBestOutcome& outcome) const {
    PredictedConnections row{start, kind, predicted.size(), 0, 0, std::nullopt};
    row.near_best = plan::count_shared(predicted, near_.connections);
    row.cheapest = plan::count_shared(predicted, plans_[near_.cheapest].connections);
    if (own_) row.own = plan::count_shared(predicted, *own_);
    outcome.rows.push_back(std::move(row));
  }

  const NearBestRequest& request_;
  plan::Month month_;
  std::vector<plan::PricedPlan> plans_;
  std::vector<NearBestPlan> rows_of_plans_;
  plan::NearBest near_;
  std::optional<Connections> own_;
};

std::string text_of(const NearBestOutcome& outcome) {
  report::TextTable plans(
      {"plan", "cost", "above the best", "violations", "connections", "counts"});
  for (const NearBestPlan& row : outcome.plans) {
    plans.add({row.name, report::grouped(row.cost, 2), report::percent(row.above, 3),
               report::grouped(row.violations), report::grouped(row.connections),
               row.counts ? "yes" : "no"});
  }
  report::TextTable predicted(
      {"predicted", "kind", "connections", "near the best", "in the cheapest", "in own pairings"});
  for (const PredictedConnections& row : outcome.rows) {
    predicted.add({row.start, row.kind, report::grouped(row.connections),
                   report::percent(row.share(row.near_best)),
                   report::percent(row.share(row.cheapest)),
                   row.own ? report::percent(row.share(*row.own)) : "-"});
  }
  return plans.text() + "\n" + predicted.text();
}

ordered_json json_of(const NearBestPlan& row) {
  return {{"plan", row.name},
          {"cost", row.cost},
          {"above_best", row.above},
          {"violations", row.violations},
          {"connections", row.connections},
          {"near_best", row.counts}};
}

ordered_json json_of(const PredictedConnections& row) {
  ordered_json json{{"start", row.start},
                    {"kind", row.kind},
                    {"connections", row.connections},
                    {"in_near_best", row.near_best},
                    {"in_near_best_share", row.share(row.near_best)},
                    {"in_cheapest_share", row.share(row.cheapest)}};
  if (row.own) json["in_own_pairings_share"] = row.share(*row.own);
  return json;
}

std::string summary_of(const NearBestRequest& request, const NearBestOutcome& outcome,
                       const Stopwatch& watch) {
  ordered_json summary;
  summary["command"] = "experiment near-best";
  summary["version"] = version();
  summary["within"] = request.within;
  summary["plans"] = ordered_json::array();
  for (const NearBestPlan& row : outcome.plans) summary["plans"].push_back(json_of(row));
  summary["predicted"] = ordered_json::array();
  for (const PredictedConnections& row : outcome.rows) summary["predicted"].push_back(json_of(row));
  summary["cpu_seconds"] = watch.cpu();
  summary["peak_memory_mb"] = peak_memory_mb();
  return summary.dump(2) + "\n";
}

}  // namespace

NearBestOutcome compare_with_near_best(const NearBestRequest& request) {
  const Stopwatch watch;
  NearBestOutcome outcome = NearBestExperiment(request).run();
  outcome.text = text_of(outcome);
  outcome.summary = summary_of(request, outcome, watch);
  return outcome;
}

}  // namespace skein::workflow
