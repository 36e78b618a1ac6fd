#include "optimizer/improvement.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <queue>
#include <utility>

#include "base/random.h"
#include "optimizer/plan_cost.h"
#include "optimizer/state.h"
#include "pairing/cost.h"

namespace skein::optimizer {
namespace {

constexpr Minutes kAround = 3 * kDay;
constexpr std::size_t kPassesOfLosses = 6;  // in a turn, where there is nothing else
// Parts around losses: the share of them that says how hard they are, how much larger or smaller
// the next are, and how much larger than the first they may get.
constexpr double kMostSettled = 0.7;
constexpr double kLargerPart = 1.5;
constexpr double kMostLosing = 8;

// Which pairings the relaxation takes whole, by their first leg.
class TakenWhole {
 public:
  explicit TakenWhole(const Relaxation& relaxation) {
    for (std::size_t j = 0; j < relaxation.pool.size(); ++j) {
      const Candidate& pairing = relaxation.pool[j];
      if (relaxation.is_whole(j)) taken_[pairing.legs.front().flight].push_back(&pairing);
    }
  }

  bool has(const Candidate& pairing) const {
    const auto at = taken_.find(pairing.legs.front().flight);
    return at != taken_.end() &&
           std::any_of(at->second.begin(), at->second.end(),
                       [&](const Candidate* other) { return *other == pairing; });
  }

 private:
  std::map<FlightId, std::vector<const Candidate*>> taken_;
};

// Parts that are solved side by side. The same number for any number of threads, since it decides
// what is found.
constexpr std::size_t kTogether = 8;

// With a pricer of its own.
class LoneSolver {
 public:
  LoneSolver(const schedule::Schedule& schedule, const pairing::Rules& rules,
             const Relaxation& relaxation)
      : pricer_(schedule, rules, alone_),
        solver_(schedule, rules, pricer_, relaxation.pool, relaxation.prices) {
    pricer_.leave_out(relaxation.lost);
  }

  PartSolution solve(const Part& part, const std::vector<Candidate>& start,
                     const PartOptions& options) {
    return solver_.solve(part, start, options);
  }

 private:
  Workers alone_{1};
  pricing::Pricer pricer_;
  PartSolver solver_;
};

// Pairings that begin within some time: all of them, those that the relaxation does not take whole,
// those of one base, or some that are named.
struct PartChoice {
  PartKind kind = PartKind::kWhole;
  Instant begin, end;
  std::size_t base = 0;
  std::vector<FlightId> first_flights =
      {};  // of the pairings, increasing, where they are chosen singly

  void exchange(StateArchive& archive) {
    archive.exchange_whole("kind", kind);
    for (Instant* instant : {&begin, &end}) {
      std::int32_t minutes = instant->minutes_since_epoch();
      archive.exchange_whole("minutes", minutes);
      *instant = Instant(minutes);
    }
    archive.exchange("base", base);
    std::vector<std::uint64_t> named;
    for (FlightId flight : first_flights) named.push_back(flight.index());
    archive.exchange_list("first flights", named);
    first_flights.clear();
    for (std::uint64_t flight : named) first_flights.emplace_back(flight);
  }
};

// Where a plan costs more than the proven prices say, and which pairings could change that.
class Losses {
 public:
  Losses(const schedule::Schedule& schedule, const pairing::Rules& rules,
         const Relaxation& relaxation)
      : schedule_(schedule),
        rules_(rules),
        prices_(relaxation.prices),
        near_(schedule.flights().size()) {
    for (const Candidate& pairing : relaxation.pool) {
      const double cost = reduced_cost(pairing);
      if (cost > kNear) continue;
      for (const pairing::Leg& leg : pairing.legs) {
        if (leg.role == pairing::Role::kOperate) near_[leg.flight].emplace_back(cost, &pairing);
      }
    }
  }

  // Parts around the pairings that lose most, until most of the loss is in one; no pairing is in
  // two. The further they `stray`, from 0 to 1, the more is left to chance: which losses come
  // first, and along which pairings parts grow.
  std::vector<PartChoice> parts(const std::vector<Candidate>& plan, std::size_t max_flights,
                                double stray, Rng rng) const {
    std::vector<std::pair<double, std::size_t>> order;
    IdVector<FlightId, std::int32_t> operated_by(schedule_.flights().size(), -1);
    double left = 0;
    for (std::size_t k = 0; k < plan.size(); ++k) {
      const double loss = reduced_cost(plan[k]);
      order.emplace_back(-loss * (1 - stray * rng.uniform()), k);
      left += loss;
      for (const pairing::Leg& leg : plan[k].legs) {
        if (leg.role == pairing::Role::kOperate) {
          operated_by[leg.flight] = static_cast<std::int32_t>(k);
        }
      }
    }
    std::sort(order.begin(), order.end());
    const double enough = kLeftShare * left;
    std::vector<char> is_taken(plan.size(), 0);
    std::vector<PartChoice> choices;
    for (const auto& [negative_loss, seed] : order) {
      if (is_taken[seed] != 0) continue;
      if (left <= enough) break;
      const std::vector<std::size_t> members =
          grow(plan, operated_by, seed, max_flights, is_taken, stray * kStray, rng);
      for (std::size_t k : members) left -= reduced_cost(plan[k]);
      choices.push_back(choice_of(plan, members));
    }
    return choices;
  }

