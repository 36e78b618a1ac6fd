// Crew models of all bases of a month, under its rules or under few of them.
#pragma once

#include <map>

#include "base/ids.h"
#include "pairing/rules.h"
#include "pricing/crew_model.h"
#include "schedule/schedule.h"

namespace skein::seeding {

// Which rules hold while chains of flights are followed.
enum class RuleMask {
  kAll,    // a leg that the rules refuse is not taken
  kRough,  // only the most days and duties of a pairing, as in the paper
};

class CrewModels {
 public:
  // The schedule must live as long as this.
  CrewModels(const schedule::Schedule& schedule, const pairing::Rules& rules, RuleMask mask);
  CrewModels(const CrewModels&) = delete;
  CrewModels& operator=(const CrewModels&) = delete;

  // Null where the station is no base.
  const pricing::CrewModel* of(StationId base) const;
  const schedule::Schedule& schedule() const { return schedule_; }

 private:
  const schedule::Schedule& schedule_;
  pairing::Rules rules_;
  std::map<StationId, pricing::CrewModel> models_;
};

// The same flights in a period that begins with the first of them, so that crews may set out before
// the period. All ids stay as they are.
schedule::Schedule with_early_starts(const schedule::Schedule& schedule);

}  // namespace skein::seeding
