#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/calendar.h"
#include "pairing/rules_toml.h"

namespace skein::pairing {
namespace {

std::string setting(std::string_view key, const std::string& value, std::string_view comment) {
  return fmt::format("{:<40} # {}\n", fmt::format("{} = {}", key, value), comment);
}
std::string setting(std::string_view key, Minutes value, std::string_view comment) {
  return setting(key, fmt::format("{}", value.count()), comment);
}
std::string setting(std::string_view key, bool value, std::string_view comment) {
  return setting(key, std::string(value ? "true" : "false"), comment);
}
std::string setting(std::string_view key, int value, std::string_view comment) {
  return setting(key, fmt::format("{}", value), comment);
}
std::string setting(std::string_view key, double value, std::string_view comment) {
  return setting(key, fmt::format("{}", value), comment);
}
template <class T>
std::string setting(std::string_view key, const std::optional<T>& value, std::string_view comment) {
  return value ? setting(key, *value, comment) : setting(key, std::string("\"off\""), comment);
}

// A TOML string; control characters can only be written as escapes.
std::string toml_text(const std::string& text) {
  std::string result = "\"";
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      result += fmt::format("\\u{:04X}", byte);
      continue;
    }
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

std::string limit_table_toml(std::string_view key, const std::optional<LimitTable>& table) {
  if (!table) return "";
  std::string text;
  for (const LimitTable::Row& row : table->rows()) {
    std::vector<int> minutes;
    for (Minutes limit : row.by_segments) minutes.push_back(limit.count());
    text += fmt::format("\n[[duty.{}]]\nfrom = \"{}\"\nminutes = [{}]\n", key,
                        format_time_of_day(row.from), fmt::join(minutes, ", "));
  }
  return text;
}

std::string connection_toml(const WorkRules& work) {
  std::vector<std::string> accepted;
  for (const auto& [first, next] : work.accepted_connections) {
    accepted.push_back(fmt::format("[{}, {}]", toml_text(first), toml_text(next)));
  }
  return "\n[connection]\n" + setting("minimum", work.min_connection, "minutes") +
         setting("maximum_sit", work.max_sit, "longest connection within a duty") +
         setting("accepted", fmt::format("[{}]", fmt::join(accepted, ", ")),
                 "short connections accepted all the same");
}

std::string rest_toml(const WorkRules& work) {
  return "\n[rest]\n" +
         setting("minimum", work.min_rest, "a gap that leaves this is a rest, and a new duty") +
         setting("minimum_at_base", work.min_rest_at_base, "where it is longer at home") +
         setting("covers_previous_duty", work.rest_covers_previous_duty,
                 "a rest is at least as long as the duty before") +
         setting("at_base_allowed", work.rest_at_base_allowed,
                 "may a pairing rest at its own base");
}

// Lists of a section stand behind its plain keys; TOML has no empty array of tables, so "off" is
// written as an empty list.
std::string duty_toml(const WorkRules& work) {
  std::string text =
      "\n[duty]\n" + setting("briefing", work.briefing, "from report to first departure") +
      setting("debriefing", work.debriefing, "from last arrival to release") +
      setting("maximum_flying", work.max_duty_flying, "operated, minutes") +
      setting("maximum_legs", work.max_duty_legs, "operated") +
      setting("maximum_span", work.max_duty_span, "report to release, minutes") +
      setting(
          "reference_clock",
          std::string(work.reference_clock == ReferenceClock::kHomeBase ? "\"home_base\""
                                                                        : "\"reporting_point\""),
          "whose clocks tell the start of a duty") +
      setting("theater_longitude", work.theater_longitude,
              "degrees from home within which a crew is acclimated") +
      setting("unacclimated_reduction", work.unacclimated_reduction,
              "of the flight duty period, minutes");
  if (!work.duty_period_limits) {
    text += setting("period_limits", std::string("[]"), "flight duty period by start and flights");
  }
  if (!work.flight_time_limits) {
    text += setting("flight_time_limits", std::string("[]"), "flying in a duty by start");
  }
  return text + limit_table_toml("period_limits", work.duty_period_limits) +
         limit_table_toml("flight_time_limits", work.flight_time_limits);
}

std::string pairing_toml(const WorkRules& work) {
  return "\n[pairing]\n" + setting("maximum_duties", work.max_duties, "") +
         setting("maximum_days", work.max_days, "calendar days with a departure, at the base") +
         setting("maximum_landings", work.max_landings, "operated flights") +
         setting("maximum_flying", work.max_flying, "operated, minutes");
}

std::string cost_toml(const CostRules& cost) {
  std::string text =
      "\n[cost]\n" + setting("deadhead", cost.deadhead.amount(), "each") +
      setting("deadhead_per_hour", cost.deadhead_rate.per_hour(), "of its flying time") +
      setting("deadhead_credit", cost.deadhead_credit, "share of its time that is credited") +
      setting("guaranteed_flying", cost.guaranteed_flying, "per duty, minutes") +
      setting("guarantee_per_hour", cost.guarantee_rate.per_hour(), "below the guaranteed flying") +
      setting("aircraft_change", cost.aircraft_change.amount(), "in a short connection") +
      setting("aircraft_change_below", cost.aircraft_change_below, "minutes") +
      setting("uncovered_flight", cost.uncovered_flight.amount(), "each") +
      setting("base_excess_per_hour", cost.base_excess_rate.per_hour(),
              "credited above the base's share");
  if (cost.gap_pieces.empty()) text += setting("gap", std::string("[]"), "gaps cost nothing");
  for (const GapPiece& piece : cost.gap_pieces) {
    text += fmt::format("\n[[cost.gap]]\nfrom = {}\nanchor = {}\nvalue = {}\nper_hour = {}\n",
                        piece.from.count(), piece.anchor.count(), piece.value.amount(),
                        piece.rate.per_hour());
  }
  return text;
}

}  // namespace

std::string rules_toml(const Rules& rules) {
  std::string text = setting("preset", toml_text(rules.preset),
                             "gerad, faa117 or easa; what stands below replaces its values");
  if (rules.period) {
    text += fmt::format("\n[period]\nfirst_day = {}\nlast_day = {}\n",
                        format_day(rules.period->first), format_day(rules.period->last));
  }
  return text + connection_toml(rules.work) + rest_toml(rules.work) + duty_toml(rules.work) +
         pairing_toml(rules.work) + cost_toml(rules.cost);
}

}  // namespace skein::pairing
