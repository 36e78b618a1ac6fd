// Whether a pairing is legal, from the definitions of the rules, one rule at a time. The
// incremental version is in `pricing`; a property test ties the two.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pairing/duty.h"
#include "pairing/pairing.h"
#include "pairing/rules.h"
#include "schedule/schedule.h"

namespace skein::pairing {

enum class Rule {
  kNotEmpty,
  kKnownFlights,
  kBase,
  kStartsAtBase,
  kEndsAtBase,
  kContinuity,
  kOneFleet,
  kMinConnection,
  kMaxSit,
  kMinRest,
  kRestAtBase,
  kMaxDutyFlying,
  kMaxDutyLegs,
  kMaxDutySpan,
  kDutyPeriodLimit,
  kFlightTimeLimit,
  kMaxDuties,
  kMaxDays,
  kMaxLandings,
  kMaxFlying,
  kWithinPeriod,
  kLockedConnection,
  kForbiddenConnection,
  kForbiddenPairing,
  kLockedPairing,  // of a plan, not of one pairing
  kCoveredOnce,    // likewise
};

// The name of a rule in summaries and reports, such as "min_connection".
std::string_view rule_name(Rule rule);

struct Violation {
  Rule rule;
  std::vector<FlightId> flights;  // that offend, in order of time
  double actual = 0;              // in the rule's unit: minutes, legs, duties, days
  double limit = 0;
  std::string detail;  // a sentence with the numbers
};

// Whether the legs are the whole pairing, or only its beginning: then it need not end at the base.
enum class Extent { kWhole, kBeginning };

std::vector<Violation> violations(const schedule::Schedule& schedule, const WorkRules& rules,
                                  StationId base, std::span<const Leg> legs,
                                  Extent extent = Extent::kWhole);

bool is_legal(const schedule::Schedule& schedule, const WorkRules& rules, const Pairing& pairing);

// Limits of one duty, from the tables, on the clocks that the rules say.
Minutes duty_period_limit(const schedule::Schedule& schedule, const WorkRules& rules,
                          StationId base, StationId reporting_point, Instant report,
                          int operated_legs);
Minutes flight_time_limit(const schedule::Schedule& schedule, const WorkRules& rules,
                          StationId base, StationId reporting_point, Instant report);

}  // namespace skein::pairing
