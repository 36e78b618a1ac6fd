#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "base/input_error.h"
#include "generator/airline.h"

namespace skein::generator {
namespace {

// The option that the complaint is about; empty if there is none.
std::string complaint_about(const std::function<void(AirlineOptions&)>& change) {
  AirlineOptions options;
  change(options);
  try {
    generate_airline(options);
  } catch (const InputError& error) {
    EXPECT_FALSE(error.complaint().problem.empty());
    EXPECT_FALSE(error.complaint().remedy.empty());
    return error.complaint().field;
  }
  return "";
}

TEST(Generator, AcceptsTheDefaultOptions) {
  EXPECT_EQ(complaint_about([](AirlineOptions&) {}), "");
}

TEST(Generator, RefusesFlightsOutOfRange) {
  for (std::size_t flights : {std::size_t{0}, std::size_t{299}, std::size_t{100'001},
                              std::numeric_limits<std::size_t>::max()}) {
    EXPECT_EQ(complaint_about([&](AirlineOptions& o) { o.flights = flights; }), "--flights");
  }
}

TEST(Generator, RefusesMonthsOutOfRange) {
  using namespace std::chrono;
  for (int months : {0, -1, 100'000}) {
    EXPECT_EQ(complaint_about([&](AirlineOptions& o) { o.months = months; }), "--months");
  }
  for (year_month month : {year(1999) / 12, year(2100) / 1, year(2024) / 13}) {
    EXPECT_EQ(complaint_about([&](AirlineOptions& o) { o.first_month = month; }), "--first-month");
  }
}

TEST(Generator, RefusesNetworksThatCannotBe) {
  constexpr int kHuge = std::numeric_limits<int>::max();
  for (int stations : {-1, 1, 51, kHuge}) {
    EXPECT_EQ(complaint_about([&](AirlineOptions& o) { o.stations = stations; }), "--stations");
  }
  for (int bases : {-1, 0, 21, kHuge}) {
    EXPECT_EQ(complaint_about([&](AirlineOptions& o) { o.bases = bases; }), "--bases");
  }
  for (int fleets : {-1, 0, 9, kHuge}) {
    EXPECT_EQ(complaint_about([&](AirlineOptions& o) { o.fleets = fleets; }), "--fleets");
  }
}

TEST(Generator, RefusesSharesOutOfRange) {
  for (double share : {-0.01, 0.51, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_EQ(complaint_about([&](AirlineOptions& o) { o.changes.cancelled = share; }),
              "--cancelled");
    EXPECT_EQ(complaint_about([&](AirlineOptions& o) { o.changes.retimed = share; }), "--retimed");
    EXPECT_EQ(complaint_about([&](AirlineOptions& o) { o.changes.added = share; }), "--added");
  }
}

}  // namespace
}  // namespace skein::generator
