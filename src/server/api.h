// What the paths below /api/v1 answer, without anything of HTTP but methods, parameters and
// statuses. docs/openapi.json describes them.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "server/jobs.h"
#include "server/library.h"
#include "server/loaded_plan.h"

namespace skein::server {

// With the character set, for another reason too: the HTTP library compresses plain
// application/json at its leisure, which takes longer on one machine than sending it.
constexpr const char* kJsonType = "application/json; charset=utf-8";

struct ApiRequest {
  std::string method;
  std::string path;  // behind /api/v1
  std::map<std::string, std::string> parameters;
  std::string body;
};

struct ApiReply {
  int status = 200;
  std::string type = kJsonType;
  std::string body;
  std::string file_name;  // of what is to be saved, not shown
};

class Api {
 public:
  // Months and plans below `folder`; jobs are run by `program`.
  Api(const std::filesystem::path& folder, const std::filesystem::path& program);

  // Never throws: what is wrong is said in the reply.
  ApiReply answer(const ApiRequest& request);

 private:
  ApiReply route(const ApiRequest& request);
  ApiReply library();
  ApiReply plan(const ApiRequest& request, const std::vector<std::string_view>& parts);
  ApiReply flight(const ApiRequest& request, const LoadedPlan& loaded, std::string_view index);
  static ApiReply uncovered(const LoadedPlan& loaded);
  ApiReply export_plan(const ApiRequest& request, const LoadedPlan& loaded) const;
  ApiReply jobs(const ApiRequest& request, const std::vector<std::string_view>& parts);

  // In job_requests.cpp.
  Job start_job(const std::string& body);
  JobRequest solve_request(const nlohmann::ordered_json& body);
  JobRequest learn_request(const nlohmann::ordered_json& body);
  JobRequest run_request(const nlohmann::ordered_json& body);
  void add_changes(const nlohmann::ordered_json& body, const Entry& month, JobRequest& job);
  void add_history(const nlohmann::ordered_json& body, JobRequest& job);

  Entry entry(Kind kind, const std::string& id);
  std::shared_ptr<const LoadedPlan> load(const std::string& id);

  Library library_;
  PlanCache plans_;
  JobQueue jobs_;
};

}  // namespace skein::server
