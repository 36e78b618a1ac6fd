#include "report/text.h"

#include <gtest/gtest.h>

namespace skein::report {
namespace {

TEST(Text, GroupsDigits) {
  EXPECT_EQ(grouped(0.0, 2), "0.00");
  EXPECT_EQ(grouped(-0.001, 2), "0.00");
  EXPECT_EQ(grouped(999.999, 2), "1,000.00");
  EXPECT_EQ(grouped(-1234567.891, 2), "-1,234,567.89");
  EXPECT_EQ(grouped(11026.825, 2), "11,026.83") << "a half is rounded up, whatever its last bit";
  EXPECT_EQ(grouped(0.1 + 0.2 + 0.025, 2), "0.33");
  EXPECT_EQ(grouped(-123.0, 0), "-123");
  EXPECT_EQ(grouped(std::size_t{100000}), "100,000");
}

TEST(Text, AlignsColumns) {
  TextTable table({"base", "hours"});
  table.add({"BOS", "1.5"});
  table.add({"Z\u00fcrich", "12.5"});
  EXPECT_EQ(table.text(), "base    hours\nBOS       1.5\nZ\u00fcrich   12.5\n");
}

}  // namespace
}  // namespace skein::report
