// Our exact pricing and Boost's resource-constrained shortest paths, on the same months, rules and
// prices. Both must find the same least reduced cost; the table says what that takes each of them.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/calendar.h"
#include "base/clock.h"
#include "base/input_error.h"
#include "base/log.h"
#include "base/workers.h"
#include "boost_pricing.h"
#include "exchange/gerad.h"
#include "generator/airline.h"
#include "optimizer/column_generation.h"
#include "optimizer/master.h"
#include "pairing/legality.h"
#include "pricing/pricer.h"
#include "report/text.h"
#include "seeding/greedy.h"
#include "workflow/data_folder.h"

namespace skein::bench {
namespace {

namespace fs = std::filesystem;
using pricing::Prices;

struct Settings {
  std::vector<int> instances{1, 3};
  std::size_t generated = 1'000;
  std::vector<int> days{7, 14, 31};
  std::vector<std::string> networks{"plain", "pooled", "factored"};
  int runs = 5;
  BoostLimits boost;
};

// Reduced costs of the same pairing, added up in another order, differ by less.
constexpr double kSame = 1e-6;
// Ours looks for pairings below a threshold only. At the end of column generation the least reduced
// cost is 0, but for rounding, and is to be found too.
constexpr double kThreshold = 1e-3;
// No more runs of what takes longer than this, all together.
constexpr double kRunSeconds = 20;

struct Case {
  std::string name;
  pairing::Rules rules;
  schedule::Schedule schedule;
};

// The flights that leave within some days of a month, counted from 1.
schedule::Schedule part_of(const schedule::Schedule& month, int first_day, int days) {
  const Instant begin = month.period().begin + (first_day - 1) * kDay;
  const Instant end = begin + days * kDay;
  schedule::ScheduleBuilder builder;
  for (const schedule::Station& station : month.stations()) builder.add_station(station);
  for (const schedule::Flight& flight : month.flights()) {
    if (flight.departure < begin || flight.departure >= end) continue;
    builder.add_flight({flight.id, flight.number, month.station(flight.origin).code,
                        month.station(flight.destination).code, flight.departure, flight.arrival,
                        month.fleets()[flight.fleet],
                        flight.tail.exists() ? month.tails()[flight.tail] : ""});
  }
  builder.set_period({begin, end});
  return std::move(builder).build();
}

// A week in the middle of the month, where it is steady, and growing parts from the first day.
void add_parts(const std::string& name, const plan::Month& month, const std::vector<int>& days,
               std::vector<Case>& cases) {
  for (int count : days) {
    const int first = count == 7 ? 8 : 1;
    cases.push_back({fmt::format("{}, days {}-{}", name, first, first + count - 1), month.rules,
                     part_of(month.schedule, first, count)});
  }
}

std::vector<Case> make_cases(const Settings& settings) {
  std::vector<Case> cases;
  if (const auto data = workflow::data_folder(fs::current_path())) {
    for (int number : settings.instances) {
      const fs::path folder = *data / "gerad" / fmt::format("instance{}", number);
      add_parts(fmt::format("instance {}", number), exchange::import_gerad(folder).month,
                settings.days, cases);
    }
  } else {
    log_message("the real data is not here (set SKEIN_DATA), so only a made-up month is priced");
  }
  generator::AirlineOptions airline;
  airline.flights = settings.generated;
  add_parts(fmt::format("made-up {}", report::grouped(settings.generated)),
            generator::generate_airline(airline).front().month, settings.days, cases);
  return cases;
}

struct PriceSet {
  std::string when;
  Prices prices;
};

// What column generation asks to be priced: the duals half way to its end, and at the end the
// prices that prove its bound, which no pairing beats.
class Relaxation {
 public:
  explicit Relaxation(const Case& month)
      : month_(month),
        pricer_(month.schedule, month.rules, one_),
        start_(seeding::plan_greedily(month.schedule, month.rules).plan) {}

  std::vector<PriceSet> price_sets() {
    const Solution end = solve(optimizer::ColumnGenerationOptions().max_rounds);
    const Solution middle = solve(end.rounds / 2);
    return {{"middle", middle.duals}, {"end", end.proven}};
  }

 private:
  struct Solution {
    Prices duals;
    Prices proven;
    int rounds = 0;
  };

