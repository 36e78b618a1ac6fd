#include "history/crew_choices.h"

#include <algorithm>

namespace skein::history {
namespace {

using pairing::Leg;
using pairing::Role;
using plan::Pairing;

// The choices of one pairing, leg by leg.
class PairingReader {
 public:
  PairingReader(const schedule::Schedule& schedule, const CrewModels& models,
                const Pairing& pairing, CrewChoices& into)
      : schedule_(schedule),
        model_(pairing.base.exists() ? models.of(pairing.base) : nullptr),
        pairing_(pairing),
        into_(into) {}

  void read() {
    for (const Leg& leg : pairing_.legs) {
      if (leg.flight.exists()) {
        take(leg);
      } else {
        meet_unknown();
      }
    }
    close(FlightId::none());
  }

 private:
  void take(const Leg& leg) {
    move(leg);
    rested_ = rested_ || (last_.exists() && is_rest(last_, leg.flight));
    last_ = leg.flight;
    if (leg.role == Role::kDeadhead) {
      deadheads_ = true;
    } else {
      operate(leg.flight);
    }
  }

  void operate(FlightId flight) {
    CrewChoice choice;
    choice.flight = flight;
    choice.base = pairing_.base;
    choice.state = state_;
    if (open_) choice.previous = open_->flight;
    choice.starts = !began_;
    choice.layover_before = rested_;
    close(flight);
    open_ = choice;
    began_ = true;
    rested_ = false;
  }

  // Nothing is known of what the crew did after the last flight, nor of its state from here on.
  void meet_unknown() {
    if (open_) ++into_.next_unknown;
    open_.reset();
    last_ = FlightId::none();
    state_.reset();
    legal_ = false;
    began_ = true;
  }

  void close(FlightId next) {
    if (open_) {
      open_->next = next;
      open_->deadheads_after = deadheads_;
      into_.choices.push_back(*open_);
    }
    open_.reset();
    deadheads_ = false;
  }

  void move(const Leg& leg) {
    if (!legal_ || model_ == nullptr) return;
    state_ = state_ ? model_->extend(*state_, leg) : model_->start(leg);
    legal_ = state_.has_value();
  }

  bool is_rest(FlightId before, FlightId after) const {
    return model_ != nullptr &&
           schedule_.flight(after).departure - schedule_.flight(before).arrival >=
               model_->least_rest_gap();
  }

  const schedule::Schedule& schedule_;
  const pricing::CrewModel* model_;
  const Pairing& pairing_;
  CrewChoices& into_;
  std::optional<pricing::CrewState> state_;
  bool legal_ = true;               // so far
  bool began_ = false;              // a flight was operated
  bool rested_ = false;             // since then
  bool deadheads_ = false;          // since then
  std::optional<CrewChoice> open_;  // whose next flight is not known yet
  FlightId last_;                   // leg
};

// Of a flight that several pairings operate, the first pairing counts.
void keep_one_of_each(CrewChoices& all) {
  std::ranges::stable_sort(all.choices, {}, &CrewChoice::flight);
  const auto same = [](const CrewChoice& a, const CrewChoice& b) { return a.flight == b.flight; };
  const auto rest = std::unique(all.choices.begin(), all.choices.end(), same);
  all.operated_again = static_cast<std::size_t>(all.choices.end() - rest);
  all.choices.erase(rest, all.choices.end());
}

}  // namespace

CrewModels::CrewModels(const schedule::Schedule& schedule, const pairing::Rules& rules)
    : models_() {
  for (const StationId station : schedule.station_ids()) {
    const bool is_base = schedule.station(station).is_base;
    models_.push_back(is_base ? std::make_unique<pricing::CrewModel>(schedule, rules, station)
                              : nullptr);
  }
}

CrewChoices crew_choices(const schedule::Schedule& schedule, const plan::Plan& plan,
                         const CrewModels& models) {
  CrewChoices all;
  for (const Pairing& pairing : plan.pairings) {
    PairingReader(schedule, models, pairing, all).read();
  }
  keep_one_of_each(all);
  all.without_state = static_cast<std::size_t>(
      std::ranges::count_if(all.choices, [](const CrewChoice& c) { return !c.state; }));
  return all;
}

}  // namespace skein::history
