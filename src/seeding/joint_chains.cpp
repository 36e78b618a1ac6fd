#include "seeding/joint_chains.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "factor_graph/assignment.h"
#include "factor_graph/graph.h"
#include "seeding/connection_mask.h"
#include "seeding/static_scorer.h"

namespace skein::seeding {
namespace {

using factor_graph::Variable;
using pricing::ConnectionScores;
using pricing::NextFlight;
using schedule::Schedule;

// The terms of the objective.
class JointTerms {
 public:
  JointTerms(const Schedule& schedule, const ConnectionScores& scores, const JointOptions& options)
      : schedule_(schedule), scores_(scores), options_(options) {}

  double link(double probability, FlightId next) const {
    return logarithm(probability) + options_.start_weight * logarithm(1 - starts(next));
  }
  double end(FlightId flight) const {
    const bool at_base = schedule_.station(schedule_.flight(flight).destination).is_base;
    return logarithm(scores_.outlook[flight].ends * (at_base ? 1 : options_.away));
  }
  double start(FlightId flight) const { return options_.start_weight * logarithm(starts(flight)); }

 private:
  double starts(FlightId flight) const {
    const bool at_base = schedule_.station(schedule_.flight(flight).origin).is_base;
    return scores_.starts[flight] * (at_base ? 1 : options_.away);
  }
  double logarithm(double probability) const {
    return std::log(std::max(probability, options_.least_probability));
  }

  const Schedule& schedule_;
  const ConnectionScores& scores_;
  const JointOptions& options_;
};

class JointDecoding {
 public:
  JointDecoding(const Schedule& schedule, const pairing::Rules& rules,
                const ConnectionScores& scores, const JointOptions& options)
      : schedule_(schedule),
        rules_(rules),
        scores_(scores),
        terms_(schedule, scores, options),
        into_(schedule.flights().size()) {}

  JointLinks run() && {
    result_.links.next = IdVector<FlightId, FlightId>(schedule_.flights().size());
    result_.links.previous = result_.links.next;
    for (const auto& [place, crews] : places()) decode(crews);
    return std::move(result_);
  }

 private:
  // Crews of a fleet that meet at a station.
  struct Place {
    std::vector<FlightId> arrivals;
    std::vector<FlightId> departures;
  };
  struct Arc {
    Variable variable;
    FlightId flight;
    FlightId next;
  };

  // A link joins an arrival and a departure of the same fleet at the same station, and each flight
  // is in two constraints, one where it leaves and one where it arrives: stations and fleets are
  // decoded one by one.
  std::map<std::pair<StationId, FleetId>, Place> places() const {
    std::map<std::pair<StationId, FleetId>, Place> places;
    for (FlightId id : schedule_.flight_ids()) {
      const schedule::Flight& flight = schedule_.flight(id);
      places[{flight.destination, flight.fleet}].arrivals.push_back(id);
      places[{flight.origin, flight.fleet}].departures.push_back(id);
    }
    return places;
  }

  void decode(const Place& place) {
    graph_ = factor_graph::Graph();
    arcs_.clear();
    for (FlightId flight : place.arrivals) add_ways_on(flight);
    for (FlightId flight : place.departures) add_ways_in(flight);
    const factor_graph::BestAssignment best = factor_graph::solve_assignment(graph_);
    result_.score += best.score;
    for (const Arc& arc : arcs_) {
      if (best.assignment[arc.variable] == 0) continue;
      result_.links.next[arc.flight] = arc.next;
      result_.links.previous[arc.next] = arc.flight;
    }
  }

  void add_ways_on(FlightId flight) {
    std::vector<Variable> ways = {graph_.add_variable(terms_.end(flight))};
    for (const NextFlight& next : scores_.outlook[flight].next) {
      if (!may_connect(schedule_, rules_.work, flight, next.flight)) continue;
      ways.push_back(graph_.add_variable(terms_.link(next.probability, next.flight)));
      into_[next.flight].push_back(ways.back());
      arcs_.push_back({ways.back(), flight, next.flight});
    }
    graph_.add_exactly_one(ways);
  }

  void add_ways_in(FlightId flight) {
    into_[flight].push_back(graph_.add_variable(terms_.start(flight)));
    graph_.add_exactly_one(into_[flight]);
  }

  const Schedule& schedule_;
  const pairing::Rules& rules_;
  const ConnectionScores& scores_;
  JointTerms terms_;
  factor_graph::Graph graph_;  // of the place that is being decoded
  std::vector<Arc> arcs_;
  IdVector<FlightId, std::vector<Variable>> into_;
  JointLinks result_;
};

}  // namespace

JointLinks decode_jointly(const Schedule& schedule, const pairing::Rules& rules,
                          const ConnectionScores& scores, const JointOptions& options) {
  return JointDecoding(schedule, rules, scores, options).run();
}

double score_of(const Schedule& schedule, const pairing::Rules& rules,
                const ConnectionScores& scores, const Links& links, const JointOptions& options) {
  const JointTerms terms(schedule, scores, options);
  double score = 0;
  for (FlightId flight : schedule.flight_ids()) {
    if (!links.previous[flight].exists()) score += terms.start(flight);
    const FlightId next = links.next[flight];
    if (!next.exists()) {
      score += terms.end(flight);
      continue;
    }
    const std::vector<NextFlight>& candidates = scores.outlook[flight].next;
    const bool is_candidate =
        std::any_of(candidates.begin(), candidates.end(),
                    [next](const NextFlight& candidate) { return candidate.flight == next; });
    if (!is_candidate || !may_connect(schedule, rules.work, flight, next)) {
      return -std::numeric_limits<double>::infinity();
    }
    score += terms.link(probability_of(scores.outlook[flight], next), next);
  }
  return score;
}

std::vector<Chain> chains_of(const Links& links) {
  std::vector<Chain> chains;
  for (FlightId first : IdRange<FlightId>(links.next.size())) {
    if (links.previous[first].exists()) continue;
    chains.emplace_back();
    for (FlightId flight = first; flight.exists(); flight = links.next[flight]) {
      chains.back().push_back(flight);
    }
  }
  return chains;
}

ChainPlan plan_joint_chains(const Schedule& schedule, const pairing::Rules& rules,
                            const ConnectionScores& scores, const JointOptions& options) {
  const CrewModels models(schedule, rules, options.mask);
  ChainCutter cutter(models);
  for (const Chain& chain : chains_of(decode_jointly(schedule, rules, scores, options).links)) {
    cutter.cut(chain);
  }
  return std::move(cutter).finish(schedule, rules);
}

}  // namespace skein::seeding
