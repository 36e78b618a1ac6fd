#include "seeding/rolling_chains.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <utility>

#include "factor_graph/assignment.h"
#include "factor_graph/graph.h"
#include "seeding/connection_mask.h"

namespace skein::seeding {
namespace {

using factor_graph::Variable;
using pairing::Role;
using pricing::ConnectionScorer;
using pricing::CrewModel;
using pricing::CrewState;
using pricing::FlightOutlook;
using pricing::NextFlight;
using schedule::Schedule;

// A crew between two flights.
struct Waiting {
  const CrewModel* model;
  CrewState state;
  std::vector<NextFlight> next;  // that the rules allow and that have not left, by departure
  double ends = 0;
  std::size_t chain = 0;
};

class Rolling {
 public:
  Rolling(const Schedule& schedule, const pairing::WorkRules& rules, const CrewModels& models,
          const ConnectionScorer& scorer, const RollingOptions& options)
      : schedule_(schedule),
        rules_(rules),
        models_(models),
        scorer_(scorer),
        options_(options),
        ahead_(schedule.flights().size()),
        is_ahead_known_(schedule.flights().size(), false) {
    for (FlightId id : schedule.flight_ids()) {
      const schedule::Flight& flight = schedule.flight(id);
      arrivals_[{flight.destination, flight.fleet}].push_back(id);
      departures_[{flight.origin, flight.fleet}].push_back(id);
    }
  }

  std::vector<Chain> run() && {
    const Minutes bank = std::max(Minutes(1), std::min(options_.bank, least_turn()));
    const auto flights = schedule_.flights().size();
    for (std::size_t first = 0; first < flights;) {
      const Instant until = schedule_.flight(FlightId(first)).departure + bank;
      const FlightId end = first_departure_from(FlightId(first), until);
      share_out(FlightId(first), end, first_departure_from(end, until + options_.look_ahead));
      first = end.index();
    }
    return std::move(chains_);
  }

 private:
  using Place = std::pair<StationId, FleetId>;
  struct Arc {
    Variable variable;
    std::size_t crew;  // kNotYet: one that will have landed by then
    FlightId flight;
  };

  // No crew can leave again sooner than this after it has left.
  Minutes least_turn() const {
    Minutes least = kDay;
    for (const schedule::Flight& flight : schedule_.flights()) {
      least = std::min(least, flight.duration());
    }
    return least;
  }

  FlightId first_departure_from(FlightId from, Instant when) const {
    std::size_t next = from.index();
    while (next < schedule_.flights().size() && schedule_.flight(FlightId(next)).departure < when) {
      ++next;
    }
    return FlightId(next);
  }

  // The departures first, ..., end-1, with regard to those up to `horizon`. Stations and fleets do
  // not depend on each other (joint_chains.cpp).
  void share_out(FlightId first, FlightId end, FlightId horizon) {
    std::map<Place, std::vector<std::size_t>> crews;
    for (FlightId flight = first; flight < end; flight = FlightId(flight.index() + 1)) {
      crews[{schedule_.flight(flight).origin, schedule_.flight(flight).fleet}];
    }
    for (std::size_t crew = 0; crew < waiting_.size(); ++crew) {
      const CrewState& state = waiting_[crew].state;
      const auto place = crews.find({state.station, state.fleet});
      if (place != crews.end()) place->second.push_back(crew);
    }
    std::vector<std::size_t> crew_of(end.index() - first.index(), kNewCrew);
    for (const auto& [place, here] : crews) {
      for (const Arc& arc : best_links(place, here, first, horizon)) {
        if (arc.flight < end) crew_of[arc.flight.index() - first.index()] = arc.crew;
      }
    }
    depart(first, end, crew_of);
  }

  std::vector<Arc> best_links(const Place& place, const std::vector<std::size_t>& crews,
                              FlightId first, FlightId horizon) {
    factor_graph::Graph graph;
    std::vector<Arc> arcs;
    for (std::size_t crew : crews) {
      const Waiting& waiting = waiting_[crew];
      const double ends = waiting.model->may_end(waiting.state) ? waiting.ends : 0;
      add_choices(waiting.next, ends, crew, horizon, graph, arcs);
    }
    for (FlightId flight : between(arrivals_[place], first, horizon)) {
      const FlightOutlook& outlook = outlook_ahead(flight);
      add_choices(outlook.next, outlook.ends, kNotYet, horizon, graph, arcs);
    }
    add_flights(between(departures_[place], first, horizon), graph, arcs);
    const std::vector<char> best = factor_graph::solve_assignment(graph).assignment;
    std::erase_if(arcs, [&](const Arc& arc) { return best[arc.variable] == 0; });
    return arcs;
  }

  static std::span<const FlightId> between(const std::vector<FlightId>& flights, FlightId first,
                                           FlightId end) {
    return {std::lower_bound(flights.begin(), flights.end(), first),
            std::lower_bound(flights.begin(), flights.end(), end)};
  }

  // What a crew may do before the horizon; nothing is added for one that waits in any case.
  void add_choices(const std::vector<NextFlight>& next_flights, double ends, std::size_t crew,
                   FlightId horizon, factor_graph::Graph& graph, std::vector<Arc>& arcs) const {
    if (next_flights.empty() || next_flights.front().flight >= horizon) return;
    std::vector<Variable> ways;
    double later = ends;
    for (const NextFlight& next : next_flights) {
      if (next.flight >= horizon) {
        later += next.probability;
        continue;
      }
      ways.push_back(
          graph.add_variable(logarithm(next.probability) +
                             options_.joint.start_weight * logarithm(1 - starts(next.flight))));
      arcs.push_back({ways.back(), crew, next.flight});
    }
    ways.push_back(graph.add_variable(logarithm(later)));
    graph.add_exactly_one(ways);
  }

