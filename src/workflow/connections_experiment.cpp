#include "workflow/connections_experiment.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "exchange/gerad.h"
#include "workflow/learn.h"
#include "workflow/stopwatch.h"
#include "workflow/version.h"

namespace skein::workflow {
namespace {

using history::PastMonth;
using predictor::DayRange;
using predictor::ErrorCounts;

constexpr std::int32_t kNewTimetable = 27;  // day

const char* name_of(ConnectionsSetting setting) {
  switch (setting) {
    case ConnectionsSetting::kDays:
      return "days";
    case ConnectionsSetting::kTogether:
      return "together";
    case ConnectionsSetting::kTransfer:
      return "transfer";
    case ConnectionsSetting::kMonths:
      return "months";
  }
  return "";
}

class ConnectionsExperiment {
 public:
  ConnectionsExperiment(const ConnectionsRequest& request, const ConnectionsObserver& observer)
      : request_(request), observer_(observer), workers_(request.threads) {
    if (by_instances()) {
      read_instances();
    } else {
      months_ = read_months_in_order(request.months, request.plans, request.history);
    }
    predictors_ = request.predictors.empty() ? predictor::predictor_names() : request.predictors;
    for (const std::string& name : predictors_) predictor::require_predictor(name);
  }

  std::vector<ConnectionsRow> run() {
    for (const ConnectionsSetting setting : settings()) {
      for (const std::string& name : predictors_) {
        for (std::size_t k = first_tested(); k < months_.size(); ++k) {
          for (std::uint64_t seed = 1; seed <= request_.seeds; ++seed) {
            if (request_.deadline.passed()) return std::move(rows_);
            add_row(setting, name, k, seed);
          }
        }
      }
    }
    return std::move(rows_);
  }

 private:
  bool by_instances() const { return request_.months.empty(); }
  std::size_t first_tested() const { return by_instances() ? 0 : request_.history; }
  std::vector<ConnectionsSetting> settings() const {
    return by_instances() ? request_.settings : std::vector{ConnectionsSetting::kMonths};
  }

  void read_instances() {
    for (const int number : request_.instances) {
      exchange::GeradImport imported =
          exchange::import_gerad(request_.data / "gerad" / fmt::format("instance{}", number));
      months_.push_back({fmt::format("instance {}", number), std::move(imported.month),
                         std::move(imported.plan)});
    }
  }

  void add_row(ConnectionsSetting setting, const std::string& name, std::size_t k,
               std::uint64_t seed) {
    predictor::LearningOptions options = request_.options;
    options.predictor.name = name;
    options.predictor.seed = seed;
    options.features.names =
        setting == ConnectionsSetting::kDays || setting == ConnectionsSetting::kMonths;
    predictor::EvaluationOptions test;
    if (setting == ConnectionsSetting::kDays || setting == ConnectionsSetting::kTogether) {
      options.days = {1, request_.validate ? 14 : 21};
      test.days = request_.validate ? DayRange{15, 21} : DayRange{22, 31};
      test.second_half = kNewTimetable;
    }
    predictor::LearningSummary summary;
    const predictor::ConnectionModel model =
        predictor::learn_connections(months_to_learn(setting, k), options, workers_, &summary);
    ConnectionsRow row{setting, months_[k].name, name, seed, {}, 0, 0, 0, 0};
    row.result = predictor::evaluate(model, predictor::choices_of(months_[k]), test, workers_);
    row.examples = summary.examples;
    row.parameters = model.next->parameters();
    row.learning_seconds = summary.cpu_seconds;
    row.peak_memory_mb = peak_memory_mb();
    if (observer_) observer_(row);
    rows_.push_back(std::move(row));
  }

  // To test on month `k`.
  std::vector<PastMonth> months_to_learn(ConnectionsSetting setting, std::size_t k) const {
    if (setting == ConnectionsSetting::kTogether) return months_;
    std::vector<PastMonth> learnt;
    for (std::size_t j = 0; j < months_.size(); ++j) {
      const bool is_learnt = setting == ConnectionsSetting::kDays     ? j == k
                             : setting == ConnectionsSetting::kMonths ? j < k
                                                                      : j != k;
      if (is_learnt) learnt.push_back(months_[j]);
    }
    return learnt;
  }

