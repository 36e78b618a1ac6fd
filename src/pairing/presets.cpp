// The rule presets, with their sources.
//
// gerad   Recovered from the published pairings of seven real months (Kasirzadeh, Saddoune and
//         Soumis, 2017): every value is attained there and never exceeded.
// faa117  14 CFR part 117, unaugmented operations: Table A (flight time), Table B (flight duty
//         period), section 117.13 (not acclimated), section 117.25 (rest).
// easa    Regulation (EU) 83/2014: ORO.FTL.205 (basic maximum daily flight duty period),
//         ORO.FTL.235 (rest).
// What the two regulations leave to the operator (days and duties per pairing, costs) is as in
// gerad.
#include <algorithm>
#include <functional>
#include <initializer_list>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/input_error.h"
#include "pairing/rules.h"

namespace skein::pairing {
namespace {

Minutes at(int hour, int minute = 0) {
  return Minutes(60 * hour + minute);
}

CostRules gerad_cost() {
  CostRules cost;
  const HourlyRate rate(100);
  // w(g) = 6 (90 - g), (g - 90) 100/60, 500, 500 + (g - 719) 100/60 from 60, 90, 690, 721 on.
  cost.gap_pieces = {
      {Minutes(60), Minutes(90), Cost(0), HourlyRate(-360)},
      {Minutes(90), Minutes(90), Cost(0), rate},
      {Minutes(690), Minutes(690), Cost(500), HourlyRate(0)},
      {Minutes(721), Minutes(719), Cost(500), rate},
  };
  cost.deadhead = Cost(400);
  cost.deadhead_rate = rate;
  cost.guaranteed_flying = Minutes(300);
  cost.guarantee_rate = rate;
  cost.uncovered_flight = Cost(10'000);
  cost.base_excess_rate = HourlyRate(200);
  return cost;
}

Rules gerad() {
  return {"gerad", WorkRules{}, gerad_cost(), std::nullopt};
}

LimitTable::Row hours_row(int from_hour, std::initializer_list<double> limits) {
  LimitTable::Row row{at(from_hour), {}};
  for (double limit : limits) row.by_segments.emplace_back(static_cast<int>(limit * 60));
  return row;
}

LimitTable faa_table_b() {
  return LimitTable({
      hours_row(0, {9, 9, 9, 9, 9, 9, 9}),
      hours_row(4, {10, 10, 10, 10, 9, 9, 9}),
      hours_row(5, {12, 12, 12, 12, 11.5, 11, 10.5}),
      hours_row(6, {13, 13, 12, 12, 11.5, 11, 10.5}),
      hours_row(7, {14, 14, 13, 13, 12.5, 12, 11.5}),
      hours_row(12, {13, 13, 13, 13, 12.5, 12, 11.5}),
      hours_row(13, {12, 12, 12, 12, 11.5, 11, 10.5}),
      hours_row(17, {12, 12, 11, 11, 10, 9, 9}),
      hours_row(22, {11, 11, 10, 10, 9, 9, 9}),
      hours_row(23, {10, 10, 10, 9, 9, 9, 9}),
  });
}

LimitTable faa_table_a() {
  return LimitTable({hours_row(0, {8}), hours_row(5, {9}), hours_row(20, {8})});
}

Rules faa117() {
  Rules rules = gerad();
  rules.preset = "faa117";
  WorkRules& work = rules.work;
  work.min_rest = hours(10);
  work.rest_at_base_allowed = true;
  work.max_duty_flying.reset();
  work.max_duty_legs.reset();
  work.max_duty_span.reset();
  work.duty_period_limits = faa_table_b();
  work.flight_time_limits = faa_table_a();
  work.reference_clock = ReferenceClock::kHomeBase;
  work.theater_longitude = 60;
  work.unacclimated_reduction = Minutes(30);
  return rules;
}

// max(9:00, base - 0:30 max(0, sectors - 2)) for 1 to 10 sectors; more have 9:00 as well.
LimitTable::Row easa_row(Minutes from, Minutes base) {
  LimitTable::Row row{from, {}};
  for (int sectors = 1; sectors <= 10; ++sectors) {
    row.by_segments.push_back(std::max(hours(9), base - std::max(0, sectors - 2) * Minutes(30)));
  }
  return row;
}

LimitTable easa_duty_periods() {
  return LimitTable({
      easa_row(at(0), at(11)),
      easa_row(at(5), at(12)),
      easa_row(at(5, 15), at(12, 15)),
      easa_row(at(5, 30), at(12, 30)),
      easa_row(at(5, 45), at(12, 45)),
      easa_row(at(6), at(13)),
      easa_row(at(13, 30), at(12, 45)),
      easa_row(at(14), at(12, 30)),
      easa_row(at(14, 30), at(12, 15)),
      easa_row(at(15), at(12)),
      easa_row(at(15, 30), at(11, 45)),
      easa_row(at(16), at(11, 30)),
      easa_row(at(16, 30), at(11, 15)),
      easa_row(at(17), at(11)),
  });
}

Rules easa() {
  Rules rules = gerad();
  rules.preset = "easa";
  WorkRules& work = rules.work;
  work.min_rest = hours(10);
  work.min_rest_at_base = hours(12);
  work.rest_covers_previous_duty = true;
  work.rest_at_base_allowed = true;
  work.max_duty_flying.reset();
  work.max_duty_legs.reset();
  work.max_duty_span.reset();
  work.duty_period_limits = easa_duty_periods();
  work.reference_clock = ReferenceClock::kReportingPoint;
  return rules;
}

struct Preset {
  const char* name;
  Rules (*make)();
};
constexpr Preset kPresets[] = {{"gerad", gerad}, {"faa117", faa117}, {"easa", easa}};

}  // namespace

Rules preset_rules(std::string_view name) {
  for (const Preset& preset : kPresets) {
    if (preset.name == name) return preset.make();
  }
  throw InputError({"", 0, "preset", in_quotes(name) + " is not a rule preset",
                    fmt::format("use one of {}", fmt::join(preset_names(), ", "))});
}

std::vector<std::string> preset_names() {
  std::vector<std::string> names;
  for (const Preset& preset : kPresets) names.emplace_back(preset.name);
  return names;
}

}  // namespace skein::pairing
