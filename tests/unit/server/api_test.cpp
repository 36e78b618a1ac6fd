#include "server/api.h"

#include <chrono>
#include <fstream>
#include <regex>
#include <thread>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "server/web_files.h"
#include "unit/server/served_folder.h"

namespace skein::server {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class ApiTest : public testing::Test {
 protected:
  explicit ApiTest(const std::string& program = SKEIN_PROGRAM) : api_(folder_.path(), program) {}

  ApiReply get(const std::string& path, std::map<std::string, std::string> parameters = {}) {
    return api_.answer({"GET", path, std::move(parameters), ""});
  }
  json read(const std::string& path, std::map<std::string, std::string> parameters = {}) {
    const ApiReply reply = get(path, std::move(parameters));
    EXPECT_EQ(reply.status, 200) << path << ": " << reply.body;
    return json::parse(reply.body);
  }
  ApiReply post(const std::string& path, const json& body) {
    return api_.answer({"POST", path, {}, body.dump()});
  }

  std::string first_plan() const { return entry_id(Kind::kPlan, "january"); }
  std::string second_plan() const { return entry_id(Kind::kPlan, "plans/second"); }
  std::string month() const { return entry_id(Kind::kMonth, "january"); }

  // Waits until the job has ended, a minute at most.
  json ended(std::size_t number) {
    json job;
    for (int i = 0; i < 600; ++i) {
      job = read("/jobs/" + std::to_string(number));
      if (job["state"] != "queued" && job["state"] != "running") return job;
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    ADD_FAILURE() << "the job does not end: " << job.dump();
    return job;
  }

  test::ServedFolder folder_;
  Api api_;
};

TEST_F(ApiTest, TheLibraryNamesMonthsAndPlansByIds) {
  const json library = read("/library");
  ASSERT_EQ(library["months"].size(), 1U);
  EXPECT_EQ(library["months"][0]["name"], "january");
  ASSERT_EQ(library["plans"].size(), 2U);
  for (const json& plan : library["plans"]) EXPECT_EQ(plan["month"], month());
  EXPECT_EQ(library["plans"][1]["figures"]["cost"], 5);
}

TEST_F(ApiTest, TheOverviewHasTheCheckersFigures) {
  const json plan = read("/plans/" + first_plan());
  EXPECT_EQ(plan["flights"], 7);
  EXPECT_EQ(plan["uncovered"], 1);
  EXPECT_EQ(plan["uncovered_flights"][0]["id"], "D1");
  EXPECT_EQ(plan["cost"]["uncovered"], 10000);
  EXPECT_EQ(plan["bound"], nullptr);
  EXPECT_EQ(plan["bases"].size(), 2U);
  const json second = read("/plans/" + second_plan());
  EXPECT_EQ(second["bound"], 100);
  EXPECT_GT(second["gap"], 0.9);
}

TEST_F(ApiTest, PairingsAreFilteredAndPaged) {
  const std::string path = "/plans/" + first_plan() + "/pairings";
  const auto total = [&](const std::map<std::string, std::string>& parameters) {
    return read(path, parameters)["total"].get<int>();
  };
  EXPECT_EQ(total({}), 3);
  EXPECT_EQ(total({{"base", "BOS"}}), 2);
  EXPECT_EQ(total({{"fleet", "E90"}}), 1);
  EXPECT_EQ(total({{"day", "2008-01-02"}}), 2);
  EXPECT_EQ(total({{"search", "DEN"}}), 2);
  EXPECT_EQ(total({{"search", "P1"}}), 1);
  EXPECT_EQ(total({{"legal", "yes"}}), 3);
  EXPECT_EQ(total({{"legal", "no"}}), 0);
  EXPECT_EQ(total({{"least_cost", "1e9"}}), 0);
  const json page = read(path, {{"offset", "1"}, {"limit", "1"}});
  EXPECT_EQ(page["total"], 3);
  ASSERT_EQ(page["items"].size(), 1U);
  EXPECT_EQ(page["items"][0]["pairing"], "P2");
  for (const auto& [name, value] : std::map<std::string, std::string>{
           {"day", "tomorrow"}, {"legal", "maybe"}, {"least_cost", "x"}, {"offset", "-1"}}) {
    EXPECT_EQ(get(path, {{name, value}}).status, 400) << name;
  }
}

TEST_F(ApiTest, APairingTellsCostRoomAndDuties) {
  const json pairing = read("/plans/" + first_plan() + "/pairings/1");
  EXPECT_EQ(pairing["pairing"], "P2");
  ASSERT_EQ(pairing["duties"].size(), 2U);
  double parts = 0;
  for (const json& duty : pairing["duties"]) {
    parts += duty["guarantee_cost"].get<double>();
    for (const json& leg : duty["legs"]) {
      parts += leg["gap_cost"].get<double>() + leg["deadhead_cost"].get<double>() +
               leg["aircraft_change_cost"].get<double>();
    }
  }
  EXPECT_DOUBLE_EQ(parts, pairing["cost"]["total"].get<double>());
  bool has_rest = false;
  for (const json& rule : pairing["rules"]) {
    EXPECT_GE(rule["room"], 0) << rule.dump();
    has_rest = has_rest || rule["rule"] == "min_rest";
  }
  EXPECT_TRUE(has_rest);
  EXPECT_EQ(get("/plans/" + first_plan() + "/pairings/3").status, 404);
}

TEST_F(ApiTest, AFlightTellsWhoTakesItAndWhatCouldComeNext) {
  const json flight = read("/plans/" + first_plan() + "/flights/0");
  EXPECT_EQ(flight["flight"]["id"], "A1");
  EXPECT_EQ(flight["uses"][0]["pairing"], "P1");
  EXPECT_EQ(flight["uses"][0]["after"], "A2");
  ASSERT_EQ(flight["candidates"].size(), 1U);  // of the same fleet, from Chicago
  EXPECT_EQ(flight["candidates"][0]["id"], "A2");
  EXPECT_EQ(flight["candidates"][0]["operated_by"][0], "P1");
}

TEST_F(ApiTest, TheGanttHoldsEveryLeg) {
  const json gantt = read("/plans/" + first_plan() + "/gantt");
  ASSERT_EQ(gantt["pairings"].size(), 3U);
  EXPECT_EQ(gantt["pairings"][0][0], "P1");
  EXPECT_EQ(gantt["pairings"][0][5].size(), 2U);
  EXPECT_EQ(gantt["pairings"][0][5][0][2], 13 * 60);
}

TEST_F(ApiTest, TheMapCountsRoutes) {
  const json map = read("/plans/" + first_plan() + "/map");
  EXPECT_EQ(map["stations"].size(), 3U);
  int flights = 0;
  for (const json& route : map["routes"]) flights += route[2].get<int>();
  EXPECT_EQ(flights, 7);
}

TEST_F(ApiTest, AComparisonSaysWhatChangedAndInWhichPartOfTheCost) {
  const json both = read("/plans/" + first_plan() + "/compare/" + second_plan());
  EXPECT_EQ(both["same_pairings"], 1);
  EXPECT_EQ(both["only_before"], 2);
  EXPECT_EQ(both["only_after"], 1);
  EXPECT_EQ(both["connections_kept"], 3);
  for (const auto& [part, amount] : both["cost_difference"].items()) {
    EXPECT_DOUBLE_EQ(amount.get<double>(), both["after"]["cost"][part].get<double>() -
                                               both["before"]["cost"][part].get<double>())
        << part;
  }
  const json same = read("/plans/" + first_plan() + "/compare/" + first_plan());
  EXPECT_EQ(same["only_before"], 0);
  EXPECT_EQ(same["cost_difference"]["total"], 0);
}

TEST_F(ApiTest, AnUncoveredFlightTellsWhatWouldHelp) {
  const json why = read("/plans/" + first_plan() + "/uncovered");
  ASSERT_EQ(why["outlooks"].size(), 1U);
  EXPECT_EQ(why["outlooks"][0]["flight"], "D1");  // one way, and no flight goes back
  EXPECT_EQ(why["outlooks"][0]["can_be_covered"], false);
  EXPECT_THAT(why["text"].get<std::string>(), HasSubstr("D1"));
}

TEST_F(ApiTest, APlanThatHasChangedIsReadAgain) {
  EXPECT_EQ(read("/plans/" + second_plan())["pairings"], 2);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  folder_.write_plan("plans/second", folder_.plan_of({{"BOS", "A1 A2"}}));
  EXPECT_EQ(read("/plans/" + second_plan())["pairings"], 1);
}

TEST_F(ApiTest, OnlyIdsAreKnownNeverPaths) {
  for (const std::string& id :
       {std::string("january"), std::string("..%2Fjanuary"), std::string(".."), month(),
        folder_.path().string(), std::string("0000000000000000")}) {
    EXPECT_EQ(get("/plans/" + id).status, 404) << id;
  }
  EXPECT_EQ(get("/plans/" + first_plan() + "/../" + first_plan()).status, 404);
}

TEST_F(ApiTest, DamagedPlansAreRefusedByName) {
  folder_.scratch().write("plans/second/pairings.csv", "pairing,base\nx\n");
  const ApiReply reply = get("/plans/" + second_plan());
  EXPECT_EQ(reply.status, 422);
  EXPECT_THAT(reply.body, HasSubstr("pairings.csv"));
}

TEST_F(ApiTest, PairingsAreExported) {
  const std::string path = "/plans/" + first_plan() + "/export";
  EXPECT_THAT(get(path, {{"format", "csv"}}).body, HasSubstr("P1,BOS,1,1,operate,A1"));
  EXPECT_THAT(get(path, {{"format", "text"}}).body, HasSubstr("RPT ;"));
  EXPECT_EQ(json::parse(get(path, {{"format", "json"}}).body)["pairings"].size(), 3U);
  EXPECT_EQ(get(path, {{"format", "exe"}}).status, 400);
}

// The document names every path, and every path that it names is there.
TEST_F(ApiTest, TheOpenApiDocumentIsTrue) {
  const json document = json::parse(openapi_document());
  std::size_t paths = 0;
  for (const auto& [path, methods] : document["paths"].items()) {
    if (!methods.contains("get")) continue;
    std::string real = std::regex_replace(path, std::regex("\\{plan\\}"), first_plan());
    real = std::regex_replace(real, std::regex("\\{other\\}"), second_plan());
    real = std::regex_replace(real, std::regex("\\{(pairing|flight)\\}"), "0");
    real = std::regex_replace(real, std::regex("\\{job\\}"), "1");
    if (path == "/jobs/{job}") {
      post("/jobs", {{"kind", "solve"}, {"month", month()}, {"time_limit", 0}});
      ended(1);
    }
    const ApiReply reply = get(real, {{"format", "json"}});
    ASSERT_EQ(reply.status, 200) << real << reply.body;
    const json& schema = methods["get"]["responses"]["200"]["content"];
    if (!schema.contains("application/json")) continue;
    json type = schema["application/json"]["schema"];
    if (type.contains("$ref")) {
      type = document["components"]["schemas"]
                     [type["$ref"].get<std::string>().substr(sizeof("#/components/schemas/") - 1)];
    }
    if (!type.contains("properties")) continue;
    const json answer = json::parse(reply.body);
    for (const auto& [key, value] : answer.items()) {
      EXPECT_TRUE(type["properties"].contains(key)) << path << " does not tell of " << key;
    }
    ++paths;
  }
  EXPECT_GE(paths, 9U);
}

TEST_F(ApiTest, AJobSolvesAndItsPlanIsFound) {
  const ApiReply started =
      post("/jobs", {{"kind", "solve"}, {"month", month()}, {"start", first_plan()}});
  ASSERT_EQ(started.status, 201) << started.body;
  const json job = ended(1);
  EXPECT_EQ(job["state"], "done") << job.dump();
  EXPECT_FALSE(job["curve"].empty());
  ASSERT_TRUE(job["result"].is_string()) << job.dump();
  const json plan = read("/plans/" + job["result"].get<std::string>());
  EXPECT_EQ(plan["legal"], true);
  EXPECT_LE(plan["cost"]["total"], read("/plans/" + first_plan())["cost"]["total"]);
  EXPECT_THAT(read("/jobs")["jobs"][0]["title"].get<std::string>(), HasSubstr("solve january"));
}

TEST_F(ApiTest, RulesAndWishesOfAPlanAreTold) {
  const json rules = read("/plans/" + first_plan() + "/rules");
  EXPECT_EQ(rules["preset"], "gerad");
  EXPECT_EQ(rules["wishes"], json::array());
  bool has_duties = false;
  for (const json& value : rules["values"]) {
    if (value["rule"] != "pairing.maximum_duties") continue;
    has_duties = true;
    EXPECT_EQ(value["value"], "4");
  }
  EXPECT_TRUE(has_duties);
}

TEST_F(ApiTest, APlanIsSolvedAgainWithOtherWishesAndRules) {
  const json wishes = {{{"wish", "lock"}, {"pairing", "P3"}},
                       {{"wish", "forbid"}, {"flight", "A2"}, {"next", "B1"}},
                       {{"wish", "forbid"},
                        {"pairing", "mine"},
                        {"base", "BOS"},
                        {"legs", {{{"flight", "B1"}, {"role", "operate"}}}}}};
  const ApiReply started = post("/jobs", {{"kind", "solve"},
                                          {"month", month()},
                                          {"start", first_plan()},
                                          {"wishes", wishes},
                                          {"rules", {{"cost.deadhead", 250}}}});
  ASSERT_EQ(started.status, 201) << started.body;
  const json job = ended(1);
  ASSERT_EQ(job["state"], "done") << job.dump();
  ASSERT_TRUE(job["result"].is_string()) << job.dump();
  const std::string made = job["result"];
  EXPECT_EQ(read("/plans/" + made)["legal"], true);
  const json rules = read("/plans/" + made + "/rules");
  EXPECT_EQ(rules["wishes"].size(), 3U);
  EXPECT_EQ(rules["wishes"][0]["pairing"], "P3");
  EXPECT_EQ(rules["wishes"][0]["legs"].size(), 2U);
  const json both = read("/plans/" + first_plan() + "/compare/" + made);
  ASSERT_EQ(both["rule_changes"].size(), 1U);
  EXPECT_EQ(both["rule_changes"][0]["rule"], "cost.deadhead");
  EXPECT_EQ(both["rule_changes"][0]["after"], "250");

  // Once more from there: its rules and wishes are what the next one begins with.
  ASSERT_EQ(post("/jobs", {{"kind", "solve"},
                           {"month", month()},
                           {"start", made},
                           {"wishes", rules["wishes"]},
                           {"rules", {{"cost.guaranteed_flying", "200"}}}})
                .status,
            201);
  const std::string next = ended(2)["result"];
  EXPECT_EQ(read("/plans/" + next + "/rules")["wishes"], rules["wishes"]);
  EXPECT_EQ(read("/plans/" + first_plan() + "/compare/" + next)["rule_changes"].size(), 2U);
}

TEST_F(ApiTest, WishesThatContradictAreRefusedAtOnce) {
  const auto problem = [&](const json& wishes, const json& rules = json::object()) {
    const ApiReply reply = post("/jobs", {{"kind", "solve"},
                                          {"month", month()},
                                          {"start", first_plan()},
                                          {"wishes", wishes},
                                          {"rules", rules}});
    EXPECT_TRUE(reply.status == 422 || reply.status == 400) << reply.body;
    return reply.body;
  };
  const json lock = {{"wish", "lock"}, {"flight", "A1"}, {"next", "A2"}};
  const json forbid = {{"wish", "forbid"}, {"flight", "A1"}, {"next", "A2"}};
  const auto one = [](const json& wish) { return json::array({wish}); };
  EXPECT_THAT(problem(json::array({lock, forbid})), HasSubstr("locked and forbidden"));
  EXPECT_THAT(problem(one(lock), {{"connection.minimum", 500}}), HasSubstr("no rule allows it"));
  EXPECT_THAT(problem(one({{"wish", "lock"}, {"pairing", "P9"}})), HasSubstr("no pairing P9"));
  EXPECT_THAT(problem(one({{"wish", "lock"}, {"flight", "Z"}, {"next", "A1"}})), HasSubstr("Z"));
  EXPECT_THAT(problem(one({{"wish", "keep"}, {"pairing", "P1"}})), HasSubstr("lock or forbid"));
  EXPECT_THAT(problem(one(lock), {{"cost.deadheads", 1}}), HasSubstr("unknown"));
  EXPECT_THAT(problem(one(lock), {{"cost.deadhead", json::array({1})}}),
              HasSubstr("cost.deadhead"));
  EXPECT_THAT(problem(3), HasSubstr("no list"));
  EXPECT_TRUE(read("/jobs")["jobs"].empty());
}

TEST_F(ApiTest, ARunLearnsPredictsAndSolves) {
  const ApiReply started =
      post("/jobs",
           {{"kind", "run"}, {"month", month()}, {"plans", {first_plan()}}, {"time_limit", 600}});
  ASSERT_EQ(started.status, 201) << started.body;
  const json job = ended(1);
  EXPECT_EQ(job["kind"], "run");
  EXPECT_THAT(job["output"].get<std::string>(), HasSubstr("learn"));
  EXPECT_EQ(post("/jobs", {{"kind", "run"}, {"month", month()}}).status, 400);
  EXPECT_EQ(post("/jobs", {{"kind", "run"}, {"month", month()}, {"model", "x"}}).status, 404);
}

TEST_F(ApiTest, JobsThatCannotBeAreRefused) {
  EXPECT_EQ(post("/jobs", {{"kind", "format"}}).status, 400);
  EXPECT_EQ(post("/jobs", {{"kind", "solve"}}).status, 400);
  EXPECT_EQ(post("/jobs", {{"kind", "solve"}, {"month", "/etc"}}).status, 404);
  EXPECT_EQ(post("/jobs", {{"kind", "solve"}, {"month", month()}, {"time_limit", -1}}).status, 400);
  EXPECT_EQ(post("/jobs", {{"kind", "solve"}, {"month", month()}, {"gap", "--force"}}).status, 400);
  EXPECT_EQ(post("/jobs", json::array()).status, 400);
  EXPECT_EQ(api_.answer({"POST", "/jobs", {}, "{"}).status, 400);
  EXPECT_EQ(post("/jobs/7/stop", {}).status, 404);
  EXPECT_EQ(post("/library", {}).status, 405);
}

// A program that ignores what it is asked and runs until it is told to stop, or crashes.
class OddJobs : public ApiTest {
 protected:
  OddJobs() : ApiTest(script()) {}

