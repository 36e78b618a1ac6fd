#include "seeding/connection_mask.h"

#include <algorithm>
#include <array>
#include <vector>

#include "pairing/legality.h"

namespace skein::seeding {
namespace {

using pairing::Role;
using pairing::Rule;

bool depends_on_base(Rule rule) {
  switch (rule) {
    case Rule::kBase:
    case Rule::kStartsAtBase:
    case Rule::kRestAtBase:
    case Rule::kDutyPeriodLimit:
    case Rule::kFlightTimeLimit:
    case Rule::kMaxDays:
    case Rule::kWithinPeriod:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool may_connect(const schedule::Schedule& schedule, const pairing::WorkRules& rules,
                 FlightId flight, FlightId next) {
  const schedule::Flight& first = schedule.flight(flight);
  // Most that do not connect differ in place or time; that is quick to see.
  if (first.destination != schedule.flight(next).origin) return false;
  if (schedule.flight(next).departure < first.arrival) return false;
  const std::array<pairing::Leg, 2> legs = {{{flight, Role::kOperate}, {next, Role::kOperate}}};
  const std::vector<pairing::Violation> found =
      violations(schedule, rules, first.origin, legs, pairing::Extent::kBeginning);
  return std::all_of(found.begin(), found.end(), [](const pairing::Violation& violation) {
    return depends_on_base(violation.rule);
  });
}

}  // namespace skein::seeding
