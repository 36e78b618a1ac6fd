// Schedules and pairings out of the program and in again, as a user does it.
#include <algorithm>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/text_source.h"
#include "support/scratch_folder.h"
#include "system/run_program.h"

namespace skein {
namespace {

using test::run_skein;
using test::RunOutcome;
using testing::HasSubstr;

// schedule.csv without the last column, which SSIM has no place for.
std::string without_tails(const std::filesystem::path& month) {
  std::string text;
  LineReader lines = LineReader::open(month / "schedule.csv");
  for (std::string_view line; lines.next(line);) {
    text += std::string(line.substr(0, line.rfind(','))) + "\n";
  }
  return text;
}

class Exchange : public testing::Test {
 protected:
  Exchange() {
    month_ = folder_ / "month";
    run("generate --flights 300 -o " + month_.string());
    run("solve " + month_.string() + " --method greedy -o " + path("plan"));
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  static RunOutcome run(const std::string& arguments) {
    const RunOutcome outcome = run_skein(arguments);
    EXPECT_EQ(outcome.exit_code, 0) << arguments << "\n" << outcome.messages;
    return outcome;
  }

  test::ScratchFolder folder_;
  std::filesystem::path month_;
};

TEST_F(Exchange, AMonthGoesThroughSsimInBothTimeModes) {
  for (const std::string mode : {"utc", "local"}) {
    const std::string file = path(mode + ".ssim");
    run("export " + month_.string() + " --format ssim --time-mode " + mode + " -o " + file);
    run("import ssim " + file + " --stations " + (month_ / "stations.csv").string() + " -o " +
        path(mode));
    EXPECT_EQ(without_tails(folder_ / mode), without_tails(month_)) << mode;
  }
  const RunOutcome twice =
      run_skein("export " + month_.string() + " --format ssim -o " + path("utc.ssim"));
  EXPECT_EQ(twice.exit_code, 2);
  EXPECT_THAT(twice.messages, HasSubstr("--force"));
}

TEST_F(Exchange, DaysAreChosenAndBecomeThePeriod) {
  run("export " + month_.string() + " --format ssim -o " + path("all.ssim"));
  run("import ssim " + path("all.ssim") + " --stations " + (month_ / "stations.csv").string() +
      " --first-day 2024-01-03 --last-day 2024-01-05 -o " + path("days") + " --summary " +
      path("days.json"));
  EXPECT_THAT(read_text(folder_ / "days/rules.toml"), HasSubstr("first_day = 2024-01-03"));
  const auto all = std::string("\n") + without_tails(month_);
  const auto json = nlohmann::json::parse(read_text(folder_ / "days.json"));
  std::size_t expected = 0;
  for (const char* day : {",2024-01-03T", ",2024-01-04T", ",2024-01-05T"}) {
    // A departure on that day: the first of the two moments in a line.
    for (std::size_t at = all.find(day); at != std::string::npos; at = all.find(day, at + 1)) {
      const std::size_t begin = all.rfind('\n', at);
      expected += std::count(all.begin() + static_cast<std::ptrdiff_t>(begin),
                             all.begin() + static_cast<std::ptrdiff_t>(at), ',') == 2;
    }
  }
  EXPECT_EQ(json["flights"], expected);
  EXPECT_GT(expected, 0U);
}

TEST_F(Exchange, PairingsAreWrittenInEveryForm) {
  const std::string plan = month_.string() + " --plan " + path("plan");
  run("export " + plan + " --format csv -o " + path("p.csv"));
  EXPECT_THAT(read_text(folder_ / "p.csv"), HasSubstr("departure_local"));
  run("export " + plan + " --format json -o " + path("p.json"));
  EXPECT_FALSE(nlohmann::json::parse(read_text(folder_ / "p.json"))["pairings"].empty());
  run("export " + plan + " --format text -o " + path("p.txt"));
  EXPECT_EQ(read_text(folder_ / "p.txt"), read_text(folder_ / "plan/pairings.txt"));
  run("export " + plan + " --format ical -o " + path("calendars"));
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder_ / "calendars")) {
    EXPECT_THAT(read_text(entry.path()), HasSubstr("BEGIN:VCALENDAR"));
    ++files;
  }
  EXPECT_GT(files, 0U);
  EXPECT_EQ(run_skein("export " + plan + " --format ssim -o " + path("x")).exit_code, 2);
}

TEST_F(Exchange, EventsAreSeenAsTheyHappen) {
  run("solve " + month_.string() + " --method greedy --log " + path("live.jsonl") + " -o " +
      path("again"));
  EXPECT_EQ(read_text(folder_ / "live.jsonl"), read_text(folder_ / "again/log.jsonl"));
}

TEST_F(Exchange, AServerEndsWithItsTime) {
  const RunOutcome served = run("serve " + folder_.path().string() + " --time-limit 1");
  EXPECT_THAT(served.output, HasSubstr("http://127.0.0.1:"));
  EXPECT_EQ(run_skein("serve " + path("nowhere")).exit_code, 2);
}

}  // namespace
}  // namespace skein
