#include "seeding/link_confidence.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "seeding/crew_models.h"
#include "seeding/static_scorer.h"

namespace skein::seeding {
namespace {

using pairing::Leg;
using pairing::Pairing;
using pairing::Role;
using pricing::ConnectionScorer;
using pricing::CrewModel;
using pricing::CrewState;
using pricing::FlightOutlook;

JudgedLink judge(const FlightOutlook& outlook, FlightId flight, FlightId next) {
  double best = outlook.ends;
  for (const pricing::NextFlight& candidate : outlook.next) {
    best = std::max(best, candidate.probability);
  }
  const double probability = probability_of(outlook, next);
  return {flight, next, probability, probability > 0 && probability >= best};
}

class PairingJudge {
 public:
  PairingJudge(const CrewModels& models, const ConnectionScorer& scorer, bool use_state)
      : models_(models), scorer_(scorer), use_state_(use_state) {}

  std::vector<JudgedLink> judge_pairing(const Pairing& pairing) {
    const CrewModel* model = models_.of(pairing.base);
    std::optional<CrewState> state;
    std::optional<FlightOutlook> outlook;
    FlightId last;
    std::vector<JudgedLink> links;
    for (std::size_t i = 0; i < pairing.legs.size(); ++i) {
      const Leg& leg = pairing.legs[i];
      state = i == 0 ? first_state(model, leg) : next_state(model, state, leg);
      if (!leg.flight.exists()) outlook.reset();
      if (!leg.flight.exists() || leg.role != Role::kOperate) continue;
      if (outlook) links.push_back(judge(*outlook, last, leg.flight));
      outlook = scorer_.outlook(leg.flight, pairing.base, use_state_ && state ? &*state : nullptr);
      last = leg.flight;
    }
    return links;
  }

 private:
  static std::optional<CrewState> first_state(const CrewModel* model, const Leg& leg) {
    if (model == nullptr || !leg.flight.exists()) return std::nullopt;
    return model->start(leg);
  }
  static std::optional<CrewState> next_state(const CrewModel* model,
                                             const std::optional<CrewState>& state,
                                             const Leg& leg) {
    if (model == nullptr || !state || !leg.flight.exists()) return std::nullopt;
    return model->extend(*state, leg);
  }

  const CrewModels& models_;
  const ConnectionScorer& scorer_;
  bool use_state_;
};

}  // namespace

std::vector<std::vector<JudgedLink>> judge_links(const schedule::Schedule& schedule,
                                                 const pairing::Rules& rules,
                                                 const plan::Plan& plan,
                                                 const ConnectionScorer& scorer, bool use_state) {
  const CrewModels models(schedule, rules, RuleMask::kAll);
  PairingJudge judge(models, scorer, use_state);
  std::vector<std::vector<JudgedLink>> links;
  for (const Pairing& pairing : plan.pairings) links.push_back(judge.judge_pairing(pairing));
  return links;
}

}  // namespace skein::seeding
