#include "workflow/run.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/input_error.h"
#include "base/log.h"
#include "report/check_text.h"
#include "report/page.h"
#include "report/text.h"
#include "workflow/cover.h"
#include "workflow/learn.h"
#include "workflow/plan_record.h"
#include "workflow/predict.h"
#include "workflow/report.h"
#include "workflow/run_progress.h"
#include "workflow/solve.h"
#include "workflow/solve_checkpoint.h"
#include "workflow/stages.h"
#include "workflow/version.h"

namespace skein::workflow {
namespace {

namespace fs = std::filesystem;

// Of what is left of the time, what stages before the optimizer may take.
constexpr double kLearningShare = 0.3;
constexpr double kPredictionShare = 0.4;
constexpr double kCoveringShare = 0.3;

std::string text_of(const std::optional<double>& number) {
  return number ? fmt::format("{}", *number) : "none";
}

class Run {
 public:
  explicit Run(const RunRequest& request) : request_(request), stages_(request.output) {}

  RunOutcome go();

 private:
  std::vector<Stage> make_stages();
  Stage learning() const;
  Stage prediction() const;
  Stage covering() const;
  Stage optimization();
  Stage checking();
  Stage reporting() const;

  StageEnd learn() const;
  StageEnd predict() const;
  StageEnd cover() const;
  StageEnd optimize(bool goes_on);
  StageEnd check();
  StageEnd report() const;

  void require_sound() const;
  void take_folder() const;
  void require_stage(const std::vector<Stage>& stages) const;
  [[noreturn]] void refuse_missing(const Stage& stage) const;
  bool step(const Stage& stage, const std::string& number, RunProgress& progress);
  void judge();
  CheckOutcome check_plan() const;
  report::PageSection stages_section() const;

  fs::path in_folder(const std::string& name) const { return stages_.path() / name; }
  fs::path model() const { return request_.model.value_or(in_folder("model")); }