 private:
  static constexpr double kNear = 200;
  static constexpr double kLeftShare = 0.1;
  static constexpr double kStep = 5;    // from one pairing to the next, at least
  static constexpr double kStray = 40;  // by chance, at most

  double reduced_cost(const Candidate& pairing) const {
    double cost = pairing::pairing_cost(schedule_, rules_, pairing.legs).total().amount();
    for (const pairing::Leg& leg : pairing.legs) {
      if (leg.role == pairing::Role::kOperate) cost -= prices_.flight[leg.flight];
    }
    if (prices_.base.empty()) return cost;
    return cost + prices_.base[pairing.base_index] *
                      pairing::credited_hours(schedule_, rules_.cost, pairing.legs);
  }

  // The pairings of the plan that are nearest to the seed, along near pairings (Dijkstra).
  std::vector<std::size_t> grow(const std::vector<Candidate>& plan,
                                const IdVector<FlightId, std::int32_t>& operated_by,
                                std::size_t seed, std::size_t max_flights,
                                std::vector<char>& is_taken, double stray, Rng& rng) const {
    std::vector<std::size_t> members;
    std::size_t flights = 0;
    using Reached = std::pair<double, std::size_t>;
    std::priority_queue<Reached, std::vector<Reached>, std::greater<>> queue;
    queue.emplace(0, seed);
    while (!queue.empty() && flights < max_flights) {
      const auto [distance, k] = queue.top();
      queue.pop();
      if (is_taken[k] != 0) continue;
      is_taken[k] = 1;
      members.push_back(k);
      flights += operated_flights(plan[k]);
      for (const pairing::Leg& leg : plan[k].legs) {
        if (leg.role != pairing::Role::kOperate) continue;
        for (const auto& [cost, near] : near_[leg.flight]) {
          for (const pairing::Leg& other : near->legs) {
            if (other.role != pairing::Role::kOperate) continue;
            const std::int32_t next = operated_by[other.flight];
            if (next < 0 || is_taken[static_cast<std::size_t>(next)] != 0) continue;
            const double chance = stray > 0 ? stray * rng.uniform() : 0;
            queue.emplace(distance + kStep + chance + std::max(0.0, cost),
                          static_cast<std::size_t>(next));
          }
        }
      }
    }
    return members;
  }

  PartChoice choice_of(const std::vector<Candidate>& plan,
                       const std::vector<std::size_t>& members) const {
    PartChoice choice{PartKind::kLosing, begin_of(schedule_, plan[members.front()]),
                      begin_of(schedule_, plan[members.front()])};
    for (std::size_t k : members) {
      choice.begin = std::min(choice.begin, begin_of(schedule_, plan[k]));
      choice.end = std::max(choice.end, begin_of(schedule_, plan[k]) + Minutes(1));
      choice.first_flights.push_back(plan[k].legs.front().flight);
    }
    std::sort(choice.first_flights.begin(), choice.first_flights.end());
    return choice;
  }

  const schedule::Schedule& schedule_;
  const pairing::Rules& rules_;
  const pricing::Prices& prices_;
  IdVector<FlightId, std::vector<std::pair<double, const Candidate*>>> near_;  // that operate it
};

// A part that is being solved.
struct Job {
  PartChoice choice;
  std::vector<Candidate> freed;
  Part part;
  PartSolution solution;
};

class Improvement {
 public:
  Improvement(const schedule::Schedule& schedule, const pairing::Rules& rules, Workers& workers,
              const std::vector<double>& targets, const Relaxation& relaxation,
              const ImprovementOptions& options, const ImprovementObserver& observer)
      : schedule_(schedule),
        rules_(rules),
        workers_(workers),
        targets_(targets),
        options_(options),
        observer_(observer),
        relaxation_(relaxation),
        taken_whole_(relaxation),
        losses_(schedule, rules, relaxation),
        solvers_(workers.size()),
        losing_flights_(options.losing_flights),
        losing_flights_before_(options.losing_flights) {
    workers.run(solvers_.size(), [&](std::size_t k, std::size_t) {
      solvers_[k] = std::make_unique<LoneSolver>(schedule, rules, relaxation);
    });
  }

