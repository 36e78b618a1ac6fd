#include "workflow/warm_start_experiment.h"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/input_error.h"
#include "base/random.h"
#include "base/workers.h"
#include "exchange/gerad.h"
#include "history/past_month.h"
#include "optimizer/optimizer.h"
#include "optimizer/repair.h"
#include "plan/checker.h"
#include "plan/clusters_csv.h"
#include "predictor/connection_model.h"
#include "predictor/month_scorer.h"
#include "pricing/connections.h"
#include "seeding/breaking.h"
#include "seeding/completion.h"
#include "seeding/greedy.h"
#include "seeding/score_clusters.h"
#include "workflow/decoders.h"
#include "workflow/learn.h"
#include "workflow/standard_start.h"
#include "workflow/stopwatch.h"
#include "workflow/version.h"
#include "workflow/warm_start_runs.h"

namespace skein::workflow {
namespace {

using history::PastMonth;
using optimizer::FlightLink;

constexpr double kLeastConfidence = 0.5;  // of a link in a cluster

// What the optimizer begins with.
struct Start {
  std::vector<StartFigures> figures;
  plan::Plan plan;  // legal; may leave flights
  std::vector<FlightLink> links;
};

std::vector<FlightLink> links_in(const std::vector<plan::Cluster>& clusters) {
  std::vector<FlightLink> links;
  for (const plan::Cluster& cluster : clusters) {
    for (std::size_t k = 1; k < cluster.size(); ++k) links.emplace_back(cluster[k - 1], cluster[k]);
  }
  return links;
}

// A month to plan, and what may be learnt from.
struct Target {
  const PastMonth* month = nullptr;
  std::vector<PastMonth> history;
  bool names = false;  // whether names carry over
};

class WarmStartExperiment {
 public:
  WarmStartExperiment(const WarmStartRequest& request, const WarmStartObserver& observer)
      : request_(request),
        observer_(observer),
        workers_(request.threads),
        runs_(request.output / "runs", settings()) {
    for (const std::string& name : request.predictors) predictor::require_predictor(name);
    read_months();
  }

  std::vector<WarmStartRun> run() {
    for (std::size_t k = first_target(); k < months_.size(); ++k) {
      for (const std::string& start : starts_of(months_[k])) {
        for (int passes = 1; passes <= (request_.second_pass && start != "cold" ? 2 : 1);
             ++passes) {
          if (request_.deadline.passed()) return std::move(done_);
          add_run(target(k), start, passes);
        }
      }
    }
    return std::move(done_);
  }

 private:
  bool by_instances() const { return request_.months.empty(); }
  std::size_t first_target() const { return by_instances() ? 0 : request_.history; }

  std::string settings() const {
    return fmt::format("{} s, gap {}, window {}, seed {}", request_.run_seconds, request_.gap,
                       request_.window_days.value_or(0), request_.seed);
  }

  void read_months() {
    if (!by_instances()) {
      months_ = read_months_in_order(request_.months, request_.plans, request_.history);
      return;
    }
    for (const int number : request_.instances) {
      exchange::GeradImport imported =
          exchange::import_gerad(request_.data / "gerad" / fmt::format("instance{}", number));
      months_.push_back({fmt::format("instance {}", number), std::move(imported.month),
                         std::move(imported.plan)});
    }
    if (months_.size() < 2) {
      throw InputError(
          {"", 0, "--instances", "one instance has no other to learn from", "name two or more"});
    }
  }

  std::vector<std::string> starts_of(const PastMonth& month) const {
    std::vector<std::string> names{"cold", "standard", "random"};
    names.insert(names.end(), request_.predictors.begin(), request_.predictors.end());
    if (!month.plan.pairings.empty()) names.emplace_back("published");
    return names;
  }

  Target target(std::size_t k) const {
    Target target;
    target.month = &months_[k];
    target.names = !by_instances();
    for (std::size_t j = 0; j < months_.size(); ++j) {
      if (by_instances() ? j != k : j < k) target.history.push_back(months_[j]);
    }
    return target;
  }