  const ConnectionsRequest& request_;
  const ConnectionsObserver& observer_;
  Workers workers_;
  std::vector<PastMonth> months_;
  std::vector<std::string> predictors_;
  std::vector<ConnectionsRow> rows_;
};

std::string csv_of(const std::vector<ConnectionsRow>& rows) {
  std::string csv =
      "setting,instance,predictor,seed,flights,error,error_joint,hubs,hubs_joint,elsewhere,"
      "elsewhere_joint,first_half,first_half_joint,second_half,second_half_joint,out_of_reach,"
      "collisions,loss,starts_error,layover_error,examples,parameters,learning_cpu_seconds,"
      "prediction_cpu_seconds,peak_memory_mb\n";
  for (const ConnectionsRow& row : rows) {
    const ErrorCounts& alone = row.result.alone;
    const ErrorCounts& joint = row.result.joint;
    csv += fmt::format(
        "{},{},{},{},{},{:.2f},{:.2f},{:.2f},{:.2f},{:.2f},{:.2f},{:.2f},{:.2f},{:.2f},{:.2f},{},"
        "{},{:.4f},{:.2f},{:.2f},{},{},{:.1f},{:.2f},{:.0f}\n",
        name_of(row.setting), row.instance, row.predictor, row.seed, alone.all.all,
        alone.all.percent(), joint.all.percent(), alone.hubs.percent(), joint.hubs.percent(),
        alone.elsewhere.percent(), joint.elsewhere.percent(), alone.first_half.percent(),
        joint.first_half.percent(), alone.second_half.percent(), joint.second_half.percent(),
        row.result.out_of_reach.total(), row.result.collisions, row.result.loss,
        row.result.starts.percent(), row.result.layover.percent(), row.examples, row.parameters,
        row.learning_seconds, row.result.seconds, row.peak_memory_mb);
  }
  return csv;
}

std::string text_of(const std::vector<ConnectionsRow>& rows) {
  std::string text = fmt::format(
      "{:<9} {:<11} {:<16} {:>4} {:>7} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>7} {:>7}\n",
      "setting", "instance", "predictor", "seed", "flights", "error", "joint", "hubs", "else",
      "half 1", "half 2", "reach", "params", "CPU s");
  for (const ConnectionsRow& row : rows) {
    const ErrorCounts& alone = row.result.alone;
    text += fmt::format(
        "{:<9} {:<11} {:<16} {:>4} {:>7} {:>6.2f} {:>6.2f} {:>6.2f} {:>6.2f} {:>6.2f} {:>6.2f} "
        "{:>6} {:>7} {:>7.1f}\n",
        name_of(row.setting), row.instance, row.predictor, row.seed, alone.all.all,
        alone.all.percent(), row.result.joint.all.percent(), alone.hubs.percent(),
        alone.elsewhere.percent(), alone.first_half.percent(), alone.second_half.percent(),
        row.result.out_of_reach.total(), row.parameters, row.learning_seconds);
  }
  return text;
}

}  // namespace

ConnectionsOutcome compare_connections(const ConnectionsRequest& request,
                                       const ConnectionsObserver& observer) {
  const Stopwatch watch;
  require_usable(request.output, request.when_exists);
  ConnectionsOutcome outcome;
  outcome.rows = ConnectionsExperiment(request, observer).run();
  outcome.complete = !request.deadline.passed();
  outcome.text = text_of(outcome.rows);
  outcome.csv = csv_of(outcome.rows);
  nlohmann::ordered_json summary;
  summary["command"] = "experiment connections";
  summary["version"] = version();
  summary["rows"] = outcome.rows.size();
  summary["stopped"] = outcome.complete ? "finished" : "time_limit";
  summary["cpu_seconds"] = watch.cpu();
  summary["peak_memory_mb"] = peak_memory_mb();
  outcome.summary = summary.dump(2) + "\n";
  StagedFolder folder(request.output, request.when_exists);
  folder.add("connections.csv", outcome.csv);
  folder.add("connections.txt", outcome.text);
  folder.add("summary.json", outcome.summary);
  folder.commit();
  return outcome;
}

}  // namespace skein::workflow