  std::vector<Candidate> run(std::vector<Candidate> plan) {
    plan_ = std::move(plan);
    if (schedule_.flights().empty()) return std::move(plan_);
    CheckpointLevel level(options_.checkpoint, "improvement",
                          [&](StateArchive& archive) { exchange(archive); });
    total_ = cost_of_plan();
    if (!level.resumed()) before_ = total_;
    while (pass_ % passes_of_turn() != 0 || pass_ < options_.max_passes) {
      if (!improve_parts(level)) break;
      adapt_losing_flights();
      ++pass_;
      if (pass_ % passes_of_turn() != 0) continue;
      const bool gains = before_ - total_ > options_.least_gain * (before_ - options_.bound);
      if (!gains && losing_flights_ <= losing_flights_before_) break;
      before_ = total_;
      losing_flights_before_ = losing_flights_;
    }
    return std::move(plan_);
  }

 private:
  // One pass after the other; then the next turn begins. Parts around losses are quick, and gain
  // most for their time.
  const std::vector<PartKind>& kinds() const {
    using enum PartKind;
    static const std::vector<PartKind> usual{kWhole, kLosing, kDiffering, kLosing};
    static const std::vector<PartKind> dense{kWhole, kLosing, kDiffering, kWhole, kLosing, kBase};
    static const std::vector<PartKind> densest{kLosing, kBase, kLosing, kDiffering};
    static const std::vector<PartKind> losing(kPassesOfLosses, kLosing);
    if (options_.only_losing) return losing;
    if (options_.window == Minutes(0)) return densest;
    return options_.by_base ? dense : usual;
  }
  int passes_of_turn() const { return static_cast<int>(kinds().size()); }

  bool should_stop() const {
    return options_.part.deadline.passed() || total_ - options_.bound <= options_.gap * total_;
  }

  Instant first() const { return schedule_.flights().items().front().departure; }
  Instant last() const { return schedule_.flights().items().back().departure; }
  Instant begin_of(const Candidate& pairing) const {
    return optimizer::begin_of(schedule_, pairing);
  }

  bool belongs(const PartChoice& choice, const Candidate& pairing) const {
    if (begin_of(pairing) < choice.begin || begin_of(pairing) >= choice.end) return false;
    switch (choice.kind) {
      case PartKind::kWhole:
        return true;
      case PartKind::kDiffering:
        return !taken_whole_.has(pairing);
      case PartKind::kBase:
        return pairing.base_index == choice.base;
      case PartKind::kLosing:
        return std::binary_search(choice.first_flights.begin(), choice.first_flights.end(),
                                  pairing.legs.front().flight);
    }
    return false;
  }

  // False if it was cut short. Parts that are solved together lie as far apart as can be:
  // neighbours share pairings.
  bool improve_parts(CheckpointLevel& level) {
    if (next_ == 0) choices_ = choices_of(pass_);
    const std::size_t apart =
        std::max<std::size_t>(2, (choices_.size() + kTogether - 1) / kTogether);
    while (next_ < std::min(apart, choices_.size())) {
      if (should_stop()) return false;
      std::vector<PartChoice> together;
      for (std::size_t k = next_; k < choices_.size(); k += apart) together.push_back(choices_[k]);
      improve_together(pass_, together);
      ++next_;
      level.step();
    }
    next_ = 0;
    return true;
  }

  std::vector<PartChoice> choices_of(int pass) const {
    const int turn = pass / passes_of_turn();
    const PartKind kind = kinds()[static_cast<std::size_t>(pass % passes_of_turn())];
    if (kind == PartKind::kWhole) return whole_parts(pass);
    if (kind == PartKind::kLosing) return losing_parts(pass);
    const PartChoice all{kind, first() - Minutes(kDay.count() * (turn % 3)), last() + Minutes(1)};
    std::vector<PartChoice> choices;
    if (kind == PartKind::kDiffering) {
      add_runs(all, choices);
      return choices;
    }
    for (std::size_t base = 0; base < schedule_.bases().size(); ++base) {
      PartChoice own = all;
      own.base = base;
      add_runs(own, choices);
    }
    return choices;
  }

