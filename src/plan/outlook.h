// What could be done about an uncovered flight: a pairing that operates it, or the changes of
// single rules of which each would allow one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/units.h"
#include "pairing/pairing.h"

namespace skein::plan {

// What may be changed. Most are values of rules.toml.
enum class Change {
  kMinConnection,
  kMaxSit,
  kMinRest,
  kRestCoversDuty,
  kMaxDutyFlying,
  kMaxDutyLegs,
  kMaxDutySpan,
  kDutyPeriods,  // all limits of the table by the same number of minutes
  kFlightTimes,  // the same
  kMaxDuties,
  kMaxDays,
  kMaxLandings,
  kMaxFlying,
  kCarryIn,   // the crew has left its base before the planning period
  kCarryOut,  // the crew comes home after it
  kFurtherBase,
};

// As in rules.toml, such as "connection.minimum"; else "carry_in", "carry_out", "base".
std::string_view change_name(Change change);

// The smallest change of its kind that is enough.
struct Remedy {
  Change change = Change::kMinConnection;
  // Minutes or a count; 0 and 1 for no and yes. Of a table: the minutes to add.
  int now = 0;
  int needed = 0;
  // Legal with the change, not without it. Of a pairing that is carried in or out, the part within
  // the period; of a further base, that base.
  pairing::Pairing example;
  Cost cost = {};    // of the example
  Cost saving = {};  // what the plan would cost less with it

  friend bool operator==(const Remedy&, const Remedy&) = default;
};

struct Outlook {
  FlightId flight;
  // A legal pairing that operates the flight, and only rides on others.
  std::optional<pairing::Pairing> pairing;
  Cost cost;                     // of that pairing
  std::vector<Remedy> remedies;  // where there is no such pairing; smallest change first
  Cost saving = {};              // what the plan would cost less with the pairing
  std::string unwished = {};     // which wish the pairing breaks, in words; empty: none
};

}  // namespace skein::plan
