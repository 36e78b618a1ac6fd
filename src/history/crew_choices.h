// What crews did after each flight: the labelled examples of a past month.
//
// A crew that has operated a flight operates another one next, after any deadheads in between, or
// its pairing ends. Where the pairing is legal up to the flight, the state of the crew is known
// (pricing/crew_state.h); from the first leg that breaks a rule on it is not.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "base/ids.h"
#include "plan/plan.h"
#include "pricing/crew_model.h"
#include "pricing/crew_state.h"
#include "schedule/schedule.h"

namespace skein::history {

// The models of all bases of a month. Schedule and rules must live as long as this.
class CrewModels {
 public:
  CrewModels(const schedule::Schedule& schedule, const pairing::Rules& rules);

  // Null for a station that is no base.
  const pricing::CrewModel* of(StationId base) const { return models_[base].get(); }

 private:
  IdVector<StationId, std::unique_ptr<pricing::CrewModel>> models_;
};

struct CrewChoice {
  FlightId flight;  // just operated
  StationId base;   // of the crew
  std::optional<pricing::CrewState> state;
  FlightId previous;             // operated before it, where that is known
  FlightId next;                 // operated next; none: the pairing ends here
  bool starts = false;           // it is the first that the crew operates
  bool layover_before = false;   // the crew has rested since it operated before
  bool deadheads_after = false;  // to `next`, or on the way home
};

struct CrewChoices {
  std::vector<CrewChoice> choices;  // in order of flights, one for each that was operated
  std::size_t without_state = 0;    // of them, because a rule is broken before
  std::size_t operated_again = 0;   // flights of more than one pairing, beyond the first
  std::size_t next_unknown = 0;     // left out: the schedule does not have the next leg
};

CrewChoices crew_choices(const schedule::Schedule& schedule, const plan::Plan& plan,
                         const CrewModels& models);

}  // namespace skein::history
