#include "boost_pricing.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>

#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/r_c_shortest_paths.hpp>

#include "base/clock.h"
#include "pricing/group_network.h"

namespace skein::bench {
namespace {

using pairing::Role;
using pricing::Connections;
using pricing::DutyLimits;
using pricing::GroupNetwork;
using pricing::LegTimes;

// A gap, and the leg after it; on some arcs only one of them.
struct Arc {
  double cost = 0;     // reduced: of the gap and of the leg
  double waiting = 0;  // the part that prices do not change
  Instant arrival;
  Instant latest_arrival;  // of the duty that begins
  FlightId flight;         // of the leg; none without one
  std::int16_t flying = 0;
  std::int8_t legs = 0;  // operated
  std::int8_t days = 0;  // with a departure, more than before
  bool ends_pairing = false;
  bool ends_duty = false;  // another follows
  bool begins_duty = false;
  Role role = Role::kDeadhead;
};

using Graph = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, Arc,
                                                 boost::no_property, std::uint32_t, std::uint32_t>;
using Vertex = boost::graph_traits<Graph>::vertex_descriptor;
using Edge = boost::graph_traits<Graph>::edge_descriptor;

struct Resources {
  double cost = 0;   // reduced, without the guarantee of the current duty
  double total = 0;  // with it
  Vertex node = 0;
  Instant latest_arrival;
  // Flying and legs of the duty; and the same, or as much as leaves no more than the time does.
  std::int32_t flying = 0;
  std::int32_t used_flying = 0;
  std::int16_t legs = 0;
  std::int16_t used_legs = 0;
  std::int16_t duties = 0;
  std::int16_t days = 0;

  friend bool operator==(const Resources&, const Resources&) = default;
  // The order in which labels are taken: nodes by time, so that the first at the sink is the best.
  friend bool operator<(const Resources& a, const Resources& b) {
    return a.node != b.node ? a.node < b.node : a.cost < b.cost;
  }
};

// As in DutySearch::dominates; there, all labels have the same latest arrival.
struct Dominance {
  bool operator()(const Resources& a, const Resources& b) const {
    return (a.flying <= b.flying ? a.total <= b.total : a.cost <= b.cost) &&
           a.flying <= b.used_flying && a.legs <= b.used_legs &&
           a.latest_arrival >= b.latest_arrival && a.duties <= b.duties && a.days <= b.days;
  }
};

class Extension {
 public:
  explicit Extension(const GroupNetwork& rules)
      : limits_(rules.limits),
        min_connection_(rules.connections.rules().work.min_connection),
        least_leg_(rules.connections.least_leg()),
        connections_(rules.connections),
        duty_(rules.starts.limits(FlightId(0))) {}

  // The library hands over `label` as a copy of `before`.
  bool operator()(const Graph& graph, Resources& label, const Resources& before, Edge edge) const {
    const Arc& arc = graph[edge];
    label.node = boost::target(edge, graph);
    label.days = static_cast<std::int16_t>(before.days + arc.days);
    if (label.days > limits_.days) return false;
    if (arc.ends_duty && before.duties >= limits_.duties) return false;
    label.cost += arc.cost;
    if (arc.ends_duty || arc.ends_pairing) end_duty(label);
    if (arc.ends_pairing) label.duties = label.days = 0;
    if (arc.begins_duty) {
      ++label.duties;
      label.latest_arrival = arc.latest_arrival;
    }
    if (arc.flight.exists()) return fly(label, arc);
    label.total = label.cost;
    return true;
  }

 private:
  bool fly(Resources& label, const Arc& arc) const {
    label.flying += arc.flying;
    label.legs = static_cast<std::int16_t>(label.legs + arc.legs);
    if (arc.arrival > label.latest_arrival || label.flying > duty_.flying.count() ||
        label.legs > duty_.legs) {
      return false;
    }
    const Minutes left = label.latest_arrival - arc.arrival;
    const Minutes can_fly = left - min_connection_;
    label.used_flying = std::max(label.flying, (duty_.flying - can_fly).count());
    const int can_do = left.count() / least_leg_.count();
    label.used_legs = static_cast<std::int16_t>(std::max<int>(label.legs, duty_.legs - can_do));
    label.total = label.cost + connections_.guarantee(Minutes(label.flying));
    return true;
  }

