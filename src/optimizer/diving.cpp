#include "optimizer/diving.h"

#include <algorithm>
#include <utility>

#include "cover/sharpening.h"
#include "optimizer/column_generation.h"
#include "optimizer/known_rides.h"
#include "optimizer/state.h"
#include "pairing/cost.h"

namespace skein::optimizer {
namespace {

constexpr double kNothing = 1e-3;  // shares below are not worth taking
constexpr double kFar = 100;       // reduced costs above are not worth having
constexpr double kMostStep = 0.5;
constexpr int kHurriedRounds = 3;
// Of the time that is left, for one step: a slow one shall not use it up.
constexpr double kStepTime = 0.08;
// While more than this share of the flights is left, prices may not rise above so many times what
// they are in the relaxation of the month, or what they are on average there: flights that lost
// their pairings would drive them up to what it costs to leave one, pricing would take minutes, and
// other pairings for those flights are found below that too.
constexpr double kManyLeft = 0.2;
constexpr double kHighestPrice = 3;

class Dive {
 public:
  Dive(const schedule::Schedule& schedule, const pairing::Rules& rules, pricing::Pricer& pricer,
       const std::vector<double>& targets, Relaxation& relaxation, const DivingOptions& options)
      : schedule_(schedule),
        rules_(rules),
        pricer_(pricer),
        relaxation_(relaxation),
        options_(options),
        rides_(schedule.flights().size(), relaxation.pool),
        shares_(relaxation.shares) {
    part_ = whole_month(schedule, targets, rules.wishes);
    relaxation.close_lost(part_.open);
    taken_cost_ =
        static_cast<double>(relaxation.lost.size()) * rules.cost.uncovered_flight.amount();
    shares_.resize(relaxation.pool.size(), 0.0);
  }

  Dived run(const DiveObserver& observer) {
    CheckpointLevel level(options_.checkpoint, "dive",
                          [&](StateArchive& archive) { exchange(archive); });
    if (!level.resumed()) {
      sharpen_first();
      take_some(options_.least_step);
    }
    while (open_flights() > options_.leave && !options_.deadline.passed()) {
      const double begin = wall_seconds();
      DiveReport report;
      report.step = step_++;
      report.open = open_flights();
      report.cost = taken_cost_ + solve_rest(report.columns);
      const bool took = take_some(step_after(wall_seconds() - begin));
      report.taken = taken_.size();
      if (observer) observer(report);
      if (!took) break;
      level.step();
    }
    Dived dived{{}, std::move(shares_)};
    for (std::size_t j = 0; j < dived.shares.size(); ++j) {
      if (!operates_only(part_.open, relaxation_.pool[j])) dived.shares[j] = 0;
    }
    for (std::size_t j : taken_) {
      dived.taken.push_back(relaxation_.pool[j]);
      dived.shares[j] = 1;
    }
    return dived;
  }

 private:
  std::size_t open_flights() const {
    return static_cast<std::size_t>(std::count(part_.open.begin(), part_.open.end(), 1));
  }

  // Of the flights left, the share to take. The time of a step falls with them, so if the last took
  // s seconds, all steps of a share p together take about s / p.
  double step_after(double seconds) const {
    const double left = std::max(1e-3, options_.pace.seconds_left());
    return std::clamp(seconds / left, options_.least_step, kMostStep);
  }

  // By the prices of the month, so of its own pairings only: those that the dive has found are
  // worth something at the prices of what is left.
  bool is_far(const Master& master, std::size_t j) const {
    return j < relaxation_.shares.size() &&
           master.reduced_cost(relaxation_.prices, relaxation_.pool[j]) > kFar;
  }

  void set_ceilings(Master& master) const {
    const auto flights = static_cast<double>(part_.open.size());
    if (static_cast<double>(master.flights().size()) < kManyLeft * flights) return;
    double mean = 0;
    for (FlightId flight : master.flights()) mean += relaxation_.prices.flight[flight];
    mean /= static_cast<double>(master.flights().size());
    for (FlightId flight : master.flights()) {
      const double usual = std::max(mean, relaxation_.prices.flight[flight]);
      master.set_ceiling(flight, kHighestPrice * usual);
    }
  }

  // The flights left, with the pairings of the pool for them.
  struct Rest {
    Master master;
    std::vector<std::size_t> places = {};  // of its columns, in the pool
    std::vector<double> shares = {};       // of its columns
  };

