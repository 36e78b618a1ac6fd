#include "optimizer/proof.h"

#include <gtest/gtest.h>

#include "optimizer/prices_csv.h"
#include "support/complaints.h"
#include "support/small_schedule.h"

namespace skein::optimizer {
namespace {

schedule::Schedule four_flights() {
  return test::small_schedule({"*A", "B"},
                              {"F1 A B 2008-01-01T08:00Z 60", "F2 B A 2008-01-01T10:00Z 60",
                               "F3 A B 2008-01-01T12:00Z 60", "F4 B A 2008-01-01T14:00Z 60"});
}

Proof some_proof() {
  Proof proof;
  proof.prices.flight = IdVector<FlightId, double>(std::vector<double>{1.5, -2, 1.0 / 3, 4});
  proof.prices.base = {0.125};
  proof.cuts = {{{FlightId(0), FlightId(1), FlightId(2)}, 10},
                {{FlightId(0), FlightId(2), FlightId(3)}, 200.1}};
  return proof;
}

Proof read(const std::string& text) {
  return read_prices(LineReader::from_text(text, "prices.csv"), four_flights());
}

TEST(Proof, CutsChargePairingsThatOperateTwoOfTheirFlightsOrThree) {
  const schedule::Schedule schedule = four_flights();
  const Proof proof = some_proof();
  const CutCharges charges(proof.cuts, schedule.flights().size());
  EXPECT_EQ(charges.of(test::legs(schedule, "F1 (F2) (F3) F4")), 200.1);
  EXPECT_EQ(charges.of(test::legs(schedule, "F1 F2")), 10);
  EXPECT_EQ(charges.of(test::legs(schedule, "F1 (F2)")), 0);
  EXPECT_EQ(charges.of(test::legs(schedule, "F1 F2 F3 (F4)")), 210.1);
  EXPECT_EQ(charges.of(test::legs(schedule, "F1 F2 F3 F4")), 210.1);
}

TEST(Proof, BlendsPricesAndCuts) {
  const Proof from = some_proof();
  Proof to = some_proof();
  to.prices.flight[FlightId(0)] = 5.5;
  to.cuts = {{{FlightId(0), FlightId(1), FlightId(2)}, 20},
             {{FlightId(1), FlightId(2), FlightId(3)}, 8}};
  const Proof blended = blend(from, to, 0.25);
  EXPECT_DOUBLE_EQ(blended.prices.flight[FlightId(0)], 2.5);
  ASSERT_EQ(blended.cuts.size(), 3U);
  EXPECT_DOUBLE_EQ(blended.cuts[0].price, 12.5);
  EXPECT_DOUBLE_EQ(blended.cuts[1].price, 0.75 * 200.1);
  EXPECT_DOUBLE_EQ(blended.cuts[2].price, 2);
}

TEST(Proof, IsTheSameAfterWritingAndReading) {
  const Proof proof = some_proof();
  const Proof again = read(prices_csv(four_flights(), proof));
  EXPECT_EQ(again.prices.flight, proof.prices.flight);
  EXPECT_EQ(again.prices.base, proof.prices.base);
  EXPECT_EQ(again.cuts, proof.cuts);
}

TEST(Proof, FilesWithoutCutsNeedNoColumnsForThem) {
  const Proof proof =
      read("kind,name,price\nflight,F1,1\nflight,F2,2\nflight,F3,3\nflight,F4,4\nbase,A,5\n");
  EXPECT_EQ(proof.prices.flight[FlightId(2)], 3);
  EXPECT_TRUE(proof.cuts.empty());
}

TEST(Proof, DamagedCutsAreRefusedByLine) {
  const std::string whole = prices_csv(four_flights(), some_proof());
  const auto field = [&](const std::string& row) {
    const Complaint complaint = test::complaint_of([&] { read(whole + row + "\n"); });
    EXPECT_EQ(complaint.line, 9U);
    return complaint.field;
  };
  EXPECT_EQ(field("cut,F1,F2,F2,1"), "name");
  EXPECT_EQ(field("cut,F1,F2,F3,-1"), "price");
  EXPECT_EQ(field("cut,F1,F2,F9,1"), "third");
  EXPECT_EQ(field("cut,F1,,F3,1"), "second");
  EXPECT_EQ(field("bound,F1,,,1"), "kind");
  EXPECT_NO_THROW(read(whole + "cut,F2,F3,F4,1\n"));
}

}  // namespace
}  // namespace skein::optimizer