  void end_duty(Resources& label) const {
    label.cost += connections_.guarantee(Minutes(label.flying));
    label.latest_arrival = Instant();
    label.flying = label.used_flying = 0;
    label.legs = label.used_legs = 0;
  }

  pricing::PairingUse limits_;
  Minutes min_connection_;
  Minutes least_leg_;
  const Connections& connections_;
  DutyLimits duty_;  // without tables, flying and legs are the same for all starts
};

// Counts labels, and ends the search where it reaches its limits.
struct Watch : boost::default_r_c_shortest_paths_visitor {
  Watch(BoostOptimum& optimum, const BoostLimits& limits)
      : optimum_(&optimum), labels_(limits.labels), until_(cpu_seconds() + limits.cpu_seconds) {}

  template <class Label>
  void on_label_feasible(const Label&, const Graph&) {
    ++optimum_->labels;
  }
  template <class Queue>
  bool on_enter_loop(const Queue& waiting, const Graph&) {
    constexpr std::size_t kBetweenLooks = 1 << 12;
    if (++taken_ % kBetweenLooks == 0) {
      optimum_->finished = waiting.size() <= labels_ && cpu_seconds() <= until_;
    }
    return optimum_->finished;
  }

 private:
  BoostOptimum* optimum_;
  std::size_t labels_;
  double until_;
  std::size_t taken_ = 0;
};

void expect_known_rules(const pairing::WorkRules& rules) {
  if (rules.duty_period_limits || rules.flight_time_limits || rules.max_flying ||
      rules.max_landings || rules.rest_covers_previous_duty || !rules.max_duty_span ||
      !rules.max_duty_flying || !rules.max_duty_legs || !rules.accepted_connections.empty()) {
    throw std::invalid_argument("the network for Boost is made for the rules of preset gerad only");
  }
}

// Collects the arcs of a network.
class Drawing {
 public:
  Drawing(const GroupNetwork& rules, NetworkKind kind) : rules_(rules), kind_(kind) {
    if (kind == NetworkKind::kPlain) return;
    // Beyond, each minute costs the same, and the day always changes, even where clocks do.
    constexpr Minutes kSurelyAnotherDay = hours(26);
    pooled_from_ = kSurelyAnotherDay;
    const auto& pieces = rules.connections.rules().cost.gap_pieces;
    if (pieces.empty()) return;
    pooled_from_ = std::max(*pooled_from_, pieces.back().from);
    waiting_per_minute_ = pieces.back().rate.per_hour() / 60;
  }

  static Vertex source() { return 0; }
  static Vertex sink(std::size_t flights) { return static_cast<Vertex>(kNodes * flights + 1); }

  Graph draw(const pricing::LegCosts& costs) {
    costs_ = &costs;
    std::vector<FlightId> latest(rules_.connections.schedule().stations().size());
    for (FlightId flight : rules_.connections.schedule().flight_ids()) {
      draw_start(flight);
      draw_sits(flight);
      draw_end(flight);
      if (rules_.may_rest_after(flight)) draw_rests(flight);
      if (pooled_from_) draw_wait(flight, latest[times(flight).origin.index()]);
    }
    return graph();
  }

 private:
  static constexpr std::size_t kNodes = 4;  // per flight

  // In the order in which they come, as are the flights.
  static Vertex wait(FlightId flight) { return node(flight, 0); }
  static Vertex start(FlightId flight) { return node(flight, 1); }
  static Vertex done(FlightId flight) { return node(flight, 2); }
  static Vertex rest(FlightId flight) { return node(flight, 3); }
  static Vertex node(FlightId flight, std::size_t which) {
    return static_cast<Vertex>(kNodes * flight.index() + which + 1);
  }

