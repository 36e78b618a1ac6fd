#include "workflow/solve.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/input_error.h"
#include "base/log.h"
#include "base/progress.h"
#include "base/workers.h"
#include "cover/export.h"
#include "optimizer/optimizer.h"
#include "optimizer/prices_csv.h"
#include "optimizer/repair.h"
#include "pairing/rules_toml.h"
#include "plan/clusters_csv.h"
#include "plan/wishes_csv.h"
#include "seeding/greedy.h"
#include "seeding/rotation_clusters.h"
#include "workflow/plan_folder.h"
#include "workflow/solve_checkpoint.h"
#include "workflow/standard_start.h"
#include "workflow/stopwatch.h"

namespace skein::workflow {
namespace {

constexpr double kShortestWindow = 1;  // days
constexpr std::size_t kDroppedShown = 10;

const char* stop_name(optimizer::Stop stop) {
  switch (stop) {
    case optimizer::Stop::kFinished:
      return "done";
    case optimizer::Stop::kGap:
      return "gap";
    case optimizer::Stop::kTimeLimit:
      return "time_limit";
    case optimizer::Stop::kInterrupted:
      return "interrupted";
  }
  return "";
}

const char* stop_name(seeding::GreedyStop stop) {
  switch (stop) {
    case seeding::GreedyStop::kFinished:
      return "done";
    case seeding::GreedyStop::kTimeLimit:
      return "time_limit";
    case seeding::GreedyStop::kInterrupted:
      return "interrupted";
  }
  return "";
}

const char* bound_name(optimizer::BoundKind kind) {
  switch (kind) {
    case optimizer::BoundKind::kCuts:
      return "cuts";
    case optimizer::BoundKind::kLp:
      return "lp";
    case optimizer::BoundKind::kLagrangian:
      return "lagrangian";
  }
  return "";
}

void require_known_method(const SolveRequest& request) {
  for (const char* method : {"greedy", "weekly", "optimize"}) {
    if (request.method == method) return;
  }
  throw InputError({"", 0, "--method", in_quotes(request.method) + " is not a method",
                    "use greedy, weekly or optimize"});
}

// Only the optimizer takes these options.
void require_optimizer(const SolveRequest& request) {
  if (request.method == "optimize") return;
  const auto refuse_if = [&](bool given, const char* option, const char* lack) {
    if (!given) return;
    throw InputError({"", 0, option, fmt::format("the {} method {}", request.method, lack),
                      fmt::format("add --method optimize, or leave {} out", option)});
  };
  refuse_if(request.start.has_value(), "--start", "starts from nothing");
  refuse_if(request.model.has_value(), "--export", "has no model");
  refuse_if(request.window_days.has_value(), "--window", "has no windows");
  refuse_if(request.overlap_days.has_value(), "--overlap", "has no windows");
  refuse_if(!request.wishes.empty(), "--wishes", "knows no wishes");
  refuse_if(request.clusters.has_value(), "--clusters", "has no clusters");
  refuse_if(request.prices.has_value(), "--prices", "has no prices");
  refuse_if(request.passes > 1, "--passes", "has one pass");
  refuse_if(request.resume, "--resume", "keeps no checkpoints");
}

optimizer::MasterMethod master_method(const SolveRequest& request) {
  if (request.master == "first-order") return optimizer::MasterMethod::kFirstOrder;
  if (request.master == "interior-point") return optimizer::MasterMethod::kInteriorPoint;
  throw InputError({"", 0, "--master", in_quotes(request.master) + " is not a method",
                    "use first-order or interior-point"});
}

void require_sound_windows(const SolveRequest& request) {
  if (request.overlap_days && !request.window_days) {
    throw InputError({"", 0, "--overlap", "there are no windows to overlap", "add --window DAYS"});
  }
  if (!request.window_days) return;
  if (*request.window_days < kShortestWindow) {
    throw InputError({"", 0, "--window", fmt::format("{} days are too few", *request.window_days),
                      "use 1 day or more"});
  }
  if (request.overlap_days && *request.overlap_days >= *request.window_days) {
    throw InputError({"", 0, "--overlap", "windows that overlap whole never end",
                      fmt::format("use less than {} days", *request.window_days)});
  }
  if (request.model) {
    throw InputError({"", 0, "--export", "windows have no model of the whole month",
                      "leave --window or --export out"});
  }
}

Minutes days(double count) {
  return Minutes(std::lround(count * kDay.count()));
}

void require_model_format(const SolveRequest& request) {
  if (!request.model) return;
  const std::string ending = request.model->extension().string();
  if (ending == ".lp" || ending == ".mps") return;
  throw InputError(
      {*request.model, 0, "--export", "the ending tells no format", "name the file .lp or .mps"});
}

std::size_t legs_of(const plan::Plan& plan) {
  std::size_t legs = 0;
  for (const plan::Pairing& pairing : plan.pairings) legs += pairing.legs.size();
  return legs;
}

const char* phase_name(optimizer::Phase phase) {
  switch (phase) {
    case optimizer::Phase::kRelaxation:
      return "lp";
    case optimizer::Phase::kDiving:
      return "dive";
    case optimizer::Phase::kWindows:
      return "windows";
    case optimizer::Phase::kCuts:
      return "cuts";
    case optimizer::Phase::kImprovement:
      return "improve";
  }
  return "";
}

// Shows the search as a table, a line every few seconds and at every change of phase, and keeps all
// of it as events.
class SearchLog {
 public:
  explicit SearchLog(EventLog& events) : events_(events) {}

