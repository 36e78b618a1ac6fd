#include "cover/partition.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"

namespace skein::cover {
namespace {

using Rows = std::vector<std::uint32_t>;

// 0 - 1 - 2 - 3, 4 - 5, 6
Partition three_clusters() {
  Partition partition(7);
  for (const auto& [row, next] : {std::pair{0U, 1U}, {1U, 2U}, {2U, 3U}, {4U, 5U}}) {
    EXPECT_TRUE(partition.link(row, next));
  }
  return partition;
}

TEST(Partition, HasEveryRowAloneAtFirst) {
  const Partition partition(5);
  EXPECT_EQ(partition.clusters(), 5U);
  EXPECT_TRUE(partition.is_compatible(Rows{0, 3}));
}

TEST(Partition, LinksARowOnceOnEitherSide) {
  Partition partition = three_clusters();
  EXPECT_EQ(partition.clusters(), 3U);
  EXPECT_FALSE(partition.link(1, 4));
  EXPECT_FALSE(partition.link(0, 5));
  EXPECT_TRUE(partition.link(3, 6));
  EXPECT_EQ(partition.clusters(), 2U);
}

TEST(Partition, CountsTheLinksThatAColumnCuts) {
  const Partition partition = three_clusters();
  EXPECT_EQ(partition.cuts(Rows{0, 1, 2, 3}), 0U);
  EXPECT_EQ(partition.cuts(Rows{4, 5, 6}), 0U);
  EXPECT_EQ(partition.cuts(Rows{0, 1}), 1U);
  EXPECT_EQ(partition.cuts(Rows{1, 2}), 2U);
  EXPECT_EQ(partition.cuts(Rows{0, 3}), 2U);
  EXPECT_EQ(partition.cuts(Rows{1, 5, 6}), 3U);
}

TEST(Partition, CountsALinkTwiceThatAColumnLeavesAndComesBackTo) {
  // The column goes from 4 to 5 before it comes to 6.
  Partition partition(7);
  partition.link(4, 6);
  EXPECT_EQ(partition.cuts(Rows{4, 5, 6}), 2U);
  partition.split(Rows{4, 5, 6});
  EXPECT_EQ(partition.clusters(), 7U);
}

TEST(Partition, SplitsClustersInOrderedParts) {
  Partition partition = three_clusters();
  partition.split(Rows{1, 2, 6});
  EXPECT_EQ(partition.clusters(), 5U);
  EXPECT_EQ(partition.next(1), 2U);
  EXPECT_EQ(partition.next(0), Partition::kNone);
  EXPECT_EQ(partition.previous(3), Partition::kNone);
  EXPECT_EQ(partition.next(4), 5U);
}

TEST(Partition, IsCompatibleWithAllThatItWasSplitFor) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Rng rng(seed);
    Partition partition(30);
    for (std::uint32_t row = 0; row + 1 < 30; ++row) {
      partition.link(row, row + 1 + static_cast<std::uint32_t>(rng.below(29 - row)));
    }
    std::vector<Rows> columns;
    for (int k = 0; k < 5; ++k) {
      Rows rows;
      for (std::uint32_t row = 0; row < 30; ++row) {
        if (rng.chance(0.2)) rows.push_back(row);
      }
      const std::size_t before = partition.clusters();
      const std::size_t cuts = partition.cuts(rows);
      partition.split(rows);
      EXPECT_LE(partition.clusters(), before + cuts);
      EXPECT_EQ(partition.clusters() == before, cuts == 0);
      columns.push_back(rows);
    }
    for (const Rows& rows : columns) EXPECT_TRUE(partition.is_compatible(rows)) << "seed " << seed;
  }
}

}  // namespace
}  // namespace skein::cover