  static std::string script() {
    static const test::ScratchFolder scratch;
    const auto file = scratch.write("program", R"(#!/bin/sh
case "$*" in
  *january*--gap*) kill -SEGV $$ ;;
esac
trap 'echo saved; exit 3' INT
echo started
while :; do sleep 0.05; done
)");
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    return file.string();
  }

  json running(std::size_t number) {
    for (int i = 0; i < 600; ++i) {
      const json job = read("/jobs/" + std::to_string(number));
      if (job["output"] == "started\n") return job;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    ADD_FAILURE() << "the job does not start";
    return {};
  }
};

TEST_F(OddJobs, OneRunsAtATimeAndStopsWhenTold) {
  post("/jobs", {{"kind", "solve"}, {"month", month()}});
  post("/jobs", {{"kind", "solve"}, {"month", month()}});
  running(1);
  EXPECT_EQ(read("/jobs/2")["state"], "queued");
  EXPECT_EQ(post("/jobs/2/stop", {}).status, 202);
  EXPECT_EQ(read("/jobs/2")["state"], "stopped");
  post("/jobs/1/stop", {});
  const json job = ended(1);
  EXPECT_EQ(job["state"], "stopped");
  EXPECT_EQ(job["exit_code"], 3);
  EXPECT_THAT(job["output"].get<std::string>(), HasSubstr("saved"));
}

TEST_F(OddJobs, ACrashFailsTheJobAndNothingElse) {
  post("/jobs", {{"kind", "solve"}, {"month", month()}, {"gap", 0.1}});
  post("/jobs", {{"kind", "solve"}, {"month", month()}});
  EXPECT_EQ(ended(1)["state"], "failed");
  EXPECT_THAT(ended(1)["problem"].get<std::string>(), HasSubstr("signal"));
  running(2);  // the queue goes on; the end of the test stops it
}

TEST_F(OddJobs, TheQueueHasAnEnd) {
  int refused = 0;
  for (int i = 0; i < 30; ++i) {
    refused += post("/jobs", {{"kind", "solve"}, {"month", month()}}).status == 429;
  }
  EXPECT_GE(refused, 30 - static_cast<int>(JobQueue::kMostWaiting) - 1);
}

}  // namespace
}  // namespace skein::server