  void add(const optimizer::Progress& line) {
    keep(line);
    const double now = events_.seconds();
    const bool new_phase = shown_ == 0 || line.phase != last_phase_;
    if (!new_phase && now - last_shown_ < kSecondsBetween) {
      show_progress_line(fmt::format("{:.1f} s, {} round {}, gap {:.3f} %", now,
                                     phase_name(line.phase), line.round, 100 * gap(line)));
      return;
    }
    last_phase_ = line.phase;
    last_shown_ = now;
    show(line, now);
  }

 private:
  static constexpr double kSecondsBetween = 2;
  static constexpr int kLinesPerHeading = 30;

  static double gap(const optimizer::Progress& line) {
    return line.plan.cost > 0 ? (line.plan.cost - line.bound) / line.plan.cost : 0;
  }

  // Of the relaxation of the month; with clusters, how many links pairings may cut so far.
  static std::string master_fields(const optimizer::Progress& line) {
    std::string fields;
    if (line.rows > 0) fields += fmt::format(",\"rows\":{}", line.rows);
    if (line.max_cuts >= 0) fields += fmt::format(",\"max_cuts\":{}", line.max_cuts);
    return fields;
  }

  void show(const optimizer::Progress& line, double now) {
    if (shown_++ % kLinesPerHeading == 0) {
      log_message("{:>8}  {:<8}{:>5} {:>8} {:>13} {:>13} {:>13} {:>8} {:>9} {:>9} {:>8}", "seconds",
                  "phase", "round", "columns", "LP", "bound", "plan", "gap", "uncovered",
                  "deadheads", "excess h");
    }
    log_message(
        "{:>8.1f}  {:<8}{:>5} {:>8} {:>13} {:>13.2f} {:>13.2f} {:>7.3f}% {:>9} {:>9} {:>8.1f}", now,
        phase_name(line.phase), line.round, line.columns,
        line.lp > 0 ? fmt::format("{:.2f}", line.lp) : "-", line.bound, line.plan.cost,
        100 * gap(line), line.plan.uncovered, line.plan.deadheads, line.plan.base_excess);
  }

