// What a crew may do (WorkRules) and what it costs (CostRules): all values are parameters of
// rules.toml, and presets give complete sets. And what a planner wishes of the month (Wishes),
// which stands in a file of its own (plan/wishes_csv.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/calendar.h"
#include "base/units.h"
#include "pairing/limit_table.h"
#include "pairing/wishes.h"

namespace skein::pairing {

// Whose clocks tell when a duty starts, for the tables.
enum class ReferenceClock {
  kHomeBase,  // FAA: the crew stays on the time of its base
  // EASA: local time where the crew reports if it is within two hours of home, else home time.
  kReportingPoint,
};

struct WorkRules {
  // Connections and rests. A gap that leaves at least `min_rest` between release and report is a
  // rest and starts a new duty; any shorter one is a connection within the duty.
  Minutes min_connection{30};
  std::optional<Minutes> max_sit;  // longest connection within a duty
  Minutes min_rest{570};
  std::optional<Minutes> min_rest_at_base;  // where it is longer at home
  bool rest_covers_previous_duty = false;   // a rest is at least as long as the duty before it
  bool rest_at_base_allowed = false;        // else a pairing must not rest at its own base

  // A duty lasts from the report, `briefing` before the first departure, to the release,
  // `debriefing` after the last arrival.
  Minutes briefing{0};
  Minutes debriefing{0};
  std::optional<Minutes> max_duty_flying{480};  // operated flights only
  std::optional<int> max_duty_legs{5};          // operated flights only
  std::optional<Minutes> max_duty_span{720};    // report to release
  // Flight duty period, from report to the last operated arrival, by start and operated flights.
  std::optional<LimitTable> duty_period_limits;
  std::optional<LimitTable> flight_time_limits;  // operated flying in a duty, by start
  ReferenceClock reference_clock = ReferenceClock::kHomeBase;
  // A crew that starts a duty further from home than this many degrees of longitude is not
  // acclimated, and its flight duty period is shorter by `unacclimated_reduction`.
  std::optional<double> theater_longitude;
  Minutes unacclimated_reduction{0};

  std::optional<int> max_duties{4};
  std::optional<int> max_days{4};  // calendar days (at the base) with a departure
  std::optional<int> max_landings;
  std::optional<Minutes> max_flying;  // operated flights of a pairing

  // Connections shorter than allowed that are accepted all the same, as pairs of flight ids.
  std::vector<std::pair<std::string, std::string>> accepted_connections;

  friend bool operator==(const WorkRules&, const WorkRules&) = default;
};

// One piece of the cost of a gap: for gaps of at least `from` (and below the next piece's),
// value + rate * (gap - anchor).
struct GapPiece {
  Minutes from;
  Minutes anchor;
  Cost value;
  HourlyRate rate;

  friend bool operator==(const GapPiece&, const GapPiece&) = default;
};

struct CostRules {
  std::vector<GapPiece> gap_pieces;  // in order of `from`; shorter gaps than the first cost nothing
  Cost deadhead;                     // each
  HourlyRate deadhead_rate;          // and by its flying time
  Minutes guaranteed_flying{0};      // per duty: less operated flying is paid up to this
  HourlyRate guarantee_rate;
  Cost aircraft_change;  // for a connection below `aircraft_change_below` that changes aircraft
  Minutes aircraft_change_below{60};
  Cost uncovered_flight;         // U
  HourlyRate base_excess_rate;   // R, per credited hour above the base's share
  double deadhead_credit = 0.5;  // share of a deadhead's time that counts as credited

  friend bool operator==(const CostRules&, const CostRules&) = default;
};

// First and last day (UTC) of the planning period, where rules.toml names them.
struct PeriodDays {
  Day first;
  Day last;

  friend bool operator==(const PeriodDays&, const PeriodDays&) = default;
};

struct Rules {
  std::string preset;  // the preset that the values started from
  WorkRules work;
  CostRules cost;
  std::optional<PeriodDays> period;
  Wishes wishes = {};  // of flights by their ids in one schedule

  friend bool operator==(const Rules&, const Rules&) = default;
};

constexpr std::string_view kDefaultPreset = "gerad";

// "gerad", "faa117" or "easa"; throws InputError for any other name.
Rules preset_rules(std::string_view name);
std::vector<std::string> preset_names();

}  // namespace skein::pairing