  Solution solve(int max_rounds) {
    const schedule::Schedule& schedule = month_.schedule;
    optimizer::Master master(schedule, month_.rules,
                             optimizer::whole_month(schedule, optimizer::base_targets(schedule)));
    for (const auto& pairing : optimizer::candidates_of(schedule, start_)) master.add(pairing);
    optimizer::ColumnGenerationOptions options;
    options.max_rounds = max_rounds;
    const optimizer::LpResult lp = optimizer::generate_columns(master, pricer_, options);
    return {master.prices(lp.duals), lp.prices, lp.rounds};
  }

  const Case& month_;
  Workers one_{1};
  pricing::Pricer pricer_;
  plan::Plan start_;
};

// What one of the two makes of a month and its prices.
struct Outcome {
  std::optional<double> least;  // reduced cost below the threshold
  double cpu_seconds = 0;
  std::size_t labels = 0;
  bool finished = true;
};

// The least time of several runs, all with the same outcome.
template <class Run>
Outcome least_of_runs(int runs, Run run) {
  Outcome best = run();
  double spent = best.cpu_seconds;
  for (int i = 1; i < runs && best.finished && spent < kRunSeconds; ++i) {
    const Outcome next = run();
    spent += next.cpu_seconds;
    best.cpu_seconds = std::min(best.cpu_seconds, next.cpu_seconds);
  }
  return best;
}

// Below the threshold, as ours looks for them.
void take(double reduced_cost, Outcome& outcome) {
  if (reduced_cost >= kThreshold) return;
  outcome.least = std::min(outcome.least.value_or(reduced_cost), reduced_cost);
}

Outcome price_ours(pricing::Pricer& pricer, const Prices& prices) {
  Outcome outcome;
  const double began = cpu_seconds();
  const auto found = pricer.price(prices, {.threshold = kThreshold});
  outcome.cpu_seconds = cpu_seconds() - began;
  outcome.labels = pricer.labels();
  for (const pricing::PricedPairing& pairing : found) take(pairing.reduced_cost, outcome);
  return outcome;
}

// Boost's side, for one month: the networks of all groups.
class BoostSide {
 public:
  BoostSide(const Case& month, const std::vector<pricing::CrewGroup>& groups, NetworkKind kind)
      : month_(month), groups_(groups), connections_(month.schedule, month.rules) {
    for (const pricing::CrewGroup& group : groups) {
      starts_.push_back(
          std::make_unique<pricing::DutyStarts>(month.schedule, month.rules.work, group.base));
      networks_.push_back(
          std::make_unique<BoostPricing>(connections_, *starts_.back(), group, kind));
      nodes_ += networks_.back()->nodes();
      arcs_ += networks_.back()->arcs();
    }
  }

  std::size_t nodes() const { return nodes_; }
  std::size_t arcs() const { return arcs_; }

  Outcome price(const Prices& prices, const BoostLimits& limits) {
    Outcome outcome;
    for (std::size_t group = 0; group < networks_.size() && outcome.finished; ++group) {
      networks_[group]->set_prices(prices);
      const BoostOptimum optimum =
          networks_[group]->solve({limits.cpu_seconds - outcome.cpu_seconds, limits.labels});
      outcome.cpu_seconds += optimum.cpu_seconds;
      outcome.labels += optimum.labels;
      outcome.finished = optimum.finished;
      if (!optimum.finished || !optimum.found) continue;
      expect_legal(groups_[group].base, optimum);
      take(optimum.reduced_cost, outcome);
    }
    return outcome;
  }

 private:
  // A network that allowed more than the rules do would make the comparison worthless.
  void expect_legal(StationId base, const BoostOptimum& optimum) const {
    const auto broken = pairing::violations(month_.schedule, month_.rules.work, base, optimum.legs);
    if (!broken.empty()) throw std::logic_error("not legal: " + broken.front().detail);
  }