  void keep(const optimizer::Progress& line) {
    events_.add(
        phase_name(line.phase),
        fmt::format("\"pass\":{},\"round\":{},\"columns\":{},\"lp\":{:.4f},\"bound\":{:.4f},"
                    "\"plan\":{:.4f},\"gap\":{:.6f},\"uncovered\":{},\"deadheads\":{},"
                    "\"base_excess\":{:.4f}{}",
                    line.pass, line.round, line.columns, line.lp, line.bound, line.plan.cost,
                    gap(line), line.plan.uncovered, line.plan.deadheads, line.plan.base_excess,
                    master_fields(line)));
  }

  EventLog& events_;
  std::size_t shown_ = 0;
  double last_shown_ = 0;
  optimizer::Phase last_phase_ = optimizer::Phase::kRelaxation;
};

std::string json_text(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void report_dropped(const optimizer::RepairedPlan& repaired, EventLog& log) {
  std::size_t shown = 0;
  for (const optimizer::DroppedPairing& dropped : repaired.dropped) {
    if (shown++ < kDroppedShown) {
      log_warning("start plan: pairing {} is left out: {}", dropped.name, dropped.reason);
    }
    log.add("left_out", fmt::format("\"pairing\":{},\"reason\":{}", json_text(dropped.name),
                                    json_text(dropped.reason)));
  }
  if (shown > kDroppedShown) {
    log_warning("start plan: {} more are left out; log.jsonl names them", shown - kDroppedShown);
  }
}

std::optional<plan::Plan> read_start(const SolveRequest& request, const plan::Month& month) {
  if (!request.start) return std::nullopt;
  plan::Plan start = plan::read_plan(*request.start, month.schedule);
  if (!start.pairings.empty() && start.unknown_legs.size() > legs_of(start) / 2) {
    throw InputError({*request.start, 0, "flight",
                      fmt::format("{} of the plan's {} legs are not in this month",
                                  start.unknown_legs.size(), legs_of(start)),
                      "give a plan of the same month"});
  }
  return start;
}

// What is legal of the start plan and allowed by the wishes; says what is not.
plan::Plan keep_legal(const plan::Plan& start, const plan::Month& month, EventLog& log) {
  const optimizer::RepairedPlan repaired =
      optimizer::keep_legal(month.schedule, month.rules, start);
  report_dropped(repaired, log);
  log.add("start", fmt::format("\"pairings\":{},\"left_out\":{}", start.pairings.size(),
                               repaired.dropped.size()));
  return repaired.plan;
}

// Wishes are part of the rules from here on.
void take_wishes(const WishesRequest& request, const std::optional<plan::Plan>& start,
                 plan::Month& month, EventLog& log) {
  if (request.empty()) return;
  month.rules.wishes = gather_wishes(request, month, start);
  const pairing::Wishes& wishes = month.rules.wishes;
  log.add("wishes",
          fmt::format("\"locked_pairings\":{},\"forbidden_pairings\":{},"
                      "\"locked_connections\":{},\"forbidden_connections\":{}",
                      wishes.locked_pairings.size(), wishes.forbidden_pairings.size(),
                      wishes.locked_connections.size(), wishes.forbidden_connections.size()));
}

// As the aircraft fly.
std::vector<plan::Cluster> clusters_of_rotations(const plan::Month& month) {
  if (!month.schedule.tails().empty()) {
    return seeding::rotation_clusters(month.schedule, month.rules);
  }
  throw InputError({"", 0, "--clusters", "the schedule names no aircraft",
                    "fill the tail column of schedule.csv, or give clusters as a file"});
}

// Rotations, a plan folder, a file of pairings, or a file of clusters.
std::vector<plan::Cluster> clusters_in(const std::filesystem::path& path,
                                       const plan::Month& month) {
  if (path == "rotations") return clusters_of_rotations(month);
  const schedule::Schedule& schedule = month.schedule;
  std::error_code error;
  const bool is_plan = std::filesystem::is_directory(path, error) || path.extension() == ".txt" ||
                       path.filename().string().starts_with("pairings.csv");
  if (is_plan) return plan::clusters_of(schedule, plan::read_plan(path, schedule));
  return plan::read_clusters(LineReader::open(path), schedule);
}

std::vector<plan::Cluster> read_clusters(const SolveRequest& request, const plan::Month& month,
                                         EventLog& log) {
  if (!request.clusters) return {};
  std::vector<plan::Cluster> clusters = clusters_in(*request.clusters, month);
  std::size_t flights = 0;
  for (const plan::Cluster& cluster : clusters) flights += cluster.size();
  log_message("{}: {} flights in {} clusters", request.clusters->string(), flights,
              clusters.size());
  log.add("clusters", fmt::format("\"clusters\":{},\"flights\":{}", clusters.size(), flights));
  return clusters;
}

// Prices to begin with, if there are any: of a file or plan that was named, else of the start plan.
pricing::Prices read_first_prices(const SolveRequest& request, const plan::Month& month,
                                  EventLog& log) {
  std::error_code error;
  std::filesystem::path file;
  if (request.prices) {
    const bool is_folder = std::filesystem::is_directory(*request.prices, error);
    file = is_folder ? *request.prices / "prices.csv" : *request.prices;
  } else if (request.start && std::filesystem::is_directory(*request.start, error)) {
    file = *request.start / "prices.csv";
    if (!std::filesystem::exists(file, error)) return {};
  } else {
    return {};
  }
  pricing::Prices prices = optimizer::read_some_prices(LineReader::open(file), month.schedule);
  const auto known = std::count_if(prices.flight.begin(), prices.flight.end(),
                                   [](double price) { return price != 0; });
  log_message("{}: prices of {} flights", file.string(), known);
  log.add("prices", fmt::format("\"flights\":{}", known));
  return prices;
}

std::vector<optimizer::FlightLink> links_in(const std::vector<plan::Cluster>& clusters) {
  std::vector<optimizer::FlightLink> links;
  for (const plan::Cluster& cluster : clusters) {
    for (std::size_t k = 1; k < cluster.size(); ++k) {
      links.emplace_back(cluster[k - 1], cluster[k]);
    }
  }
  return links;
}

// The integer program over the pairings of the relaxation, for other solvers.
void export_model(const std::filesystem::path& file, const schedule::Schedule& schedule,
                  const optimizer::Master& master) {
  cover::ModelNames names;
  for (FlightId flight : master.flights()) names.rows.push_back(schedule.flight(flight).id);
  if (!master.problem().budgets.empty()) {
    for (StationId base : schedule.bases()) names.budgets.push_back(schedule.station(base).code);
  }
  cover::write_model(file, master.problem(), names, cover::ModelForm::kInteger);
  log_message("{} pairings written to {}", master.columns(), file.string());
}

struct Optimized {
  std::string stopped;
  plan::Bound bound;
  optimizer::Proof proof;
};

// From these plans, or from where the checkpoint stands.
Optimized optimize_plan(const SolveRequest& request, const Beginning& given, Checkpoint* checkpoint,
                        CheckOutcome& outcome, EventLog& log) {
  optimizer::Options options;
  options.prices = given.prices;
  options.checkpoint = checkpoint;
  options.base_rows = request.base_rows;
  options.gap = request.gap;
  options.deadline = request.deadline;
  options.links = links_in(given.clusters);
  options.master = master_method(request);
  options.passes = request.passes;
  if (request.memory_mb) options.memory_mb = *request.memory_mb;
  if (request.window_days) {
    options.window = days(*request.window_days);
    options.overlap = days(request.overlap_days.value_or(*request.window_days / 2));
  }
  if (request.model) {
    options.on_relaxation = [&](const optimizer::Master& master) {
      export_model(*request.model, outcome.month.schedule, master);
    };
  }
  Workers workers(request.threads);
  SearchLog table(log);
  optimizer::Result result =
      optimizer::optimize(outcome.month.schedule, outcome.month.rules, given.plans, workers,
                          options, [&](const optimizer::Progress& line) { table.add(line); });
  clear_progress_line();
  if (result.memory_reached) {
    log_warning("the memory budget of {} MB stopped the relaxation; its bound is weaker for it",
                *request.memory_mb);
  }
  outcome.plan = std::move(result.plan);
  return {stop_name(result.stopped),
          {result.bound, bound_name(result.bound_kind)},
          std::move(result.proof)};
}

void explain(const SolveRequest& request, CheckOutcome& outcome) {
  Workers workers(request.threads);
  outcome.outlooks = explain_uncovered(outcome.month, outcome.report, request.base_rows, workers);
  outcome.summary.outlooks = plan::name_outlooks(outcome.month.schedule, outcome.outlooks);
}

std::vector<FlightId> locked_flights(const pairing::Wishes& wishes) {
  std::vector<FlightId> flights;
  for (const plan::Pairing& pairing : wishes.locked_pairings) {
    for (const plan::Leg& leg : pairing.legs) {
      if (leg.role == plan::Role::kOperate) flights.push_back(leg.flight);
    }
  }
  return flights;
}

// Returns why it ended. Wishes on connections are unknown to this method.
std::string make_greedy_plan(const SolveRequest& request, CheckOutcome& outcome, EventLog& log) {
  seeding::GreedyOptions options;
  options.deadline = request.deadline;
  options.operated_elsewhere = locked_flights(outcome.month.rules.wishes);
  seeding::GreedyResult result =
      seeding::plan_greedily(outcome.month.schedule, outcome.month.rules, options);
  log.add("planned", fmt::format("\"pairings\":{},\"uncovered\":{}", result.summary.pairings,
                                 result.summary.uncovered.size()));
  outcome.plan = std::move(result.plan);
  return stop_name(result.summary.stopped);
}

std::string make_weekly_plan(const SolveRequest& request, CheckOutcome& outcome, EventLog& log) {
  Workers workers(request.threads);
  StandardStart start = make_standard_start(
      outcome.month, {.base_rows = request.base_rows, .deadline = request.deadline}, workers, log);
  outcome.plan = std::move(start.plan);
  return stop_name(start.stopped);
}

// What the plan is to be judged by, where that is not the month's own.
std::map<std::string, std::string> own_files(const SolveRequest& request,
                                             const plan::Month& month) {
  std::map<std::string, std::string> files;
  if (request.rules || !request.settings.empty())
    files["rules.toml"] = pairing::rules_toml(month.rules);
  const pairing::Wishes& wishes = month.rules.wishes;
  if (!wishes.empty()) files["wishes.csv"] = plan::wishes_csv(month.schedule, wishes);
  return files;
}

// What is left of the time, after what the run had taken when its checkpoint was written.
void go_on(SolveRequest& request, double seconds, Checkpoint& checkpoint, EventLog& log) {
  request.deadline = request.deadline.sooner_by(seconds);
  if (request.deadline.passed() && !interrupted()) {
    throw InputError({checkpoint.file(), 0, "--time-limit",
                      fmt::format("the run has taken its {:.0f} seconds already", seconds),
                      "give it more, or leave the limit out"});
  }
  log.add("resumed", "");
  log_message("{}: going on with a run of {:.1f} s", checkpoint.file().string(), seconds);
}

// What was kept is of use only if the run has not ended by itself.
void close_checkpoint(Checkpoint& checkpoint, const plan::Summary& summary) {
  if (ran_to_its_end(summary)) return checkpoint.remove();
  std::error_code error;
  if (!std::filesystem::exists(checkpoint.file(), error)) return;
  log_message("{}: add --resume to go on from the last finished step", checkpoint.file().string());
}

}  // namespace

CheckOutcome solve_month(const SolveRequest& asked) {
  SolveRequest request = asked;
  Stopwatch stopwatch;
  EventLog log;
  require_known_method(request);
  require_optimizer(request);
  require_sound_windows(request);
  master_method(request);
  require_model_format(request);
  const bool resumes = finds_checkpoint(request);
  if (resumes) {
    // The run that is taken up may have written its plan already, or a part of it.
    request.when_exists = WhenFolderExists::kReplaceFiles;
    remove_leftovers(request.output);
  }
  require_usable(request.output, request.when_exists);
  if (request.log) log.show_in(*request.log);
  CheckOutcome outcome;
  outcome.month = read_month_with_rules(request.month, request.rules);
  outcome.month.rules = pairing::change_rules(outcome.month.rules, request.settings);
  require_bases(request.month, outcome.month);
  const schedule::Schedule& schedule = outcome.month.schedule;
  log.add("loaded", fmt::format("\"flights\":{}", schedule.flights().size()));

  const std::optional<plan::Plan> start = read_start(request, outcome.month);
  take_wishes(request.wishes, start, outcome.month, log);
  Beginning beginning;
  if (start) beginning.plans.push_back(keep_legal(*start, outcome.month, log));
  beginning.clusters = read_clusters(request, outcome.month, log);
  beginning.prices = read_first_prices(request, outcome.month, log);
  const std::unique_ptr<Checkpoint> checkpoint =
      make_checkpoint(request, outcome.month, beginning, resumes);
  const double seconds = stopwatch.wall();
  CheckpointLevel level(checkpoint.get(), "solve", [&](StateArchive& archive) {
    stopwatch.exchange(archive);
    log.exchange(archive);
  });
  if (level.resumed()) go_on(request, stopwatch.wall() - seconds, *checkpoint, log);
  if (checkpoint) checkpoint->set_deadline(request.deadline);

  std::string stopped;
  if (!level.resumed()) {
    stopped = request.method == "weekly" ? make_weekly_plan(request, outcome, log)
                                         : make_greedy_plan(request, outcome, log);
  }
  std::optional<Optimized> optimized;
  if (request.method == "optimize") {
    beginning.plans.push_back(
        optimizer::keep_legal(schedule, outcome.month.rules, outcome.plan).plan);
    optimized = optimize_plan(request, beginning, checkpoint.get(), outcome, log);
    stopped = optimized->stopped;
  }
  outcome.report =
      plan::check(schedule, outcome.month.rules, outcome.plan, {.base_rows = request.base_rows});
  outcome.summary = summary_of("solve", request.month, outcome.month, outcome.plan, outcome.report);
  outcome.summary.stopped = stopped;
  if (optimized) {
    outcome.summary.bound = optimized->bound;
    if (ran_to_its_end(outcome.summary)) explain(request, outcome);
  }
  if (checkpoint) {
    log.add("checkpoints", fmt::format("\"written\":{},\"writing_seconds\":{:.3f}",
                                       checkpoint->written(), checkpoint->seconds_writing()));
  }
  log.add("checked", fmt::format("\"violations\":{},\"cost\":{:.2f}", outcome.report.violations(),
                                 outcome.report.cost.total().amount()));
  stopwatch.fill_in(outcome.summary);
  write_plan_folder(request.output, request.when_exists, outcome.month, outcome.plan,
                    outcome.summary, log,
                    optimized ? std::optional(std::move(optimized->proof)) : std::nullopt,
                    own_files(request, outcome.month));
  if (checkpoint) close_checkpoint(*checkpoint, outcome.summary);
  return outcome;
}

void require_bases(const std::filesystem::path& folder, const plan::Month& month) {
  if (!month.schedule.bases().empty()) return;
  throw InputError({folder / "stations.csv", 0, "base", "the month has no crew base",
                    "set base to 1 for at least one station"});
}

bool ran_to_its_end(const plan::Summary& summary) {
  return summary.stopped != "time_limit" && summary.stopped != "interrupted";
}

}  // namespace skein::workflow
