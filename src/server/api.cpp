#include "server/api.h"

#include <charconv>
#include <cmath>
#include <exception>
#include <fstream>
#include <utility>

#include <fmt/format.h>

#include "base/input_error.h"
#include "base/words.h"
#include "exchange/pairing_files.h"
#include "plan/pairing_text.h"
#include "report/outlook_text.h"
#include "server/api_error.h"
#include "server/plan_views.h"
#include "server/web_files.h"
#include "server/what_if.h"
#include "workflow/check.h"
#include "workflow/version.h"
#include "workflow/why.h"

namespace skein::server {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostItems = 1000;
constexpr std::size_t kMostExplained = 200;
constexpr const char* kDownload = "application/octet-stream";

ApiReply json_reply(const Json& json, int status = 200) {
  return {status, kJsonType, json.dump(-1, ' ', false, Json::error_handler_t::replace), ""};
}

ApiReply error_reply(int status, const std::string& problem) {
  return json_reply({{"error", problem}}, status);
}

std::string parameter(const ApiRequest& request, const std::string& name) {
  const auto found = request.parameters.find(name);
  return found == request.parameters.end() ? "" : found->second;
}

std::optional<double> number(const ApiRequest& request, const std::string& name) {
  const std::string text = parameter(request, name);
  if (text.empty()) return std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    throw ApiError{400, name + " is not a number"};
  }
  return value;
}

std::size_t count(std::string_view text, const std::string& name, std::size_t below) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw ApiError{400, name + " is not a whole number"};
  }
  if (value >= below) throw ApiError{404, "there is no such " + name};
  return value;
}

PairingFilter filter_of(const ApiRequest& request) {
  PairingFilter filter;
  filter.base = parameter(request, "base");
  filter.fleet = parameter(request, "fleet");
  filter.search = parameter(request, "search");
  filter.least_cost = number(request, "least_cost");
  filter.most_cost = number(request, "most_cost");
  if (const std::string day = parameter(request, "day"); !day.empty()) {
    filter.day = parse_day(day);
    if (!filter.day) throw ApiError{400, "day is not a date such as 2008-01-31"};
  }
  if (const std::string legal = parameter(request, "legal"); !legal.empty()) {
    if (legal != "yes" && legal != "no") throw ApiError{400, "legal is yes or no"};
    filter.legal = legal == "yes";
  }
  if (const std::string offset = parameter(request, "offset"); !offset.empty()) {
    filter.offset = count(offset, "offset", static_cast<std::size_t>(-1));
  }
  if (const std::string limit = parameter(request, "limit"); !limit.empty()) {
    filter.limit = std::min(kMostItems, count(limit, "limit", static_cast<std::size_t>(-1)));
  }
  return filter;
}

// Figures of a plan without reading it: from its summary, where it has one.
Json figures_of(const fs::path& plan) {
  std::ifstream stream(plan / "summary.json");
  const Json json = Json::parse(stream, nullptr, false);
  if (!json.is_object() || !json.contains("cost") || !json["cost"].is_object()) return nullptr;
  Json figures;
  figures["cost"] = json["cost"].value("total", Json(nullptr));
  for (const char* key : {"pairings", "uncovered", "violations", "gap", "stopped"}) {
    figures[key] = json.contains(key) ? json[key] : Json(nullptr);
  }
  return figures;
}

}  // namespace

Api::Api(const fs::path& folder, const fs::path& program)
    : library_(folder), jobs_(program, library_.folder() / "jobs") {}

ApiReply Api::answer(const ApiRequest& request) {
  try {
    return route(request);
  } catch (const ApiError& error) {
    return error_reply(error.status, error.problem);
  } catch (const InputError& error) {
    return error_reply(422, error.what());
  } catch (const std::exception& error) {
    return error_reply(500, std::string("internal error: ") + error.what());
  }
}

ApiReply Api::route(const ApiRequest& request) {
  std::string_view path = request.path;
  if (path.starts_with('/')) path.remove_prefix(1);
  const std::vector<std::string_view> parts = split(path, '/');
  if (parts[0] == "jobs") return jobs(request, parts);
  if (request.method != "GET") throw ApiError{405, "this path is for reading only"};
  if (parts.size() == 1 && parts[0] == "openapi.json") {
    return {200, kJsonType, std::string(openapi_document()), ""};
  }
  if (parts.size() == 1 && parts[0] == "library") return library();
  if (parts.size() >= 2 && parts[0] == "plans") return plan(request, parts);
  throw ApiError{404, "there is no such path"};
}

Entry Api::entry(Kind kind, const std::string& id) {
  auto found = library_.find(kind, id);
  if (!found) throw ApiError{404, "there is nothing with this id"};
  return *std::move(found);
}

std::shared_ptr<const LoadedPlan> Api::load(const std::string& id) {
  const Entry plan = entry(Kind::kPlan, id);
  if (plan.month.empty()) {
    throw ApiError{422, "the month of this plan is not below the served folder"};
  }
  return plans_.get(plan.name, entry(Kind::kMonth, plan.month).path, plan.path);
}

ApiReply Api::library() {
  Json months = Json::array();
  Json plans = Json::array();
  Json models = Json::array();
  for (const Entry& entry : library_.scan()) {
    Json json = {{"id", entry.id}, {"name", entry.name}};
    if (entry.kind == Kind::kPlan) {
      json["month"] = entry.month.empty() ? Json(nullptr) : Json(entry.month);
      json["figures"] = figures_of(entry.path);
    }
    (entry.kind == Kind::kMonth  ? months
     : entry.kind == Kind::kPlan ? plans
                                 : models)
        .push_back(std::move(json));
  }
  return json_reply({{"version", workflow::version()},
                     {"folder", library_.folder().filename().string()},
                     {"months", std::move(months)},
                     {"plans", std::move(plans)},
                     {"models", std::move(models)}});
}

