#include "report/tiles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace skein::report {
namespace {

using testing::HasSubstr;

TEST(Tiles, DarkIsLargeAndRedIsNegative) {
  const std::string svg = tiles_svg({1, 3, {{2, 0, -1}}}, 4, 5);
  EXPECT_THAT(svg, HasSubstr("fill=\"#000000\""));
  EXPECT_THAT(svg, HasSubstr("fill=\"#ffffff\""));
  EXPECT_THAT(svg, HasSubstr("fill=\"#ff8080\""));
}

TEST(Tiles, StandInLinesOfCharacters) {
  EXPECT_EQ(tiles_text({2, 2, {{1, 0, 0, 1}, {0, 1, 1, 0}, {1, 1, 1, 1}}}, 2, 1),
            "@@      @@\n  @@  @@\n\n");
}

}  // namespace
}  // namespace skein::report