  Rest rest() const {
    Rest rest{Master(schedule_, rules_, part_)};
    for (std::size_t j = 0; j < relaxation_.pool.size(); ++j) {
      if (!operates_only(part_.open, relaxation_.pool[j])) continue;
      if (shares_[j] < kNothing && is_far(rest.master, j)) continue;
      if (!rest.master.add(relaxation_.pool[j])) continue;
      rest.places.push_back(j);
      rest.shares.push_back(shares_[j]);
    }
    return rest;
  }

  // The relaxation of the month as it was given, if it was.
  void sharpen_first() {
    if (relaxation_.shares.empty()) return;
    const Rest all = rest();
    sharpen(all, all.master.duals(relaxation_.prices), all.shares);
  }

  // The relaxation of the flights left; its value.
  double solve_rest(std::size_t& columns) {
    Rest left = rest();
    Master& master = left.master;
    set_ceilings(master);
    pricer_.set_open(part_.open);
    if (!relaxation_.shares.empty()) pricer_.set_rides(rides_.with(part_.open));
    ColumnGenerationOptions generation;
    generation.first_shares = left.shares;
    generation.gap = options_.lp_gap;
    generation.max_rounds = options_.pace.passed() ? kHurriedRounds : options_.max_rounds;
    if (!options_.pace.passed()) generation.pace = options_.pace.share(kStepTime);
    generation.proves = false;
    generation.max_labels = options_.max_labels;
    generation.start = relaxation_.prices;
    generation.deadline = options_.deadline;
    const LpResult lp = generate_columns(master, pricer_, generation);
    sharpen(left, lp.duals, lp.shares);
    columns = master.columns();
    return lp.lp;
  }

  // The shares of what is left, from its solution. New pairings go into the pool.
  void sharpen(const Rest& rest, const cover::Duals& duals, const std::vector<double>& solution) {
    cover::LpSolution spread;
    spread.columns = solution;
    spread.duals = duals;
    cover::SharpeningOptions sharpening;
    sharpening.deadline = options_.deadline;
    const std::vector<double> sharp =
        cover::sharpen(rest.master.problem(), spread, pricer_.workers(), sharpening);
    shares_.assign(shares_.size(), 0.0);
    for (std::size_t j = 0; j < rest.master.columns(); ++j) {
      const double share = j < sharp.size() ? sharp[j] : 0;
      if (j < rest.places.size()) {
        shares_[rest.places[j]] = share;
      } else {
        relaxation_.pool.push_back(rest.master.pairing(j));
        rides_.add(rest.master.pairing(j));
        shares_.push_back(share);
      }
    }
  }

  // False if there is nothing to take.
  bool take_some(double step) {
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t j = 0; j < shares_.size(); ++j) {
      if (shares_[j] > kNothing) order.emplace_back(-shares_[j], j);
    }
    std::sort(order.begin(), order.end());
    const double least = step * static_cast<double>(open_flights());
    double taken = 0;
    for (const auto& [share, j] : order) {
      if (-share < options_.sure_share && taken >= least) break;
      if (!operates_only(part_.open, relaxation_.pool[j])) continue;
      taken += static_cast<double>(operated_flights(relaxation_.pool[j]));
      take(j);
    }
    return taken > 0;
  }

  double cost_of(const Candidate& pairing) const {
    return pairing::pairing_cost(schedule_, rules_, pairing.legs).total().amount();
  }

  void take(std::size_t j) {
    const Candidate& pairing = relaxation_.pool[j];
    mark_operated(pairing, 0, part_.open);
    take_off_hours(schedule_, rules_, pairing, part_.targets);
    taken_cost_ += cost_of(pairing);
    taken_.push_back(j);
  }

  void exchange(StateArchive& archive) {
    archive.exchange_whole("next step", step_);
    optimizer::exchange(archive, "flights left", part_.open);
    archive.exchange_list("hours left", part_.targets);
    archive.exchange_list("shares", shares_);
    archive.exchange_list("pairings taken", taken_);
    archive.exchange("cost taken", taken_cost_);
  }

  const schedule::Schedule& schedule_;
  const pairing::Rules& rules_;
  pricing::Pricer& pricer_;
  Relaxation& relaxation_;
  const DivingOptions& options_;
  KnownRides rides_;                  // of the pool
  int step_ = 0;                      // the next
  Part part_;                         // what is left
  std::vector<double> shares_;        // of the pool
  std::vector<std::uint64_t> taken_;  // of the pool
  double taken_cost_ = 0;
};

}  // namespace

Dived dive(const schedule::Schedule& schedule, const pairing::Rules& rules, pricing::Pricer& pricer,
           const std::vector<double>& targets, Relaxation& relaxation, const DivingOptions& options,
           const DiveObserver& observer) {
  return Dive(schedule, rules, pricer, targets, relaxation, options).run(observer);
}

}  // namespace skein::optimizer