ApiReply Api::plan(const ApiRequest& request, const std::vector<std::string_view>& parts) {
  const auto loaded = load(std::string(parts[1]));
  if (parts.size() == 2) return json_reply(overview_view(*loaded));
  const std::string_view what = parts[2];
  if (parts.size() == 3 && what == "pairings") {
    return json_reply(pairings_view(*loaded, filter_of(request)));
  }
  if (parts.size() == 3 && what == "gantt") return json_reply(gantt_view(*loaded));
  if (parts.size() == 3 && what == "map") return json_reply(map_view(*loaded));
  if (parts.size() == 3 && what == "uncovered") return uncovered(*loaded);
  if (parts.size() == 3 && what == "rules") return json_reply(rules_view(*loaded));
  if (parts.size() == 3 && what == "export") return export_plan(request, *loaded);
  if (parts.size() == 4 && what == "pairings") {
    return json_reply(
        pairing_view(*loaded, count(parts[3], "pairing", loaded->plan.pairings.size())));
  }
  if (parts.size() == 4 && what == "flights") return flight(request, *loaded, parts[3]);
  if (parts.size() == 4 && what == "compare") {
    const auto other = load(std::string(parts[3]));
    if (other->month_folder != loaded->month_folder) {
      throw ApiError{422, "the two plans are of different months"};
    }
    return json_reply(comparison_view(*loaded, *other));
  }
  throw ApiError{404, "there is no such path"};
}

ApiReply Api::flight(const ApiRequest& request, const LoadedPlan& loaded, std::string_view index) {
  const FlightId id(count(index, "flight", loaded.month.schedule.flights().size()));
  Json json = flight_view(loaded, id);
  if (const std::string model = parameter(request, "model"); !model.empty()) {
    const workflow::WhyOutcome why =
        workflow::explain_flight({entry(Kind::kModel, model).path, loaded.month_folder,
                                  loaded.month.schedule.flight(id).id, std::nullopt, 1});
    json["why"] = Json::parse(why.summary);
    json["why_text"] = why.text;
  }
  return json_reply(json);
}

ApiReply Api::uncovered(const LoadedPlan& loaded) {
  if (loaded.report.uncovered.size() > kMostExplained) {
    throw ApiError{422,
                   fmt::format("more than {} flights are open; skein check --explain takes them",
                               kMostExplained)};
  }
  Workers workers(1);
  const std::vector<plan::Outlook> outlooks =
      workflow::explain_uncovered(loaded.month, loaded.report, true, workers);
  // In the form that summaries have.
  plan::Summary summary;
  summary.outlooks = plan::name_outlooks(loaded.month.schedule, outlooks);
  return json_reply(
      {{"outlooks", Json::parse(plan::summary_json(summary))["outlooks"]},
       {"text", report::outlook_text(loaded.month.schedule, outlooks, kMostExplained)}});
}

ApiReply Api::export_plan(const ApiRequest& request, const LoadedPlan& loaded) const {
  const std::string format = parameter(request, "format");
  if (format == "csv") {
    return {200, kDownload, exchange::pairings_sheet(loaded.month, loaded.plan), "pairings.csv"};
  }
  if (format == "json") {
    return {200, kDownload, exchange::pairings_json(loaded.month, loaded.plan, loaded.report),
            "pairings.json"};
  }
  if (format == "text") {
    return {200, kDownload,
            plan::format_pairing_text(
                plan::to_text_pairings(loaded.month.schedule, loaded.month.rules.work, loaded.plan)
                    .entries),
            "pairings.txt"};
  }
  throw ApiError{400, "format is csv, json or text"};
}

ApiReply Api::jobs(const ApiRequest& request, const std::vector<std::string_view>& parts) {
  if (parts.size() == 1 && request.method == "GET") {
    Json list = Json::array();
    for (const Job& job : jobs_.jobs()) list.push_back(job_json(job));
    return json_reply({{"jobs", std::move(list)}});
  }
  if (parts.size() == 1 && request.method == "POST") {
    return json_reply(job_json(start_job(request.body)), 201);
  }
  if (parts.size() < 2) throw ApiError{405, "this path takes GET and POST"};
  const std::size_t number = count(parts[1], "job", static_cast<std::size_t>(-1));
  if (parts.size() == 3 && parts[2] == "stop" && request.method == "POST") {
    if (!jobs_.stop(number)) throw ApiError{404, "there is no such job"};
    return json_reply(job_json(*jobs_.job(number)), 202);
  }
  if (parts.size() == 2 && request.method == "GET") {
    const auto job = jobs_.job(number);
    if (!job) throw ApiError{404, "there is no such job"};
    Json json = job_details_json(*job);
    const std::string name =
        (job->folder / job->request.result).lexically_relative(library_.folder()).generic_string();
    const Kind kind = job->request.kind == "learn" ? Kind::kModel : Kind::kPlan;
    const auto made = library_.find(kind, entry_id(kind, name));
    json["result"] = made ? Json(made->id) : Json(nullptr);
    return json_reply(json);
  }
  throw ApiError{404, "there is no such path"};
}

}  // namespace skein::server