  // Each has one crew, or starts a pairing.
  void add_flights(std::span<const FlightId> flights, factor_graph::Graph& graph,
                   const std::vector<Arc>& arcs) const {
    std::map<FlightId, std::vector<Variable>> into;
    for (FlightId flight : flights) into[flight] = {graph.add_variable(start_score(flight))};
    for (const Arc& arc : arcs) into.at(arc.flight).push_back(arc.variable);
    for (const auto& [flight, ways] : into) graph.add_exactly_one(ways);
  }

  // Of a flight that has not left: nothing is known of its crew.
  const FlightOutlook& outlook_ahead(FlightId flight) {
    FlightOutlook& outlook = ahead_[flight];
    if (is_ahead_known_[flight]) return outlook;
    is_ahead_known_[flight] = true;
    outlook = scorer_.outlook(flight, StationId::none(), nullptr);
    std::erase_if(outlook.next, [&](const NextFlight& next) {
      return !may_connect(schedule_, rules_, flight, next.flight);
    });
    const StationId to = schedule_.flight(flight).destination;
    if (models_.of(to) == nullptr) outlook.ends *= options_.joint.away;
    return outlook;
  }

  double start_score(FlightId flight) const {
    return options_.joint.start_weight * logarithm(starts(flight));
  }

  double starts(FlightId flight) const {
    const bool may_start = models_.of(schedule_.flight(flight).origin) != nullptr;
    return scorer_.starts(flight) * (may_start ? 1 : options_.joint.away);
  }

  double logarithm(double probability) const {
    return std::log(std::max(probability, options_.joint.least_probability));
  }

  void depart(FlightId first, FlightId end, const std::vector<std::size_t>& crew_of) {
    std::vector<Waiting> landed;
    for (std::size_t i = 0; i < crew_of.size(); ++i) {
      const FlightId flight(first.index() + i);
      if (crew_of[i] == kNewCrew) {
        begin_chain(flight, landed);
      } else {
        go_on(waiting_[crew_of[i]], flight, landed);
      }
    }
    retire(end);
    std::move(landed.begin(), landed.end(), std::back_inserter(waiting_));
  }

  void begin_chain(FlightId flight, std::vector<Waiting>& landed) {
    const CrewModel* model = models_.of(schedule_.flight(flight).origin);
    if (model == nullptr) return;
    const auto state = model->start({flight, Role::kOperate});
    if (!state) return;
    chains_.push_back({flight});
    landed.push_back(after(flight, *model, *state, chains_.size() - 1));
  }

  void go_on(Waiting& crew, FlightId flight, std::vector<Waiting>& landed) {
    chains_[crew.chain].push_back(flight);
    const auto state = crew.model->extend(crew.state, {flight, Role::kOperate});
    landed.push_back(after(flight, *crew.model, *state, crew.chain));
    crew.next.clear();
  }

  Waiting after(FlightId flight, const CrewModel& model, const CrewState& state,
                std::size_t chain) const {
    FlightOutlook outlook =
        scorer_.outlook(flight, model.base(), options_.use_state ? &state : nullptr);
    std::erase_if(outlook.next, [&](const NextFlight& next) {
      return !may_connect(schedule_, rules_, flight, next.flight) ||
             !model.extend(state, {next.flight, Role::kOperate});
    });
    return {&model, state, std::move(outlook.next), outlook.ends, chain};
  }

  // Flights before `end` have left; crews that have no other to wait for have ended.
  void retire(FlightId end) {
    for (Waiting& crew : waiting_) {
      std::erase_if(crew.next, [end](const NextFlight& next) { return next.flight < end; });
    }
    std::erase_if(waiting_, [](const Waiting& crew) { return crew.next.empty(); });
  }

  static constexpr std::size_t kNewCrew = ~std::size_t{0};
  static constexpr std::size_t kNotYet = kNewCrew - 1;

  const Schedule& schedule_;
  const pairing::WorkRules& rules_;
  const CrewModels& models_;
  const ConnectionScorer& scorer_;
  const RollingOptions& options_;
  IdVector<FlightId, FlightOutlook> ahead_;  // as far as they are known
  IdVector<FlightId, bool> is_ahead_known_;
  std::map<Place, std::vector<FlightId>> arrivals_;  // in order of their departures
  std::map<Place, std::vector<FlightId>> departures_;
  std::vector<Waiting> waiting_;
  std::vector<Chain> chains_;
};

}  // namespace

RollingChains plan_rolling_chains(const Schedule& schedule, const pairing::Rules& rules,
                                  const ConnectionScorer& scorer, const RollingOptions& options) {
  const CrewModels models(schedule, rules, options.joint.mask);
  RollingChains result;
  result.chains = Rolling(schedule, rules.work, models, scorer, options).run();
  ChainCutter cutter(models);
  for (const Chain& chain : result.chains) cutter.cut(chain);
  result.plan = std::move(cutter).finish(schedule, rules);
  return result;
}

}  // namespace skein::seeding
