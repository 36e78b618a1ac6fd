#include "plan/clusters_csv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "support/complaints.h"
#include "support/enumeration.h"

namespace skein::plan {
namespace {

using testing::HasSubstr;

struct Tiny {
  Rng rng{3};
  schedule::Schedule schedule = test::tiny_schedule(rng, 8);

  std::string id(std::size_t flight) const { return schedule.flight(FlightId(flight)).id; }
  std::vector<Cluster> read(const std::string& text) const {
    return read_clusters(LineReader::from_text(text, "clusters.csv"), schedule);
  }
  std::string complaint(const std::string& text) const {
    return test::complaint_of([&] { read(text); }).problem;
  }
};

TEST(ClustersCsv, ReadsWhatItWrites) {
  const Tiny tiny;
  const std::vector<Cluster> clusters = {{FlightId(0), FlightId(3), FlightId(7)}, {FlightId(2)}};
  EXPECT_EQ(tiny.read(clusters_csv(tiny.schedule, clusters)), clusters);
  EXPECT_TRUE(tiny.read("cluster,flight\n").empty());
}

TEST(ClustersCsv, NamesWhatIsWrong) {
  const Tiny tiny;
  const std::string head = "cluster,flight\n";
  EXPECT_THAT(tiny.complaint(head + "1,nowhere\n"), HasSubstr("no flight"));
  EXPECT_THAT(tiny.complaint(head + "1," + tiny.id(0) + "\n2," + tiny.id(0) + "\n"),
              HasSubstr("in two clusters"));
  EXPECT_THAT(tiny.complaint(head + "1," + tiny.id(5) + "\n1," + tiny.id(0) + "\n"),
              HasSubstr("order of time"));
  EXPECT_THAT(
      tiny.complaint(head + "1," + tiny.id(0) + "\n2," + tiny.id(1) + "\n1," + tiny.id(2) + "\n"),
      HasSubstr("do not stand together"));
}

TEST(ClustersCsv, ClustersOfAPlanAreItsOperatedFlights) {
  const Tiny tiny;
  Plan plan;
  const StationId base = tiny.schedule.bases().front();
  plan.pairings.push_back({"a",
                           base,
                           {{FlightId(0), Role::kOperate},
                            {FlightId(1), Role::kDeadhead},
                            {FlightId(4), Role::kOperate}}});
  plan.pairings.push_back(
      {"b", base, {{FlightId(1), Role::kOperate}, {FlightId(4), Role::kOperate}}});
  EXPECT_EQ(clusters_of(tiny.schedule, plan),
            (std::vector<Cluster>{{FlightId(0), FlightId(4)}, {FlightId(1)}}));
}

}  // namespace
}  // namespace skein::plan
