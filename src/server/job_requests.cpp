// Jobs that clients ask for, as commands of the program.
#include <fmt/format.h>

#include "pairing/rules_toml.h"
#include "server/api.h"
#include "server/api_error.h"
#include "server/plan_views.h"
#include "server/what_if.h"

namespace skein::server {
namespace {

namespace fs = std::filesystem;

constexpr double kLongestJob = 7 * 24 * 3600;

double limited_number(const Json& body, const char* key, double most) {
  if (!body[key].is_number()) throw ApiError{400, fmt::format("{} is not a number", key)};
  const double value = body[key];
  if (!(value >= 0) || value > most) {
    throw ApiError{400, fmt::format("{} is not between 0 and {}", key, most)};
  }
  return value;
}

std::string text_of(const Json& body, const char* key) {
  if (!body.contains(key) || !body[key].is_string()) {
    throw ApiError{400, fmt::format("{} is missing", key)};
  }
  return body[key];
}

void add_limits(const Json& body, JobRequest& job) {
  if (body.contains("time_limit")) {
    const double seconds = limited_number(body, "time_limit", kLongestJob);
    job.arguments.insert(job.arguments.end(), {"--time-limit", fmt::format("{}", seconds)});
  }
  if (body.contains("gap") && job.kind != "learn") {
    const double gap = limited_number(body, "gap", 1);
    job.arguments.insert(job.arguments.end(), {"--gap", fmt::format("{}", gap)});
  }
}

}  // namespace

Job Api::start_job(const std::string& body) {
  const Json json = Json::parse(body, nullptr, false);
  if (!json.is_object()) throw ApiError{400, "the body is no JSON object"};
  const std::string kind = text_of(json, "kind");
  if (kind != "solve" && kind != "learn" && kind != "run") {
    throw ApiError{400, "kind is solve, learn or run"};
  }
  const auto number = jobs_.add(kind == "solve"   ? solve_request(json)
                                : kind == "learn" ? learn_request(json)
                                                  : run_request(json));
  if (!number) throw ApiError{429, "too many jobs wait already"};
  return *jobs_.job(*number);
}

JobRequest Api::solve_request(const Json& body) {
  const Entry month = entry(Kind::kMonth, text_of(body, "month"));
  JobRequest job{"solve", "solve " + month.name, "plan", "plan", {month.path.string()}, {}};
  if (body.contains("start") && !body["start"].is_null()) {
    const Entry start = entry(Kind::kPlan, text_of(body, "start"));
    job.arguments.insert(job.arguments.end(), {"--start", start.path.string()});
    job.title += " from " + start.name;
  }
  add_limits(body, job);
  add_changes(body, month, job);
  return job;
}

// Rules and wishes that are others than those of the plan that it begins with.
void Api::add_changes(const Json& body, const Entry& month, JobRequest& job) {
  const bool has_wishes = body.contains("wishes") && !body["wishes"].empty();
  const bool has_rules = body.contains("rules") && !body["rules"].empty();
  if (!has_wishes && !has_rules) return;
  const std::string id = text_of(body, "start");
  const Entry start = entry(Kind::kPlan, id);
  if (start.month != month.id) throw ApiError{422, "the plan is one of another month"};
  const auto loaded = load(id);
  pairing::Rules rules = loaded->month.rules;
  // Of a plan that was made with other rules than the month's.
  if (start.path != month.path && fs::exists(start.path / "rules.toml")) {
    job.arguments.push_back("--rules=" + (start.path / "rules.toml").string());
  }
  if (has_rules) {
    const std::vector<std::string> settings = settings_from(body["rules"]);
    rules = pairing::change_rules(rules, settings);
    for (const std::string& setting : settings) job.arguments.push_back("--set=" + setting);
  }
  if (has_wishes) job.files["wishes.csv"] = wishes_from(body["wishes"], *loaded, rules);
  job.title += fmt::format(", what if: {} wishes, {} rules", has_wishes ? body["wishes"].size() : 0,
                           has_rules ? body["rules"].size() : 0);
}

JobRequest Api::learn_request(const Json& body) {
  JobRequest job{"learn", "learn from", "model", "model", {}, {}};
  add_history(body, job);
  add_limits(body, job);
  return job;
}

JobRequest Api::run_request(const Json& body) {
  const Entry month = entry(Kind::kMonth, text_of(body, "month"));
  JobRequest job{"run", "run " + month.name, "run", "run/plan", {month.path.string()}, {}};
  if (body.contains("model") && !body["model"].is_null()) {
    const Entry model = entry(Kind::kModel, text_of(body, "model"));
    job.arguments.push_back("--model=" + model.path.string());
    job.title += " with " + model.name;
  } else {
    job.title += " after";
    job.arguments.emplace_back("--history");
    add_history(body, job);
  }
  add_limits(body, job);
  return job;
}

// Months to learn from, each with a plan of it.
void Api::add_history(const Json& body, JobRequest& job) {
  if (!body.contains("plans") || !body["plans"].is_array() || body["plans"].empty()) {
    throw ApiError{400, "plans is missing"};
  }
  std::string plans;
  for (const Json& id : body["plans"]) {
    if (!id.is_string()) throw ApiError{400, "plans are ids"};
    const Entry plan = entry(Kind::kPlan, id);
    if (plan.month.empty()) throw ApiError{422, plan.name + " has no month here"};
    if (plan.path.string().find(',') != std::string::npos) {
      throw ApiError{422, plan.name + " has a comma in its path; rename it"};
    }
    job.arguments.push_back(entry(Kind::kMonth, plan.month).path.string());
    plans += (plans.empty() ? "" : ",") + plan.path.string();
    job.title += " " + plan.name;
  }
  job.arguments.insert(job.arguments.end(), {"--plans", plans});
}

}  // namespace skein::server