  const LegTimes& times(FlightId flight) const { return rules_.connections.times(flight); }
  bool is_factored() const { return kind_ == NetworkKind::kFactored; }

  void add(Vertex from, Vertex to, const Arc& arc) {
    ends_.emplace_back(from, to);
    arcs_.push_back(arc);
  }

  // `arc` to a flight, deadheaded and operated.
  void add_legs(Vertex from, FlightId flight, Arc arc) {
    const LegTimes& leg = times(flight);
    arc.flight = flight;
    arc.arrival = leg.arrival;
    add(from, done(flight), arc);
    if (!costs_->may_operate[flight]) return;
    arc.role = Role::kOperate;
    arc.flying = static_cast<std::int16_t>(leg.duration().count());
    arc.legs = 1;
    add(from, done(flight), arc);
  }

  // `arc` to the beginning of a duty, and its first leg.
  void add_duty(Vertex from, FlightId first, Arc arc) {
    if (is_factored()) return add(from, start(first), arc);
    add_first_leg(from, first, arc);
  }

  void add_first_leg(Vertex from, FlightId first, Arc arc) {
    arc.begins_duty = true;
    arc.latest_arrival = rules_.starts.limits(first).latest_arrival;
    if (times(first).arrival <= arc.latest_arrival) add_legs(from, first, arc);
  }

  static Arc gap(double waiting, int days) {
    Arc arc;
    arc.waiting = arc.cost = waiting;
    arc.days = static_cast<std::int8_t>(days);
    return arc;
  }

  void draw_start(FlightId flight) {
    const auto& period = rules_.connections.schedule().period();
    const LegTimes& leg = times(flight);
    if (leg.origin == rules_.group.base && leg.departure >= period.begin) {
      add_duty(source(), flight, gap(0, 1));
    }
    if (is_factored()) add_first_leg(start(flight), flight, gap(0, 0));
  }

  void draw_sits(FlightId flight) {
    // A duty that does this flight starts with it at the latest.
    const Instant latest_arrival = rules_.starts.limits(flight).latest_arrival;
    for (FlightId next : rules_.connections.sits(flight)) {
      if (times(next).arrival > latest_arrival) continue;
      add_legs(done(flight), next,
               gap(rules_.connections.cost(flight, next), rules_.changes_day(flight, next)));
    }
  }

  void draw_end(FlightId flight) {
    if (times(flight).destination != rules_.group.base) return;
    Arc arc;
    arc.ends_pairing = true;
    add(done(flight), sink(rules_.connections.flights()), arc);
  }

  void draw_rests(FlightId flight) {
    if (is_factored()) {
      Arc arc;
      arc.ends_duty = true;
      add(done(flight), rest(flight), arc);
    }
    const Vertex from = is_factored() ? rest(flight) : done(flight);
    const Instant ready = rules_.ready_after_rest(flight, times(flight).departure);
    for (FlightId next : rules_.connections.rests(flight)) {
      if (times(next).departure < ready) continue;
      Arc arc = gap(rules_.connections.cost(flight, next), rules_.changes_day(flight, next));
      arc.ends_duty = !is_factored();
      if (pooled_from_ && times(next).departure - times(flight).arrival >= *pooled_from_) {
        return add(from, wait(next), arc);
      }
      add_duty(from, next, arc);
    }
  }

  // `latest` is the flight before this one from the same station.
  void draw_wait(FlightId flight, FlightId& latest) {
    if (latest.exists()) {
      const Minutes between = times(flight).departure - times(latest).departure;
      add(wait(latest), wait(flight), gap(waiting_per_minute_ * between.count(), 0));
    }
    add_duty(wait(flight), flight, gap(0, 0));
    latest = flight;
  }

