#include "optimizer/clusters.h"

#include <algorithm>
#include <numeric>

#include "optimizer/state.h"

namespace skein::optimizer {
namespace {

constexpr double kNegative = -1e-6;  // reduced costs above are taken for 0

}  // namespace

std::vector<FlightLink> links_of(std::span<const Candidate> pairings) {
  std::vector<FlightLink> links;
  for (const Candidate& pairing : pairings) {
    FlightId before;
    for (const pairing::Leg& leg : pairing.legs) {
      if (leg.role != pairing::Role::kOperate) continue;
      if (before.exists()) links.emplace_back(before, leg.flight);
      before = leg.flight;
    }
  }
  return links;
}

Clusters::Clusters(const Master& master, std::span<const FlightLink> links, std::size_t fitting,
                   const ClusterOptions& options)
    : options_(options),
      flights_(master.flights().begin(), master.flights().end()),
      partition_(flights_.size()) {
  const auto row_of = [&](FlightId flight) {
    const auto at = std::lower_bound(flights_.begin(), flights_.end(), flight);
    const bool is_open = at != flights_.end() && *at == flight;
    return is_open ? static_cast<std::uint32_t>(at - flights_.begin()) : cover::Partition::kNone;
  };
  for (const auto& [flight, next] : links) {
    const std::uint32_t row = row_of(flight);
    const std::uint32_t after = row_of(next);
    if (row == cover::Partition::kNone || after == cover::Partition::kNone) continue;
    if (row < after) partition_.link(row, after);
  }
  for (std::size_t j = 0; j < std::min(fitting, master.columns()); ++j) {
    partition_.split(master.problem().columns.rows(j));
  }
  links_.next = IdVector<FlightId, FlightId>(master.all_flights());
  links_.previous = links_.next;
  read_links();
}

void Clusters::read_links() {
  for (std::uint32_t row = 0; row < flights_.size(); ++row) {
    const std::uint32_t next = partition_.next(row);
    const std::uint32_t previous = partition_.previous(row);
    links_.next[flights_[row]] = next == cover::Partition::kNone ? FlightId() : flights_[next];
    links_.previous[flights_[row]] =
        previous == cover::Partition::kNone ? FlightId() : flights_[previous];
  }
}

bool Clusters::decide(const Master& master, const cover::Duals& duals, std::size_t added,
                      double lp) {
  const double gain = last_lp_ > 0 ? (last_lp_ - lp) / last_lp_ : 1;
  last_lp_ = lp;
  const bool is_split = split(master, duals);
  if (is_limited() && !is_split && (added == 0 || gain < options_.least_gain)) {
    ++phase_;
    last_lp_ = 0;
  }
  return is_split;
}

// While few cuts are allowed, by pairings that share no flight, the best first; later by all.
bool Clusters::split(const Master& master, const cover::Duals& duals) {
  const cover::ColumnStore& columns = master.problem().columns;
  double fitting = 0;
  double others = 0;
  std::vector<std::pair<double, std::size_t>> to_fit;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const double cost = cover::reduced_cost(master.problem(), duals, j);
    if (cost >= kNegative) continue;
    const bool fits = partition_.is_compatible(columns.rows(j));
    double& best = fits ? fitting : others;
    best = std::min(best, cost);
    if (!fits) to_fit.emplace_back(cost, j);
  }
  if (to_fit.empty()) return false;
  if (is_limited() && fitting < options_.split_share * others) return false;
  std::sort(to_fit.begin(), to_fit.end());
  std::vector<char> is_taken(flights_.size(), 0);
  for (const auto& [cost, j] : to_fit) {
    const auto rows = columns.rows(j);
    const auto is_free = [&](std::uint32_t row) { return is_taken[row] == 0; };
    if (is_limited() && !std::all_of(rows.begin(), rows.end(), is_free)) continue;
    for (std::uint32_t row : rows) is_taken[row] = 1;
    partition_.split(rows);
  }
  read_links();
  return true;
}

void Clusters::exchange(StateArchive& archive) {
  archive.exchange_whole("phase", phase_);
  archive.exchange("value before", last_lp_);
  std::vector<std::uint64_t> cut;
  if (!archive.reads()) {
    for (std::uint32_t row = 0; row < flights_.size(); ++row) {
      if (partition_.next(row) == cover::Partition::kNone) cut.push_back(row);
    }
  }
  archive.exchange_list("ends of clusters", cut);
  if (!archive.reads()) return;
  for (std::uint64_t row : cut) partition_.cut(static_cast<std::uint32_t>(row));
  read_links();
}

}  // namespace skein::optimizer