  // The first turn takes the nearest pairings. What they gain is gained then; later turns look
  // elsewhere.
  std::vector<PartChoice> losing_parts(int pass) const {
    const bool strays = options_.only_losing || pass >= passes_of_turn();
    return losses_.parts(plan_, losing_flights_, strays ? 1 : 0,
                         Rng(static_cast<std::uint64_t>(pass)));
  }

  // Parts that are searched through have given what they can: a loss that stays needs a larger one.
  // Where most are cut off, smaller ones gain more.
  void adapt_losing_flights() {
    if (losing_parts_ == 0) return;
    const double settled =
        static_cast<double>(settled_losing_parts_) / static_cast<double>(losing_parts_);
    auto flights = static_cast<double>(losing_flights_);
    if (settled >= kMostSettled) flights *= kLargerPart;
    if (settled <= 1 - kMostSettled) flights /= kLargerPart;
    const auto least = static_cast<double>(options_.losing_flights);
    const auto most =
        std::min(kMostLosing * least, static_cast<double>(schedule_.flights().size()));
    losing_flights_ = static_cast<std::size_t>(std::clamp(flights, least, std::max(least, most)));
    losing_parts_ = settled_losing_parts_ = 0;
  }

  void count_settled(const PartSolution& solution) {
    const bool all_there = solution.columns == 0 || solution.share >= 1;
    ++losing_parts_;
    if (all_there && solution.nodes < options_.part.max_nodes) ++settled_losing_parts_;
  }

  std::vector<PartChoice> whole_parts(int pass) const {
    const Minutes step = Minutes(options_.window.count() / 2);
    // Every pass cuts the month at other places.
    const Minutes offset(step.count() * (pass / 3 % 3) / 3);
    std::vector<PartChoice> choices;
    for (Instant begin = first() - offset; begin <= last(); begin = begin + step) {
      choices.push_back({PartKind::kWhole, begin, begin + options_.window});
    }
    return choices;
  }

  // Cuts what belongs to `whole` into runs, over as long a time as their flights are few enough.
  void add_runs(const PartChoice& whole, std::vector<PartChoice>& choices) const {
    for (PartChoice run = whole; run.begin <= last();) {
      run.end = end_of_run(whole, run.begin);
      choices.push_back(run);
      if (run.end > last()) break;
      run.begin = run.begin + std::max(kDay, Minutes((run.end - run.begin).count() / 2));
    }
  }

  Instant end_of_run(const PartChoice& whole, Instant begin) const {
    std::vector<std::pair<Instant, std::size_t>> run;
    for (const Candidate& pairing : plan_) {
      if (begin_of(pairing) >= begin && belongs(whole, pairing)) {
        run.emplace_back(begin_of(pairing), operated_flights(pairing));
      }
    }
    std::sort(run.begin(), run.end());
    std::size_t flights = 0;
    for (const auto& [start, count] : run) {
      flights += count;
      if (flights > options_.max_run_flights) return std::max(start, begin + kDay);
    }
    return last() + Minutes(1);
  }

  void improve_together(int pass, const std::vector<PartChoice>& choices) {
    std::vector<Job> jobs = jobs_for(choices);
    workers_.run(jobs.size(), [&](std::size_t k, std::size_t worker) {
      jobs[k].solution = solvers_[worker]->solve(jobs[k].part, jobs[k].freed, options_.part);
    });
    for (Job& job : jobs) {
      if (job.choice.kind == PartKind::kLosing) count_settled(job.solution);
      if (job.solution.improved) job.solution.improved = put_in_place(job);
      ImprovementReport report;
      report.pass = pass;
      report.kind = job.choice.kind;
      report.begin = job.choice.begin;
      report.flights =
          static_cast<std::size_t>(std::count(job.part.open.begin(), job.part.open.end(), 1));
      report.solution = std::move(job.solution);
      report.total = total_;
      if (observer_) observer_(report, plan_);
    }
  }

  // No pairing is freed by two of them.
  std::vector<Job> jobs_for(const std::vector<PartChoice>& choices) const {
    std::vector<Job> jobs;
    std::vector<char> is_free(plan_.size(), 0);
    for (const PartChoice& choice : choices) {
      Job job{choice, {}, {}, {}};
      std::vector<Candidate> kept;
      for (std::size_t k = 0; k < plan_.size(); ++k) {
        const bool freed = is_free[k] == 0 && belongs(choice, plan_[k]);
        if (freed) is_free[k] = 1;
        (freed ? job.freed : kept).push_back(plan_[k]);
      }
      if (job.freed.empty()) continue;
      job.part = part_of(job.freed, kept, choice);
      jobs.push_back(std::move(job));
    }
    share_hours(jobs);
    return jobs;
  }

