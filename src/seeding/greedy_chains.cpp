#include "seeding/greedy_chains.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace skein::seeding {
namespace {

using pairing::Role;
using pricing::ConnectionScorer;
using pricing::CrewModel;
using pricing::CrewState;
using pricing::FlightOutlook;
using pricing::NextFlight;
using schedule::Schedule;

class GreedyChains {
 public:
  GreedyChains(const Schedule& schedule, const CrewModels& models, const ConnectionScorer& scorer,
               const GreedyChainsOptions& options, Minutes least_layover)
      : schedule_(schedule),
        models_(models),
        scorer_(scorer),
        options_(options),
        least_layover_(least_layover),
        is_taken_(schedule.flights().size(), false),
        cutter_(models) {}

  ChainCutter run() && {
    for (FlightId flight : schedule_.flight_ids()) {
      if (is_taken_[flight] || scorer_.starts(flight) < options_.start_from) continue;
      if (const CrewModel* model = models_.of(schedule_.flight(flight).origin)) {
        begin(*model, flight);
      }
    }
    return std::move(cutter_);
  }

 private:
  struct Step {
    FlightId flight;
    CrewState state;
  };

  void begin(const CrewModel& model, FlightId first) {
    std::optional<CrewState> state = model.start({first, Role::kOperate});
    if (!state) return;
    Chain chain = {first};
    is_taken_[first] = true;
    std::size_t home = model.may_end(*state) ? 1 : 0;
    while (const auto step = next_step(model, chain.back(), *state)) {
      chain.push_back(step->flight);
      is_taken_[step->flight] = true;
      state = step->state;
      if (model.may_end(*state)) home = chain.size();
    }
    for (std::size_t i = home; i < chain.size(); ++i) is_taken_[chain[i]] = false;
    cutter_.add(chain, home);
  }

  // The likeliest flight that is still free; nothing where the pairing rather ends.
  std::optional<Step> next_step(const CrewModel& model, FlightId last, const CrewState& state) {
    FlightOutlook outlook =
        scorer_.outlook(last, model.base(), options_.use_state ? &state : nullptr);
    std::stable_sort(
        outlook.next.begin(), outlook.next.end(),
        [](const NextFlight& a, const NextFlight& b) { return a.probability > b.probability; });
    for (const NextFlight& next : outlook.next) {
      if (model.may_end(state) && outlook.ends >= next.probability) return std::nullopt;
      if (is_taken_[next.flight] || is_short_layover(state, next.flight)) continue;
      if (const auto extended = model.extend(state, {next.flight, Role::kOperate})) {
        return Step{next.flight, *extended};
      }
    }
    return std::nullopt;
  }

  bool is_short_layover(const CrewState& state, FlightId next) const {
    return schedule_.flight(next).departure - state.free_from < least_layover_ &&
           scorer_.layover_before(next) >= options_.layover_from;
  }

  const Schedule& schedule_;
  const CrewModels& models_;
  const ConnectionScorer& scorer_;
  const GreedyChainsOptions& options_;
  Minutes least_layover_;
  IdVector<FlightId, bool> is_taken_;
  ChainCutter cutter_;
};

Minutes least_rest_gap(const pairing::WorkRules& work) {
  return work.min_rest + work.briefing + work.debriefing;
}

ChainPlan follow(const Schedule& schedule, const Schedule& bid_schedule,
                 const pairing::Rules& rules, const ConnectionScorer& scorer,
                 const GreedyChainsOptions& options) {
  const CrewModels models(schedule, rules, options.mask);
  const Minutes least_layover = options.least_layover.value_or(least_rest_gap(rules.work));
  return GreedyChains(schedule, models, scorer, options, least_layover)
      .run()
      .finish(bid_schedule, rules);
}

}  // namespace

ChainPlan plan_greedy_chains(const Schedule& schedule, const pairing::Rules& rules,
                             const ConnectionScorer& scorer, const GreedyChainsOptions& options) {
  if (options.period == ChainPeriod::kBid) {
    return follow(schedule, schedule, rules, scorer, options);
  }
  return follow(with_early_starts(schedule), schedule, rules, scorer, options);
}

}  // namespace skein::seeding