  void add_run(const Target& target, const std::string& start, int passes) {
    std::optional<WarmStartRun> run = runs_.find(target.month->name, start, passes);
    if (!run) {
      run = make_run(target, start, passes);
      if (request_.deadline.passed()) return;  // it was cut short
      runs_.keep(*run);
    }
    if (observer_) observer_(*run);
    done_.push_back(std::move(*run));
  }

  WarmStartRun make_run(const Target& target, const std::string& name, int passes) {
    const plan::Month& month = target.month->month;
    WarmStartRun run;
    run.month = target.month->name;
    run.start = name;
    run.passes = passes;
    const double begin = cpu_seconds();
    const Start start = make_start(target, name);
    run.starts = start.figures;
    run.links = start.links.size();
    run.start_cpu = cpu_seconds() - begin;
    const plan::Plan whole = seeding::complete_plan(month.schedule, month.rules, start.plan).plan;
    run.start_cost = plan::check(month.schedule, month.rules, whole).cost.total().amount();
    optimize(month, {whole, greedy_plan(*target.month)}, start.links, run);
    return run;
  }

  Start make_start(const Target& target, const std::string& name) {
    const PastMonth& month = *target.month;
    if (name == "cold") return {{}, greedy_plan(month), {}};
    if (name == "random") return {{}, greedy_plan(month), random_links(month.month)};
    if (name == "standard") return standard_start(month.month);
    if (name == "published") {
      const plan::Plan legal =
          optimizer::keep_legal(month.month.schedule, month.month.rules, month.plan).plan;
      return {{}, legal, links_in(plan::clusters_of(month.month.schedule, legal))};
    }
    return predicted_start(target, name);
  }

  const plan::Plan& greedy_plan(const PastMonth& month) {
    if (greedy_of_ != &month) {
      greedy_ = seeding::plan_greedily(month.month.schedule, month.month.rules).plan;
      greedy_of_ = &month;
    }
    return greedy_;
  }

  Start standard_start(const plan::Month& month) {
    StandardStartOptions options;
    options.deadline = Deadline::in_seconds(request_.run_seconds);
    EventLog log;
    StandardStart made = make_standard_start(month, options, workers_, log);
    return {{{"rolled", made.initial, made.feasible}},
            made.rolled.feasible.plan,
            links_in(plan::clusters_of(month.schedule, made.rolled.feasible.plan))};
  }

  // Of each flight, one that the rules allow after it, no flight twice.
  std::vector<FlightLink> random_links(const plan::Month& month) const {
    Rng rng = Rng(request_.seed).split("random clusters");
    const schedule::Schedule& schedule = month.schedule;
    const pricing::Connections connections(schedule, month.rules);
    IdVector<FlightId, char> taken(schedule.flights().size(), 0);
    std::vector<FlightLink> links;
    for (FlightId flight : schedule.flight_ids()) {
      std::vector<FlightId> open;
      for (FlightId next : connections.sits(flight)) {
        if (!taken[next] && schedule.flight(next).fleet == schedule.flight(flight).fleet) {
          open.push_back(next);
        }
      }
      if (open.empty()) continue;
      const FlightId next = open[rng.below(open.size())];
      taken[next] = 1;
      links.emplace_back(flight, next);
    }
    return links;
  }

  Start predicted_start(const Target& target, const std::string& name) {
    const plan::Month& month = target.month->month;
    const predictor::MonthScorer scorer(model(target, name), month, workers_);
    const pricing::ConnectionScores scores = scorer.scores(workers_);
    Start start;
    for (const char* decoder : {"greedy", "legal"}) {
      DecodingOptions decoding;
      decoding.decoder = decoder;
      const plan::Plan decoded = decode(month, scorer, scores, decoding);
      start.plan = seeding::break_illegal(month.schedule, month.rules, decoded).plan;
      start.figures.push_back({decoder, seeding::figures_of(month.schedule, month.rules, decoded),
                               seeding::figures_of(month.schedule, month.rules, start.plan)});
    }
    start.links = links_in(seeding::clusters_of_plan(month.schedule, month.rules, start.plan,
                                                     scorer, {kLeastConfidence})
                               .clusters);
    return start;
  }