  // Hours that bases have left, or have done too much, are shared evenly: a part may do the hours
  // of its own pairings and its share of the rest. Then gains add up, since excess over all is at
  // most the sum of the parts' excesses.
  void share_hours(std::vector<Job>& jobs) const {
    if (targets_.empty()) return;
    std::vector<double> left = targets_;
    for (const Candidate& pairing : plan_) take_off_hours(schedule_, rules_, pairing, left);
    const auto share = 1 / static_cast<double>(jobs.size());
    for (Job& job : jobs) {
      for (std::size_t b = 0; b < left.size(); ++b) job.part.targets[b] -= (1 - share) * left[b];
    }
  }

  // Puts what was found in place of what was freed. False if another part has covered a flight of
  // it meanwhile, that nobody covered before.
  bool put_in_place(const Job& job) {
    std::vector<Candidate> next;
    for (const Candidate& pairing : plan_) {
      if (std::find(job.freed.begin(), job.freed.end(), pairing) == job.freed.end()) {
        next.push_back(pairing);
      }
    }
    pricing::OpenFlights open(schedule_.flights().size(), 1);
    for (const Candidate& pairing : next) mark_operated(pairing, 0, open);
    for (const Candidate& pairing : job.solution.pairings) {
      if (!operates_only(open, pairing)) return false;
      next.push_back(pairing);
    }
    const double total = plan_cost(schedule_, rules_, targets_, next);
    if (total >= total_) return false;
    plan_ = std::move(next);
    total_ = total;
    return true;
  }

  // The flights of the freed pairings, and those that nobody covers about that time; and the hours
  // that the kept pairings leave.
  Part part_of(const std::vector<Candidate>& freed, const std::vector<Candidate>& kept,
               const PartChoice& choice) const {
    Part part;
    part.open = pricing::open_flights(schedule_.flights().size(), rules_.wishes);
    relaxation_.close_lost(part.open);
    for (FlightId flight : schedule_.flight_ids()) {
      const Instant departure = schedule_.flight(flight).departure;
      const bool is_near = departure >= choice.begin - kAround && departure <= choice.end + kAround;
      if (!is_near) part.open[flight] = 0;
    }
    for (const Candidate& pairing : kept) mark_operated(pairing, 0, part.open);
    for (const Candidate& pairing : freed) mark_operated(pairing, 1, part.open);
    part.targets = targets_;
    for (const Candidate& pairing : kept) {
      take_off_hours(schedule_, rules_, pairing, part.targets);
    }
    return part;
  }

  double cost_of_plan() const { return plan_cost(schedule_, rules_, targets_, plan_); }

  void exchange(StateArchive& archive) {
    archive.exchange_whole("pass", pass_);
    archive.exchange("next parts", next_);
    archive.exchange("cost before", before_);
    archive.exchange("flights around losses", losing_flights_);
    archive.exchange("flights around losses before", losing_flights_before_);
    archive.exchange("parts around losses", losing_parts_);
    archive.exchange("settled of them", settled_losing_parts_);
    optimizer::exchange(archive, "plan that is improved", plan_);
    std::uint64_t count = choices_.size();
    archive.exchange("parts", count);
    choices_.resize(count);
    for (PartChoice& choice : choices_) choice.exchange(archive);
  }

  const schedule::Schedule& schedule_;
  const pairing::Rules& rules_;
  Workers& workers_;
  const std::vector<double>& targets_;
  const ImprovementOptions& options_;
  const ImprovementObserver& observer_;
  const Relaxation& relaxation_;
  TakenWhole taken_whole_;
  Losses losses_;
  std::vector<std::unique_ptr<LoneSolver>> solvers_;  // by worker; they remember no part
  int pass_ = 0;
  std::vector<PartChoice> choices_;    // of the pass
  std::size_t next_ = 0;               // of them, those to begin with
  std::size_t losing_flights_;         // in a part around a loss
  std::size_t losing_flights_before_;  // in the last turn
  std::size_t losing_parts_ = 0;       // of the pass
  std::size_t settled_losing_parts_ = 0;
  double before_ = 0;  // cost, since all kinds of parts have had their turn
  std::vector<Candidate> plan_;
  double total_ = 0;
};

}  // namespace

std::vector<Candidate> improve(const schedule::Schedule& schedule, const pairing::Rules& rules,
                               Workers& workers, const std::vector<double>& targets,
                               std::vector<Candidate> plan, const Relaxation& relaxation,
                               const ImprovementOptions& options,
                               const ImprovementObserver& observer) {
  return Improvement(schedule, rules, workers, targets, relaxation, options, observer)
      .run(std::move(plan));
}

}  // namespace skein::optimizer
