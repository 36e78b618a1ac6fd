#include "plan/wishes_csv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pairing/rules.h"
#include "plan/wishes_builder.h"
#include "support/complaints.h"
#include "support/small_schedule.h"

namespace skein::plan {
namespace {

using testing::HasSubstr;

const char* const kHead = "wish,flight,next,pairing,base,role\n";

struct FourFlights {
  schedule::Schedule schedule = test::small_schedule(
      {"*BOS", "JFK"}, {"A BOS JFK 2008-01-01T08:00Z 60", "B JFK BOS 2008-01-01T10:00Z 60",
                        "C BOS JFK 2008-01-01T12:00Z 60", "D JFK BOS 2008-01-01T14:00Z 60",
                        "E JFK BOS 2008-01-01T09:10Z 60"});
  pairing::Rules rules = pairing::preset_rules("gerad");

  pairing::Wishes read(const std::string& rows) const {
    WishesBuilder builder(schedule, &rules);
    read_wishes(LineReader::from_text(kHead + rows, "wishes.csv"), schedule, builder);
    return builder.wishes();
  }
  Complaint complaint(const std::string& rows) const {
    return test::complaint_of([&] { read(rows); });
  }
  std::string problem(const std::string& rows) const { return complaint(rows).problem; }
};

TEST(WishesCsv, ReadsWhatItWrites) {
  const FourFlights month;
  pairing::Wishes wishes;
  const auto flight = [&](const char* id) { return month.schedule.find_flight(id); };
  wishes.locked_connections = {{flight("C"), flight("D")}};
  wishes.forbidden_connections = {{flight("A"), flight("D")}, {flight("B"), flight("C")}};
  wishes.locked_pairings = {test::small_pairing(month.schedule, "BOS", "A B (C) (D)")};
  wishes.forbidden_pairings = {test::small_pairing(month.schedule, "BOS", "C D")};
  wishes.forbidden_pairings[0].name = "other";
  const std::string text = wishes_csv(month.schedule, wishes);
  EXPECT_EQ(month.read(text.substr(text.find('\n') + 1)), wishes);
  EXPECT_TRUE(month.read("").empty());
}

TEST(WishesCsv, ConnectionsNeedNoOtherColumns) {
  const FourFlights month;
  WishesBuilder builder(month.schedule, &month.rules);
  read_wishes(LineReader::from_text("wish,flight,next\nlock,A,B\n", "wishes.csv"), month.schedule,
              builder);
  EXPECT_EQ(builder.wishes().locked_connections.size(), 1U);
}

TEST(WishesCsv, WhatIsWishedTwiceCountsOnce) {
  const FourFlights month;
  const pairing::Wishes wishes =
      month.read("lock,A,B,,,\nforbid,B,C,,,\nlock,A,B,,,\nforbid,B,C,,,\n");
  EXPECT_EQ(wishes.locked_connections.size(), 1U);
  EXPECT_EQ(wishes.forbidden_connections.size(), 1U);
}

TEST(WishesCsv, NamesWhatIsWrong) {
  const FourFlights month;
  EXPECT_THAT(month.problem("hold,A,B,,,\n"), HasSubstr("is not a wish"));
  EXPECT_THAT(month.problem("lock,A,nowhere,,,\n"), HasSubstr("no flight"));
  EXPECT_THAT(month.problem("lock,A,,,,\n"), HasSubstr("not clear what is wished"));
  EXPECT_THAT(month.problem("lock,A,B,1,BOS,operate\n"), HasSubstr("not clear what is wished"));
  EXPECT_THAT(month.problem("lock,A,,1,XXX,operate\n"), HasSubstr("unknown"));
  EXPECT_THAT(month.problem("lock,A,,1,BOS,fly\n"), HasSubstr("is not a role"));
  EXPECT_THAT(month.problem("lock,A,,1,BOS,operate\nlock,B,,1,JFK,operate\n"),
              HasSubstr("two bases"));
  EXPECT_THAT(month.problem("forbid,A,,1,BOS,operate\nlock,A,D,,,\nforbid,B,,1,BOS,operate\n"),
              HasSubstr("do not stand together"));
}

TEST(WishesCsv, SaysWhereAContradictionStands) {
  const FourFlights month;
  const Complaint complaint = month.complaint("lock,A,B,,,\nforbid,C,D,,,\nlock,A,D,,,\n");
  EXPECT_EQ(complaint.file, "wishes.csv");
  EXPECT_EQ(complaint.line, 4U);
  EXPECT_EQ(complaint.field, "wish");
  EXPECT_THAT(complaint.problem, HasSubstr("from A to D"));
  EXPECT_THAT(complaint.problem, HasSubstr("from A to B"));
}

TEST(WishesCsv, RefusesLocksThatNoRuleAllows) {
  const FourFlights month;
  EXPECT_THAT(month.problem("lock,A,E,,,\n"), HasSubstr("no rule allows it: connection of 10 min"));
  EXPECT_THAT(month.problem("lock,A,C,,,\n"), HasSubstr("goes on from"));
  EXPECT_THAT(month.problem("lock,B,A,,,\n"), HasSubstr("no rule allows it"));
  EXPECT_THAT(month.problem("lock,A,,1,BOS,operate\n"), HasSubstr("not legal: ends at JFK"));
  EXPECT_THAT(month.problem("lock,A,,1,BOS,deadhead\nlock,B,,1,BOS,deadhead\n"),
              HasSubstr("operates no flight"));
}

TEST(WishesCsv, RefusesWishesThatContradictEachOther) {
  const FourFlights month;
  const std::string ab = "lock,A,,1,BOS,operate\nlock,B,,1,BOS,operate\n";
  EXPECT_THAT(month.problem("forbid,A,B,,,\nlock,A,B,,,\n"), HasSubstr("locked and forbidden"));
  EXPECT_THAT(month.problem("lock,A,B,,,\nforbid,A,B,,,\n"), HasSubstr("locked and forbidden"));
  EXPECT_THAT(month.problem("lock,A,D,,,\nlock,C,D,,,\n"), HasSubstr("is locked, and so is"));
  EXPECT_THAT(month.problem("forbid,A,B,,,\n" + ab), HasSubstr("which is forbidden"));
  EXPECT_THAT(month.problem(ab + "forbid,A,B,,,\n"), HasSubstr("which is forbidden"));
  EXPECT_THAT(month.problem(ab + "lock,A,D,,,\n"), HasSubstr("which is locked"));
  EXPECT_THAT(month.problem(ab + "lock,A,,2,BOS,operate\nlock,D,,2,BOS,operate\n"),
              HasSubstr("flight A is operated by two locked pairings, 1 and 2"));
  EXPECT_THAT(month.problem(ab + "forbid,A,,2,BOS,operate\nforbid,B,,2,BOS,operate\n"),
              HasSubstr("which is forbidden"));
  EXPECT_THAT(month.problem("forbid,A,,2,BOS,operate\nforbid,B,,2,BOS,operate\n" + ab),
              HasSubstr("which is forbidden"));
}

TEST(WishesBuilder, WithoutRulesIllegalLocksAreTaken) {
  const FourFlights month;
  WishesBuilder builder(month.schedule, nullptr);
  const std::string rows = "lock,A,,1,BOS,operate\nlock,C,E,,,\n";
  read_wishes(LineReader::from_text(kHead + rows, "wishes.csv"), month.schedule, builder);
  EXPECT_EQ(builder.wishes().locked_pairings.size(), 1U);
  EXPECT_EQ(builder.wishes().locked_connections.size(), 1U);
}

}  // namespace
}  // namespace skein::plan
