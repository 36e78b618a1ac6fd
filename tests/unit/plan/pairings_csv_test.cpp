#include "plan/pairings_csv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/complaints.h"
#include "support/small_schedule.h"

namespace skein::plan {
namespace {

using schedule::Schedule;
using test::complaint_of;
using test::small_pairing;
using test::small_schedule;
using testing::HasSubstr;

const Schedule& month() {
  static const Schedule schedule = small_schedule(
      {"*BOS", "JFK"}, {"A BOS JFK 2008-01-01T06:00Z 60", "B JFK BOS 2008-01-02T09:00Z 60",
                        "C BOS JFK 2008-01-02T11:00Z 60", "D JFK BOS 2008-01-02T13:00Z 60"});
  return schedule;
}

Plan read(const std::string& rows) {
  return read_pairings(
      LineReader::from_text("pairing,base,position,duty,role,flight\n" + rows, "pairings.csv"),
      month());
}

TEST(PairingsCsv, WritesAndReads) {
  Plan plan{{small_pairing(month(), "BOS", "A (B)"), small_pairing(month(), "BOS", "C D")}, {}};
  plan.pairings[1].name = "2";
  const std::string text = pairings_csv(month(), pairing::preset_rules("gerad").work, plan);
  EXPECT_EQ(text,
            "pairing,base,position,duty,role,flight\n"
            "1,BOS,1,1,operate,A\n1,BOS,2,2,deadhead,B\n"
            "2,BOS,1,1,operate,C\n2,BOS,2,1,operate,D\n");
  EXPECT_EQ(read_pairings(LineReader::from_text(text, "t"), month()), plan);
}

TEST(PairingsCsv, KeepsFlightsThatTheScheduleDoesNotHave) {
  const Plan plan = read("1,BOS,1,1,operate,A\n1,BOS,2,1,operate,GONE\n1,BOS,3,1,operate,B\n");
  ASSERT_EQ(plan.unknown_legs.size(), 1u);
  EXPECT_EQ(plan.unknown_legs[0], (UnknownLeg{0, 1, "GONE"}));
  EXPECT_EQ(known_beginning(plan.pairings[0]).size(), 1u);
  const std::string text = pairings_csv(month(), pairing::preset_rules("gerad").work, plan);
  EXPECT_EQ(read_pairings(LineReader::from_text(text, "t"), month()), plan);
}

TEST(PairingsCsv, NamesWhatDoesNotFit) {
  const auto complaint = [](const std::string& rows) { return complaint_of([&] { read(rows); }); };
  EXPECT_EQ(complaint("1,LAX,1,1,operate,A\n").field, "base");
  EXPECT_EQ(complaint("1,BOS,2,1,operate,A\n").field, "position");
  EXPECT_EQ(complaint("1,BOS,1,1,fly,A\n").field, "role");
  EXPECT_EQ(complaint("1,BOS,1,0,operate,A\n").field, "duty");
  EXPECT_EQ(complaint("1,BOS,1,1,operate,\n").field, "flight");
  EXPECT_EQ(complaint("1,BOS,1,1,operate,A\n1,JFK,2,1,operate,B\n").field, "base");
  const Complaint scattered =
      complaint("1,BOS,1,1,operate,A\n2,BOS,1,1,operate,C\n1,BOS,1,1,operate,B\n");
  EXPECT_EQ(scattered.line, 4u);
  EXPECT_THAT(scattered.problem, HasSubstr("do not stand together"));
}

}  // namespace
}  // namespace skein::plan
