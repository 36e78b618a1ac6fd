#include "plan/outlook.h"

namespace skein::plan {

std::string_view change_name(Change change) {
  switch (change) {
    case Change::kMinConnection:
      return "connection.minimum";
    case Change::kMaxSit:
      return "connection.maximum_sit";
    case Change::kMinRest:
      return "rest.minimum";
    case Change::kRestCoversDuty:
      return "rest.covers_previous_duty";
    case Change::kMaxDutyFlying:
      return "duty.maximum_flying";
    case Change::kMaxDutyLegs:
      return "duty.maximum_legs";
    case Change::kMaxDutySpan:
      return "duty.maximum_span";
    case Change::kDutyPeriods:
      return "duty.period_limits";
    case Change::kFlightTimes:
      return "duty.flight_time_limits";
    case Change::kMaxDuties:
      return "pairing.maximum_duties";
    case Change::kMaxDays:
      return "pairing.maximum_days";
    case Change::kMaxLandings:
      return "pairing.maximum_landings";
    case Change::kMaxFlying:
      return "pairing.maximum_flying";
    case Change::kCarryIn:
      return "carry_in";
    case Change::kCarryOut:
      return "carry_out";
    case Change::kFurtherBase:
      return "base";
  }
  return "";
}

}  // namespace skein::plan
