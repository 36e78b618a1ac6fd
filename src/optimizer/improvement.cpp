#include "optimizer/improvement.h"

#include <algorithm>
#include <numeric>

#include "cover/integer.h"
#include "optimizer/plan_cost.h"
#include "pairing/cost.h"

namespace skein::optimizer {
namespace {

using pairing::Leg;
using pairing::Role;

class Improvement {
 public:
  Improvement(const schedule::Schedule& schedule, const pairing::Rules& rules,
              pricing::Pricer& pricer, const std::vector<double>& targets,
              const std::vector<Candidate>& pool, const pricing::Prices& prices,
              const ImprovementOptions& options)
      : schedule_(schedule),
        rules_(rules),
        pricer_(pricer),
        targets_(targets),
        pool_(pool),
        prices_(prices),
        options_(options) {}

  std::vector<Candidate> run(std::vector<Candidate> plan, const ImprovementObserver& observer) {
    plan_ = std::move(plan);
    total_ = cost_of_plan();
    for (int pass = 0; pass < options_.max_passes; ++pass) {
      const double before = total_;
      if (!improve_all(pass, observer) || total_ > before - 1e-6) break;
    }
    return std::move(plan_);
  }

 private:
  // False if it was cut short.
  bool improve_all(int pass, const ImprovementObserver& observer) {
    if (schedule_.flights().empty()) return false;
    const Instant first = schedule_.flights().items().front().departure;
    const Instant last = schedule_.flights().items().back().departure;
    const Minutes step(static_cast<std::int64_t>(options_.shift * options_.window.count()));
    // Every pass cuts the month at other places.
    const Minutes offset(step.count() * (pass % 3) / 3);
    for (Instant begin = first - offset; begin <= last; begin = begin + step) {
      if (options_.deadline.passed() || interrupted()) return false;
      if (total_ - options_.bound <= options_.gap * total_) return false;
      ImprovementReport report;
      report.pass = pass;
      report.begin = begin;
      improve_part(begin, begin + options_.window, report);
      report.total = total_;
      if (observer) observer(report);
    }
    return true;
  }

  Instant begin_of(const Candidate& pairing) const {
    return schedule_.flight(pairing.legs.front().flight).departure;
  }

  void improve_part(Instant begin, Instant end, ImprovementReport& report) {
    std::vector<Candidate> freed;
    std::vector<Candidate> kept;
    for (const Candidate& pairing : plan_) {
      const Instant start = begin_of(pairing);
      (start >= begin && start < end ? freed : kept).push_back(pairing);
    }
    const Part part = part_of(kept, begin, end);
    Master master(schedule_, rules_, part.open, part.targets);
    report.flights = master.flights().size();
    if (master.flights().empty()) return;
    std::vector<std::size_t> start;
    for (const Candidate& pairing : freed) {
      start.push_back(master.columns());
      master.add(pairing);
    }
    report.before = value(master, start);
    report.after = report.before;
    add_pool(master, part);
    pricer_.set_open(part.open);
    ColumnGenerationOptions generation;
    generation.gap = 1e-4;
    generation.max_rounds = 25;
    generation.start = prices_;
    generation.deadline = options_.deadline;
    const LpResult lp = generate_columns(master, pricer_, generation);
    report.bound = lp.bound;
    if (report.before - lp.bound < 1e-3) return;

    add_near(master, lp.prices, report.before - lp.bound);
    cover::IntegerOptions integer;
    integer.max_nodes = options_.max_nodes;
    integer.max_seconds = std::min(options_.max_seconds, options_.deadline.seconds_left());
    integer.start = start;
    const auto chosen = choose(master, lp, start, report.before - lp.bound);
    const cover::IntegerResult result = cover::solve_integer(master.problem(), chosen, integer);
    if (!result.found || result.value > report.before - 1e-3) return;
    report.after = value(master, result.columns);
    if (report.after > report.before - 1e-3) return;
    plan_ = std::move(kept);
    for (std::size_t column : result.columns) plan_.push_back(master.pairing(column));
    total_ = cost_of_plan();
  }