  const RunRequest& request_;
  StageFolder stages_;
  std::size_t flights_ = 0;  // of the month
  RunOutcome outcome_;
};

// ---- Stages --------------------------------------------------------------------------------

Stage Run::learning() const {
  Stage stage{"learn", expected_learning(flights_ * request_.history.size()), {}, {}, {"model"},
              {}};
  for (const fs::path& month : request_.history) {
    for (const fs::path& file : month_files(month)) stage.inputs.push_back(file);
  }
  for (const fs::path& plan : request_.plans) {
    for (const fs::path& file : pairings_files(plan)) stage.inputs.push_back(file);
  }
  const predictor::LearningOptions& options = request_.learning;
  stage.options = {{"predictor", options.predictor.name},
                   {"filters", fmt::format("{}", options.predictor.ckn.filters)},
                   {"names", options.features.names ? "with" : "without"},
                   {"days", fmt::format("{} to {}", options.days.first, options.days.last)},
                   {"seed", fmt::format("{}", options.predictor.seed)}};
  stage.work = [this](bool) { return learn(); };
  return stage;
}

StageEnd Run::learn() const {
  LearnConnectionsRequest request;
  request.months = request_.history;
  request.plans = request_.plans;
  request.output = model();
  request.options = request_.learning;
  request.options.predictor.deadline = request_.deadline.share(kLearningShare);
  request.threads = request_.threads;
  const LearnConnectionsOutcome learnt = learn_connections(request);
  return {learnt.complete,
          {{"predictor", request.options.predictor.name},
           {"choices of crews", report::grouped(learnt.learnt.examples)},
           {"parameters", report::grouped(learnt.parameters)}}};
}

Stage Run::prediction() const {
  Stage stage{"predict",
              expected_prediction(flights_),
              month_files(request_.month),
              {{"rules", rules_text(request_.rules)},
               {"decoder", request_.decoder},
               {"confidence", fmt::format("{}", request_.confidence)}},
              {"start/pairings.csv", "start/clusters.csv"},
              [this](bool) { return predict(); }};
  stage.inputs.push_back(model());
  return stage;
}

StageEnd Run::predict() const {
  PredictRequest request;
  request.model = model();
  request.month = request_.month;
  request.output = in_folder("start");
  request.when_exists = WhenFolderExists::kReplaceFiles;
  request.rules = request_.rules;
  request.decoder = request_.decoder;
  request.confidence = request_.confidence;
  request.threads = request_.threads;
  request.deadline = request_.deadline.share(kPredictionShare);
  const PredictOutcome predicted = predict_month(request);
  StageEnd end{!request.deadline.passed(),
               {{"pairings", report::grouped(predicted.initial.pairings)},
                {"of them illegal", report::percent(predicted.initial.infeasible_share())},
                {"flights covered, legally", report::percent(predicted.feasible.covered_share())},
                {"links in clusters", report::grouped(predicted.links)}}};
  if (predicted.truth) {
    end.figures.emplace_back("error on the month's own pairings",
                             fmt::format("{:.2f} %", predicted.truth->alone.all.percent()));
  }
  return end;
}

Stage Run::covering() const {
  Stage stage{"cover",
              expected_covering(flights_),
              month_files(request_.month),
              {{"rules", rules_text(request_.rules)}},
              {"cover/pairings.csv"},
              [this](bool) { return cover(); }};
  stage.inputs.push_back(in_folder("start/pairings.csv"));
  return stage;
}

StageEnd Run::cover() const {
  CoverRequest request;
  request.month = request_.month;
  request.start = in_folder("start");
  request.output = in_folder("cover");
  request.when_exists = WhenFolderExists::kReplaceFiles;
  request.rules = request_.rules;
  request.deadline = request_.deadline.share(kCoveringShare);
  const CoverOutcome covered = cover_rest(request);
  return {covered.complete,
          {{"flights open before", report::grouped(covered.open_before)},
           {"flights open now", report::grouped(covered.open_now)},
           {"cost", report::grouped(covered.cost, 2)}}};
}

Stage Run::optimization() {
  Stage stage{"optimize",
              expected_optimization(flights_),
              month_files(request_.month),
              {{"rules", rules_text(request_.rules)},
               {"base rows", request_.base_rows ? "on" : "off"},
               {"gap", fmt::format("{}", request_.gap)},
               {"passes", fmt::format("{}", request_.passes)},
               {"window", text_of(request_.window_days)},
               {"overlap", text_of(request_.overlap_days)},
               {"memory", text_of(request_.memory_mb)}},
              {"plan/pairings.csv", "plan/summary.json", "plan/log.jsonl"},
              [this](bool goes_on) { return optimize(goes_on); }};
  stage.inputs.push_back(in_folder("cover/pairings.csv"));
  stage.inputs.push_back(in_folder("start/clusters.csv"));
  return stage;
}

StageEnd Run::optimize(bool goes_on) {
  SolveRequest request;
  request.month = request_.month;
  request.output = outcome_.plan;
  request.when_exists = WhenFolderExists::kReplaceFiles;
  request.start = in_folder("cover");
  request.clusters = in_folder("start/clusters.csv");
  request.passes = request_.passes;
  request.gap = request_.gap;
  request.window_days = request_.window_days;
  request.overlap_days = request_.overlap_days;
  request.memory_mb = request_.memory_mb;
  request.rules = request_.rules;
  request.base_rows = request_.base_rows;
  request.threads = request_.threads;
  request.checkpoint_seconds = request_.checkpoint_seconds;
  std::error_code error;
  request.resume = goes_on && fs::exists(checkpoint_file(request.output), error);
  request.deadline = request_.deadline;
  const CheckOutcome solved = solve_month(request);
  const bool ended = ran_to_its_end(solved.summary);
  if (!ended) outcome_.stopped = solved.summary.stopped;
  StageEnd end{ended,
               {{"cost", report::grouped(solved.report.cost.total().amount(), 2)},
                {"stopped", solved.summary.stopped}}};
  if (solved.summary.bound) {
    end.figures.emplace_back("bound", report::grouped(solved.summary.bound->value, 2));
  }
  return end;
}

Stage Run::checking() {
  Stage stage{
      "check",
      expected_report(flights_),
      month_files(request_.month),
      {{"rules", rules_text(request_.rules)}, {"base rows", request_.base_rows ? "on" : "off"}},
      {"check.json", "check.txt"},
      [this](bool) { return check(); }};
  stage.inputs.push_back(outcome_.plan / "pairings.csv");
  return stage;
}

CheckOutcome Run::check_plan() const {
  CheckRequest request;
  request.month = request_.month;
  request.plan = outcome_.plan;
  request.rules = request_.rules;
  request.base_rows = request_.base_rows;
  request.threads = request_.threads;
  CheckOutcome checked = check_month(request);
  if (const auto record = read_plan_record(outcome_.plan)) {
    take_over(*record, outcome_.plan, checked.summary);
  }
  return checked;
}

StageEnd Run::check() {
  outcome_.check = check_plan();
  const CheckOutcome& checked = *outcome_.check;
  report::CheckTextOptions options;
  options.base_rows = request_.base_rows;
  write_file(in_folder("check.txt"), report::check_text(checked.month.schedule, checked.month.rules,
                                                        checked.plan, checked.report, options));
  write_file(in_folder("check.json"), plan::summary_json(checked.summary));
  return {true,
          {{"violations", report::grouped(checked.report.violations())},
           {"flights without a crew", report::grouped(checked.report.uncovered.size())}}};
}

Stage Run::reporting() const {
  Stage stage{"report",
              expected_report(flights_),
              month_files(request_.month),
              {{"rules", rules_text(request_.rules)},
               {"base rows", request_.base_rows ? "on" : "off"},
               {"title", request_.title.value_or("")}},
              {"report.html"},
              [this](bool) { return report(); }};
  for (const char* name :
       {"plan/pairings.csv", "plan/summary.json", "plan/log.jsonl", "cover/pairings.csv",
        "stages/predict.json", "stages/cover.json", "stages/optimize.json", "stages/check.json"}) {
    stage.inputs.push_back(in_folder(name));
  }
  if (!request_.model) stage.inputs.push_back(stages_.record_file("learn"));
  return stage;
}

StageEnd Run::report() const {
  ReportRequest request;
  request.plan = outcome_.plan;
  request.month = request_.month;
  request.against = in_folder("cover");
  request.output = outcome_.report;
  request.rules = request_.rules;
  request.base_rows = request_.base_rows;
  request.title = request_.title.value_or("Crew plan of " + request_.month.string());
  request.sections = {stages_section()};
  const ReportOutcome written = write_report(request);
  return {true, {{"kB", report::grouped(written.bytes / 1024)}}};
}

report::PageSection Run::stages_section() const {
  std::vector<std::vector<std::string>> rows;
  for (const StageRecord& record : outcome_.stages) {
    std::vector<std::string> figures;
    for (const auto& [name, value] : record.figures) figures.push_back(name + " " + value);
    rows.push_back({record.stage, report::grouped(record.wall_seconds, 1),
                    report::grouped(record.cpu_seconds, 1), record.finished ? "" : "cut short",
                    fmt::format("{}", fmt::join(figures, "; "))});
  }
  return {"stages", "Stages of the run",
          report::html_table({"stage", "seconds", "CPU seconds", "", "result"}, rows)};
}

std::vector<Stage> Run::make_stages() {
  std::vector<Stage> stages;
  if (!request_.model) stages.push_back(learning());
  stages.push_back(prediction());
  stages.push_back(covering());
  stages.push_back(optimization());
  stages.push_back(checking());
  stages.push_back(reporting());
  return stages;
}

// ---- What may be asked for -----------------------------------------------------------------

void Run::require_sound() const {
  if (request_.history.empty() && !request_.model) {
    throw InputError({"", 0, "--history", "there is nothing to learn from",
                      "add --history MONTH..., or --model FILE of skein learn"});
  }
  if (!request_.history.empty() && request_.model) {
    throw InputError(
        {"", 0, "--model", "a model needs no history", "leave --history out, or --model"});
  }
  const std::set<fs::path> different(request_.history.begin(), request_.history.end());
  if (different.size() < request_.history.size()) {
    throw InputError({"", 0, "--history", "a month is named twice", "name each month once"});
  }
  const auto& names = run_stage_names();
  if (request_.stage && std::ranges::find(names, *request_.stage) == names.end()) {
    throw InputError({"", 0, "--stage", in_quotes(*request_.stage) + " is no stage",
                      fmt::format("use one of {}", fmt::join(names, ", "))});
  }
  predictor::require_predictor(request_.learning.predictor.name);
}

// A folder of its own: new, or of an earlier run for this month.
void Run::take_folder() const {
  const fs::path mark = in_folder("run.json");
  const std::string schedule = fingerprint_of(fs::exists(request_.month / "schedule.csv")
                                                  ? request_.month / "schedule.csv"
                                                  : request_.month / "schedule.csv.gz");
  StageRecord own{"run", version(), {{request_.month.string(), schedule}}, {}, false, {}, 0, 0, {}};
  if (const auto earlier = read_stage(mark)) {
    if (!request_.force && earlier->inputs.size() == 1 &&
        earlier->inputs.front().second != schedule) {
      throw InputError(
          {stages_.path(), 0, "",
           "the folder holds a run for another month, " + in_quotes(earlier->inputs.front().first),
           "choose another folder, or add --force to replace it"});
    }
  } else {
    require_usable(stages_.path(),
                   request_.force ? WhenFolderExists::kReplaceFiles : WhenFolderExists::kRefuse);
  }
  std::error_code error;
  fs::create_directories(stages_.path() / "stages", error);
  if (error) {
    throw InputError({stages_.path(), 0, "", "cannot be made: " + error.message(),
                      "choose a folder that you may write to"});
  }
  write_file(mark, stage_json(own));
}

// One that this run has.
void Run::require_stage(const std::vector<Stage>& stages) const {
  if (!request_.stage) return;
  const bool is_there = std::any_of(stages.begin(), stages.end(), [&](const Stage& stage) {
    return stage.name == *request_.stage;
  });
  if (is_there) return;
  throw InputError({"", 0, "--stage", "with --model, nothing is learnt",
                    "leave --stage learn out, or give --history instead of --model"});
}

// ---- Going through them --------------------------------------------------------------------

void Run::refuse_missing(const Stage& stage) const {
  throw InputError(
      {stages_.record_file(stage.name), 0, "--stage",
       fmt::format("stage {} is not done with this month and these options yet", stage.name),
       "leave --stage out to do all that is missing"});
}

// Returns false where the run ends with this stage.
bool Run::step(const Stage& stage, const std::string& number, RunProgress& progress) {
  const std::size_t position = outcome_.stages.size();
  const bool is_forced = request_.stage == stage.name;
  const std::optional<StageRecord> before = stages_.done(stage);
  if (before && !is_forced) {
    log_message("{}: done before, in {:.1f} s", number, before->wall_seconds);
    outcome_.stages.push_back(*before);
    progress.end(position, before->wall_seconds);
    return true;
  }
  if (request_.stage && !is_forced) refuse_missing(stage);
  progress.begin(position);
  const StageRecord made = stages_.carry_out(stage);
  log_message("{}: {} in {:.1f} s", number, made.finished ? "done" : "cut short",
              made.wall_seconds);
  progress.end(position, made.wall_seconds);
  outcome_.stages.push_back(made);
  if (!made.finished && outcome_.stopped == "done") outcome_.stopped = "time_limit";
  if (interrupted()) outcome_.stopped = "interrupted";
  return !interrupted() && !is_forced;
}

// What is known of the plan, whenever it was made.
void Run::judge() {
  for (const StageRecord& record : outcome_.stages) {
    outcome_.wall_seconds += record.wall_seconds;
    if (record.stage == "optimize" && !outcome_.check) outcome_.check = check_plan();
  }
  if (!outcome_.check) return;
  plan::Summary& summary = outcome_.check->summary;
  summary.command = "run";
  if (outcome_.stopped != "done") summary.stopped = outcome_.stopped;
}

RunOutcome Run::go() {
  require_sound();
  {
    const plan::Month month = read_month_with_rules(request_.month, request_.rules);
    require_bases(request_.month, month);
    flights_ = month.schedule.flights().size();
  }
  take_folder();
  outcome_.plan = in_folder("plan");
  outcome_.report = in_folder("report.html");
  const std::vector<Stage> stages = make_stages();
  require_stage(stages);
  std::vector<ExpectedStage> expected;
  for (const Stage& stage : stages) expected.push_back({stage.name, stage.expected_seconds});
  RunProgress progress(std::move(expected), request_.deadline);
  for (std::size_t k = 0; k < stages.size(); ++k) {
    const std::string number =
        fmt::format("stage {} of {}, {}", k + 1, stages.size(), stages[k].name);
    if (!step(stages[k], number, progress)) break;
  }
  judge();
  return std::move(outcome_);
}

}  // namespace

const std::vector<std::string>& run_stage_names() {
  static const std::vector<std::string> names{"learn",    "predict", "cover",
                                              "optimize", "check",   "report"};
  return names;
}

RunOutcome run_month(const RunRequest& request) {
  return Run(request).go();
}

std::string run_json(const RunOutcome& outcome) {
  using Json = nlohmann::ordered_json;
  Json json = {{"command", "run"}, {"version", version()}, {"stopped", outcome.stopped}};
  if (outcome.check) json = Json::parse(plan::summary_json(outcome.check->summary));
  json["stages"] = Json::array();
  for (const StageRecord& stage : outcome.stages) {
    json["stages"].push_back({{"stage", stage.stage},
                              {"finished", stage.finished},
                              {"wall_seconds", stage.wall_seconds},
                              {"cpu_seconds", stage.cpu_seconds}});
  }
  return json.dump(2) + "\n";
}

}  // namespace skein::workflow