  const Case& month_;
  const std::vector<pricing::CrewGroup>& groups_;
  pricing::Connections connections_;
  std::vector<std::unique_ptr<pricing::DutyStarts>> starts_;  // by group
  std::vector<std::unique_ptr<BoostPricing>> networks_;
  std::size_t nodes_ = 0;
  std::size_t arcs_ = 0;
};

bool agree(const Outcome& ours, const Outcome& boost) {
  if (!boost.finished) return true;  // nothing to compare with
  if (ours.least.has_value() != boost.least.has_value()) return false;
  return !ours.least || std::abs(*ours.least - *boost.least) <= kSame;
}

std::string cost_text(const Outcome& outcome) {
  if (!outcome.finished) return "?";
  return outcome.least ? fmt::format("{:.6f}", *outcome.least) : "none";
}

class Table {
 public:
  void add(const Case& month, const std::string& when, const std::string& network,
           const BoostSide& side, const Outcome& ours, const Outcome& boost) {
    const char* const more = boost.finished ? "" : ">";
    const double times = boost.cpu_seconds / ours.cpu_seconds;
    text_.add({month.name, report::grouped(month.schedule.flights().size()), when, network,
               report::grouped(side.nodes()), report::grouped(side.arcs()), cost_text(ours),
               cost_text(boost), fmt::format("{:.4f}", ours.cpu_seconds),
               fmt::format("{}{:.3f}", more, boost.cpu_seconds),
               fmt::format("{}{:.0f}", more, times), report::grouped(ours.labels),
               report::grouped(boost.labels)});
    log_message("{}, {}, {}: {}{:.0f} times faster", month.name, when, network, more, times);
  }
  std::string text() const { return text_.text(); }

 private:
  report::TextTable text_{{"month", "flights", "prices", "network", "nodes", "arcs", "least, ours",
                           "least, Boost", "CPU s, ours", "CPU s, Boost", "times faster",
                           "labels, ours", "labels, Boost"}};
};

NetworkKind kind_of(const std::string& name) {
  return name == "plain"    ? NetworkKind::kPlain
         : name == "pooled" ? NetworkKind::kPooled
                            : NetworkKind::kFactored;
}

// False where the two disagree.
bool compare(const Case& month, const Settings& settings, Table& table) {
  log_message("{}: {} flights, solving its relaxation for prices", month.name,
              month.schedule.flights().size());
  const std::vector<PriceSet> price_sets = Relaxation(month).price_sets();
  Workers one(1);
  pricing::Pricer pricer(month.schedule, month.rules, one);
  bool all_agree = true;
  for (const std::string& network : settings.networks) {
    BoostSide side(month, pricer.groups(), kind_of(network));
    for (const auto& [when, prices] : price_sets) {
      const Outcome ours = least_of_runs(settings.runs, [&] { return price_ours(pricer, prices); });
      const Outcome boost =
          least_of_runs(settings.runs, [&] { return side.price(prices, settings.boost); });
      table.add(month, when, network, side, ours, boost);
      all_agree = all_agree && agree(ours, boost);
    }
  }
  return all_agree;
}

int run(const Settings& settings) {
  Table table;
  bool all_agree = true;
  for (const Case& month : make_cases(settings)) {
    all_agree = compare(month, settings, table) && all_agree;
  }
  fmt::print("{}", table.text());
  if (all_agree) return 0;
  fmt::print(stderr, "pricing_bench: the least reduced costs differ\n");
  return 1;
}

}  // namespace
}  // namespace skein::bench

int main(int argc, char** argv) {
  skein::bench::Settings settings;
  CLI::App app("Exact pricing: ours against boost::r_c_shortest_paths.", "pricing_bench");
  app.add_option("--instances", settings.instances, "GERAD instances")
      ->delimiter(',')
      ->capture_default_str();
  app.add_option("--generated", settings.generated, "flights of a made-up month")
      ->capture_default_str();
  app.add_option("--days", settings.days, "of each month; 7 are days 8-14, others from the first")
      ->delimiter(',')
      ->capture_default_str();
  app.add_option("--runs", settings.runs, "of each; the least time is shown")
      ->capture_default_str()
      ->check(CLI::Range(1, 100));
  app.add_option("--networks", settings.networks, "for Boost: plain, pooled, factored")
      ->delimiter(',')
      ->capture_default_str()
      ->check(CLI::IsMember({"plain", "pooled", "factored"}));
  app.add_option("--boost-seconds", settings.boost.cpu_seconds,
                 "CPU time that Boost has for all groups of a month")
      ->capture_default_str();
  app.add_option("--boost-labels", settings.boost.labels,
                 "labels that may wait at a time, so that memory does not run out")
      ->capture_default_str();
  app.footer(
      "The real data is looked for in SKEIN_DATA, else in ../shared/data. Ends with 1 if the two\n"
      "find different least reduced costs.\n\n"
      "Example: pricing_bench --instances 1 --days 7,14");
  CLI11_PARSE(app, argc, argv);
  try {
    return skein::bench::run(settings);
  } catch (const std::exception& error) {
    fmt::print(stderr, "pricing_bench: {}\n", error.what());
    return 1;
  }
}
