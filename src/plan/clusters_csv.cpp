#include "plan/clusters_csv.h"

#include <iterator>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "base/csv.h"
#include "base/input_error.h"

namespace skein::plan {
namespace {

class ClustersReader {
 public:
  ClustersReader(const CsvReader& csv, const schedule::Schedule& schedule)
      : csv_(csv), schedule_(schedule), is_taken_(schedule.flights().size(), 0) {}

  void add_row() {
    const std::string& name = csv_.text("cluster");
    if (clusters_.empty() || name != name_) start_cluster(name);
    const FlightId flight = schedule_.find_flight(csv_.text("flight"));
    if (!flight.exists()) {
      csv_.fail("flight", "the month has no flight " + in_quotes(csv_.text("flight")),
                "give the clusters of this month");
    }
    if (is_taken_[flight] != 0) {
      csv_.fail("flight", "flight " + in_quotes(csv_.text("flight")) + " is in two clusters",
                "leave it in one of them");
    }
    is_taken_[flight] = 1;
    if (!clusters_.back().empty() && flight < clusters_.back().back()) {
      csv_.fail("flight", "cluster " + in_quotes(name) + " is not in the order of time",
                "sort its flights by departure");
    }
    clusters_.back().push_back(flight);
  }

  std::vector<Cluster> take() && { return std::move(clusters_); }

 private:
  void start_cluster(const std::string& name) {
    if (!names_.insert(name).second) {
      csv_.fail("cluster", "the rows of cluster " + in_quotes(name) + " do not stand together",
                "sort the file by cluster and departure, or give the second one another name");
    }
    name_ = name;
    clusters_.emplace_back();
  }

  const CsvReader& csv_;
  const schedule::Schedule& schedule_;
  IdVector<FlightId, char> is_taken_;
  std::string name_;
  std::unordered_set<std::string> names_;
  std::vector<Cluster> clusters_;
};

}  // namespace

std::vector<Cluster> read_clusters(LineReader lines, const schedule::Schedule& schedule) {
  CsvReader csv(std::move(lines), {"cluster", "flight"}, {});
  ClustersReader reader(csv, schedule);
  while (csv.next()) reader.add_row();
  return std::move(reader).take();
}

std::string clusters_csv(const schedule::Schedule& schedule, const std::vector<Cluster>& clusters) {
  std::string text = "cluster,flight\n";
  for (std::size_t c = 0; c < clusters.size(); ++c) {
    for (FlightId flight : clusters[c]) {
      fmt::format_to(std::back_inserter(text), "{},{}\n", c + 1,
                     csv_field(schedule.flight(flight).id));
    }
  }
  return text;
}

std::vector<Cluster> clusters_of(const schedule::Schedule& schedule, const Plan& plan) {
  std::vector<Cluster> clusters;
  IdVector<FlightId, char> is_taken(schedule.flights().size(), 0);
  for (const Pairing& pairing : plan.pairings) {
    Cluster cluster;
    for (const Leg& leg : pairing.legs) {
      if (!leg.flight.exists() || leg.role != Role::kOperate) continue;
      if (is_taken[leg.flight] != 0 || (!cluster.empty() && leg.flight < cluster.back())) continue;
      is_taken[leg.flight] = 1;
      cluster.push_back(leg.flight);
    }
    if (!cluster.empty()) clusters.push_back(std::move(cluster));
  }
  return clusters;
}

}  // namespace skein::plan
