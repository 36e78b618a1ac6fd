#include "factor_graph/graph.h"

#include <limits>

#include <gmock/gmock.h>

#include "support/complaints.h"

namespace skein::factor_graph {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

using testing::HasSubstr;

TEST(Graph, ScoresThatAreNoNumbersAreRefused) {
  Graph graph;
  const std::vector<double> scores{1, 2};
  const std::vector<Graph::Choice> choices{{graph.add_choice(scores), 2},
                                           {graph.add_choice(scores), 2}};
  for (double bad : {kNan, -kInfinity, kInfinity}) {
    EXPECT_THAT(test::complaint_of([&] { graph.add_variable(bad); }).problem,
                HasSubstr("variable 4"));
    EXPECT_THAT(test::complaint_of([&] {
                  graph.add_choice(std::vector<double>{0, bad});
                }).problem,
                HasSubstr("variable 5"));
    EXPECT_THAT(test::complaint_of([&] { graph.set_score(1, bad); }).problem,
                HasSubstr("variable 1"));
    EXPECT_THAT(test::complaint_of([&] { graph.add_pair(0, 2, bad); }).problem,
                HasSubstr("factor 2 (pair)"));
  }
  // Tables may forbid, but not ask for everything.
  for (double bad : {kNan, kInfinity}) {
    const std::vector<double> table{0, -kInfinity, bad, 0};
    EXPECT_THAT(test::complaint_of([&] { graph.add_dense(choices, table); }).problem,
                HasSubstr("factor 2 (dense)"));
    EXPECT_THAT(test::complaint_of([&] { graph.add_sequence(choices, table); }).problem,
                HasSubstr("entry 2"));
  }
  EXPECT_EQ(graph.variables(), 4U);
  EXPECT_EQ(graph.factors().size(), 2U);
  EXPECT_EQ(graph.score(1), 2);
}

}  // namespace
}  // namespace skein::factor_graph