  Graph graph() const {
    std::vector<std::size_t> order(arcs_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
      return ends_[a].first < ends_[b].first;
    });
    std::vector<std::pair<Vertex, Vertex>> ends;
    std::vector<Arc> arcs;
    for (std::size_t i : order) {
      ends.push_back(ends_[i]);
      arcs.push_back(arcs_[i]);
    }
    return Graph(boost::edges_are_sorted, ends.begin(), ends.end(), arcs.begin(),
                 sink(rules_.connections.flights()) + 1);
  }

  const GroupNetwork& rules_;
  NetworkKind kind_;
  const pricing::LegCosts* costs_ = nullptr;
  std::optional<Minutes> pooled_from_;  // rests that go by way of the waiting nodes
  double waiting_per_minute_ = 0;
  std::vector<std::pair<Vertex, Vertex>> ends_;
  std::vector<Arc> arcs_;
};

}  // namespace

struct BoostPricing::Network {
  Network(const Connections& connections, const pricing::DutyStarts& starts,
          const pricing::CrewGroup& group)
      : rules(connections, starts, group), sink(Drawing::sink(connections.flights())) {}

  pricing::LegCosts leg_costs(const pricing::Prices& prices) const {
    const auto& schedule = rules.connections.schedule();
    return {schedule, rules.connections.rules().cost, rules.group, prices,
            pricing::OpenFlights(schedule.flights().size(), 1)};
  }

  GroupNetwork rules;
  Vertex sink;
  Graph graph;
};

BoostPricing::BoostPricing(const Connections& connections, const pricing::DutyStarts& starts,
                           const pricing::CrewGroup& group, NetworkKind kind) {
  expect_known_rules(connections.rules().work);
  network_ = std::make_unique<Network>(connections, starts, group);
  const pricing::Prices zero{IdVector<FlightId, double>(connections.flights(), 0.0), {}};
  network_->graph = Drawing(network_->rules, kind).draw(network_->leg_costs(zero));
}

BoostPricing::~BoostPricing() = default;

std::size_t BoostPricing::nodes() const {
  const Graph& graph = network_->graph;
  std::vector<bool> used(boost::num_vertices(graph), false);
  const auto [begin, end] = boost::edges(graph);
  for (auto edge = begin; edge != end; ++edge) {
    used[boost::source(*edge, graph)] = true;
    used[boost::target(*edge, graph)] = true;
  }
  return static_cast<std::size_t>(std::count(used.begin(), used.end(), true));
}

std::size_t BoostPricing::arcs() const {
  return boost::num_edges(network_->graph);
}

void BoostPricing::set_prices(const pricing::Prices& prices) {
  const pricing::LegCosts costs = network_->leg_costs(prices);
  const auto [begin, end] = boost::edges(network_->graph);
  for (auto edge = begin; edge != end; ++edge) {
    Arc& arc = network_->graph[*edge];
    if (!arc.flight.exists()) continue;
    arc.cost = arc.waiting + (arc.role == Role::kOperate ? costs.operate[arc.flight]
                                                         : costs.deadhead[arc.flight]);
  }
}

BoostOptimum BoostPricing::solve(const BoostLimits& limits) const {
  const Graph& graph = network_->graph;
  BoostOptimum optimum;
  optimum.finished = true;
  std::vector<Edge> path;
  Resources at_sink;
  const double began = cpu_seconds();
  boost::r_c_shortest_paths(graph, boost::get(boost::vertex_index, graph),
                            boost::get(boost::edge_index, graph), Drawing::source(), network_->sink,
                            path, at_sink, Resources(), Extension(network_->rules), Dominance(),
                            boost::default_r_c_shortest_paths_allocator(), Watch(optimum, limits));
  optimum.cpu_seconds = cpu_seconds() - began;
  optimum.found = !path.empty();
  optimum.reduced_cost = at_sink.cost;
  std::reverse(path.begin(), path.end());
  for (const Edge& edge : path) {
    const Arc& arc = graph[edge];
    if (arc.flight.exists()) optimum.legs.push_back({arc.flight, arc.role});
  }
  return optimum;
}

}  // namespace skein::bench
