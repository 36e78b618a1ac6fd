#include "seeding/score_clusters.h"

#include <utility>

#include "seeding/link_confidence.h"
#include "seeding/static_scorer.h"

namespace skein::seeding {
namespace {

// Keeps links in order of time, each flight with one at most on either side.
class ClusterBuilder {
 public:
  ClusterBuilder(std::size_t flights, double least_probability)
      : least_probability_(least_probability) {
    links_.next = IdVector<FlightId, FlightId>(flights);
    links_.previous = links_.next;
  }

  void add(FlightId flight, FlightId next, double probability) {
    if (links_.next[flight].exists() || links_.previous[next].exists() || next <= flight) return;
    if (probability < least_probability_) {
      ++result_.left_out;
      return;
    }
    ++result_.links;
    links_.next[flight] = next;
    links_.previous[next] = flight;
  }

  ScoreClusters finish() && {
    for (Chain& chain : chains_of(links_)) {
      if (chain.size() > 1) result_.clusters.push_back(std::move(chain));
    }
    return std::move(result_);
  }

 private:
  double least_probability_;
  Links links_;
  ScoreClusters result_;
};

}  // namespace

ScoreClusters clusters_of_links(const Links& links, const pricing::ConnectionScores& scores,
                                const ClusterOptions& options) {
  ClusterBuilder builder(links.next.size(), options.least_probability);
  for (FlightId flight : IdRange<FlightId>(links.next.size())) {
    const FlightId next = links.next[flight];
    if (next.exists()) builder.add(flight, next, probability_of(scores.outlook[flight], next));
  }
  return std::move(builder).finish();
}

ScoreClusters clusters_of_plan(const schedule::Schedule& schedule, const pairing::Rules& rules,
                               const plan::Plan& plan, const pricing::ConnectionScorer& scorer,
                               const ClusterOptions& options) {
  ClusterBuilder builder(schedule.flights().size(), options.least_probability);
  for (const auto& pairing : judge_links(schedule, rules, plan, scorer, options.use_state)) {
    for (const JudgedLink& link : pairing) builder.add(link.flight, link.next, link.probability);
  }
  return std::move(builder).finish();
}

}  // namespace skein::seeding