  // The last one is kept, for its runs with one pass and with two.
  const predictor::ConnectionModel& model(const Target& target, const std::string& name) {
    const auto key = std::pair(target.month, name);
    if (!model_ || model_key_ != key) {
      predictor::LearningOptions options;
      options.predictor.name = name;
      options.predictor.seed = request_.seed;
      options.features.names = target.names;
      model_ = predictor::learn_connections(target.history, options, workers_);
      model_key_ = key;
    }
    return *model_;
  }

  void optimize(const plan::Month& month, const std::vector<plan::Plan>& starts,
                const std::vector<FlightLink>& links, WarmStartRun& run) {
    optimizer::Options options;
    options.gap = request_.gap;
    options.deadline = Deadline::in_seconds(run.passes * request_.run_seconds);
    options.links = links;
    options.passes = run.passes;
    if (request_.window_days) {
      options.window = Minutes(static_cast<std::int32_t>(*request_.window_days * kDay.count()));
      options.overlap = Minutes(options.window.count() / 2);
    }
    const double begin = cpu_seconds();
    const optimizer::Result result = optimizer::optimize(
        month.schedule, month.rules, starts, workers_, options,
        [&](const optimizer::Progress& line) {
          add_point(run, {cpu_seconds() - begin, line.plan.cost, line.bound, line.lp});
        });
    run.cpu = cpu_seconds() - begin;
    add_point(run, {run.cpu, result.cost, result.bound, result.lp});
    const plan::CheckReport report = plan::check(month.schedule, month.rules, result.plan);
    run.cost = report.cost.total().amount();
    run.bound = result.bound;
    run.base_excess = report.cost.base_excess.amount();
    run.uncovered = report.uncovered.size();
    run.violations = report.violations();
    for (const plan::PairingVerdict& pairing : report.pairings) run.deadheads += pairing.deadheads;
  }

  // Where something has changed.
  static void add_point(WarmStartRun& run, const CoursePoint& point) {
    if (!run.course.empty() && run.course.back().plan == point.plan &&
        run.course.back().bound == point.bound && run.course.back().lp == point.lp) {
      return;
    }
    run.course.push_back(point);
  }

  const WarmStartRequest& request_;
  const WarmStartObserver& observer_;
  Workers workers_;
  WarmStartRuns runs_;
  std::vector<PastMonth> months_;
  std::vector<WarmStartRun> done_;
  const PastMonth* greedy_of_ = nullptr;
  plan::Plan greedy_;
  std::optional<predictor::ConnectionModel> model_;
  std::pair<const PastMonth*, std::string> model_key_;
};

std::string summary_of(const WarmStartOutcome& outcome, const Stopwatch& watch) {
  nlohmann::ordered_json summary;
  summary["command"] = "experiment warm-start";
  summary["version"] = version();
  summary["runs"] = outcome.runs.size();
  std::size_t violations = 0;
  for (const WarmStartRun& run : outcome.runs) violations += run.violations;
  summary["violations"] = violations;
  summary["stopped"] = outcome.complete ? "finished" : "time_limit";
  summary["cpu_seconds"] = watch.cpu();
  summary["peak_memory_mb"] = peak_memory_mb();
  return summary.dump(2) + "\n";
}

}  // namespace

WarmStartOutcome compare_warm_starts(const WarmStartRequest& request,
                                     const WarmStartObserver& observer) {
  const Stopwatch watch;
  WarmStartOutcome outcome;
  outcome.runs = WarmStartExperiment(request, observer).run();
  outcome.complete = !request.deadline.passed();
  outcome.text = tables_of(outcome.runs);
  outcome.csv = csv_of(outcome.runs);
  outcome.summary = summary_of(outcome, watch);
  std::filesystem::create_directories(request.output);
  write_file(request.output / "warm_start.csv", outcome.csv);
  write_file(request.output / "warm_start.txt", outcome.text);
  write_file(request.output / "index.html", page_of(outcome.runs));
  write_file(request.output / "summary.json", outcome.summary);
  return outcome;
}

}  // namespace skein::workflow