  // Flights that the kept pairings leave, within the time; and the hours left.
  Part part_of(const std::vector<Candidate>& kept, Instant begin, Instant end) const {
    Part part;
    part.open = pricing::OpenFlights(schedule_.flights().size(), 1);
    part.targets = targets_;
    for (const Candidate& pairing : kept) {
      for (const Leg& leg : pairing.legs) {
        if (leg.role == Role::kOperate) part.open[leg.flight] = 0;
      }
      if (!targets_.empty()) {
        part.targets[pairing.base_index] -=
            pairing::credited_hours(schedule_, rules_.cost, pairing.legs);
      }
    }
    // Flights left uncovered elsewhere are for other parts.
    for (FlightId flight : schedule_.flight_ids()) {
      const Instant departure = schedule_.flight(flight).departure;
      if (departure < begin - 2 * kDay || departure > end + 4 * kDay) part.open[flight] = 0;
    }
    return part;
  }

  void add_pool(Master& master, const Part& part) const {
    for (const Candidate& pairing : pool_) {
      if (operates_only(part.open, pairing)) master.add(pairing);
    }
  }

  // Pairings that the relaxation does not need, but a better plan may: with reduced costs below
  // what there is to gain.
  void add_near(Master& master, const pricing::Prices& prices, double gain) {
    pricing::PricingOptions near;
    near.threshold = options_.near_share * gain;
    near.pairings_per_flight = options_.near_pairings;
    for (auto& pairing : pricer_.price(prices, near)) {
      master.add({pricer_.groups()[pairing.group].base_index, std::move(pairing.legs)});
    }
  }

  // Columns that can be part of a better solution: those with a reduced cost below what there is to
  // gain; the best, if they are too many.
  std::vector<std::size_t> choose(const Master& master, const LpResult& lp,
                                  const std::vector<std::size_t>& start, double gain) const {
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t j = 0; j < master.columns(); ++j) {
      const double cost = cover::reduced_cost(master.problem(), lp.duals, j);
      if (cost < gain) order.emplace_back(cost, j);
    }
    std::sort(order.begin(), order.end());
    if (order.size() > options_.max_columns) order.resize(options_.max_columns);
    std::vector<std::size_t> chosen = start;
    for (const auto& [cost, column] : order) chosen.push_back(column);
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    return chosen;
  }

  double value(const Master& master, const std::vector<std::size_t>& columns) const {
    double cost = 0;
    std::size_t covered = 0;
    std::vector<double> hours(master.problem().budgets.size(), 0.0);
    for (std::size_t j : columns) {
      cost += master.cost(j);
      covered += master.problem().columns.rows(j).size();
      if (!hours.empty()) hours[master.pairing(j).base_index] += master.problem().columns.weight(j);
    }
    cost += master.uncovered_cost() * static_cast<double>(master.flights().size() - covered);
    for (std::size_t b = 0; b < hours.size(); ++b) {
      const cover::Budget& budget = master.problem().budgets[b];
      cost += budget.excess_cost * std::max(0.0, hours[b] - budget.limit);
    }
    return cost;
  }

  double cost_of_plan() const { return plan_cost(schedule_, rules_, targets_, plan_); }

  const schedule::Schedule& schedule_;
  const pairing::Rules& rules_;
  pricing::Pricer& pricer_;
  const std::vector<double>& targets_;
  const std::vector<Candidate>& pool_;
  const pricing::Prices& prices_;
  const ImprovementOptions& options_;
  std::vector<Candidate> plan_;
  double total_ = 0;
};

}  // namespace

std::vector<Candidate> improve(const schedule::Schedule& schedule, const pairing::Rules& rules,
                               pricing::Pricer& pricer, const std::vector<double>& targets,
                               std::vector<Candidate> plan, const std::vector<Candidate>& pool,
                               const pricing::Prices& prices, const ImprovementOptions& options,
                               const ImprovementObserver& observer) {
  return Improvement(schedule, rules, pricer, targets, pool, prices, options)
      .run(std::move(plan), observer);
}

}  // namespace skein::optimizer
