// A folder with a month, two plans of it, and something that is neither, for tests of the server.
#pragma once

#include "base/files.h"
#include "pairing/rules.h"
#include "plan/month_folder.h"
#include "plan/pairings_csv.h"
#include "support/scratch_folder.h"
#include "support/small_schedule.h"

namespace skein::test {

class ServedFolder {
 public:
  ServedFolder() {
    month_.rules = pairing::preset_rules("gerad");
    month_.schedule = small_schedule(
        {"*BOS America/New_York", "*ORD America/Chicago", "DEN America/Denver"},
        {"A1 BOS ORD 2008-01-01T13:00Z 120 738 N1", "A2 ORD BOS 2008-01-01T16:00Z 120 738 N1",
         "B1 BOS DEN 2008-01-02T13:00Z 240 738 N2", "B2 DEN BOS 2008-01-03T13:00Z 240 738 N2",
         "C1 ORD DEN 2008-01-02T14:00Z 150 E90", "C2 DEN ORD 2008-01-02T18:00Z 150 E90",
         "D1 ORD DEN 2008-01-03T14:00Z 150 E90"});
    const plan::Plan first = plan_of({{"BOS", "A1 A2"}, {"BOS", "B1 B2"}, {"ORD", "C1 C2"}});
    StagedFolder folder(scratch_ / "january", WhenFolderExists::kRefuse);
    plan::add_month_files(folder, month_, first);
    folder.commit();
    write_plan("plans/second", plan_of({{"BOS", "A1 A2 B1 B2"}, {"ORD", "C1 C2"}}));
    scratch_.write("notes.txt", "not a plan\n");
  }

  std::filesystem::path path() const { return scratch_.path(); }
  const test::ScratchFolder& scratch() const { return scratch_; }

  void write_plan(const std::string& name, const plan::Plan& plan) {
    StagedFolder folder(scratch_ / name, WhenFolderExists::kReplaceFiles);
    folder.add("pairings.csv", plan::pairings_csv(month_.schedule, month_.rules.work, plan));
    folder.add("summary.json",
               "{\"month\": \"january\", \"cost\": {\"total\": 5}, \"bound\": {\"value\": 100, "
               "\"kind\": \"lp\"}}");
    folder.commit();
  }

  plan::Plan plan_of(const std::vector<std::pair<std::string, std::string>>& pairings) const {
    plan::Plan plan;
    for (const auto& [base, legs] : pairings) {
      plan.pairings.push_back(small_pairing(month_.schedule, base, legs));
      plan.pairings.back().name = "P" + std::to_string(plan.pairings.size());
    }
    return plan;
  }

 private:
  ScratchFolder scratch_;
  plan::Month month_;
};

}  // namespace skein::test
