#include "pairing/rules_toml.h"

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include "base/calendar.h"
#include "base/input_error.h"
#include "base/text_source.h"
#include "pairing/toml_table_reader.h"

namespace skein::pairing {
namespace {

namespace fs = std::filesystem;

std::optional<LimitTable> read_limit_table(TableReader& section, std::string_view key,
                                           std::optional<LimitTable> otherwise) {
  std::vector<LimitTable::Row> rows;
  const bool found = section.for_each_table(key, [&](TableReader& reader) {
    LimitTable::Row row{reader.time_of_day("from"), {}};
    if (const toml::array* limits = reader.array("minutes")) {
      for (const toml::node& limit : *limits) {
        row.by_segments.emplace_back(reader.count("minutes", limit));
      }
    }
    rows.push_back(std::move(row));
  });
  if (!found) return otherwise;
  if (rows.empty()) return std::nullopt;  // an empty list switches the table off
  try {
    return LimitTable(std::move(rows));
  } catch (const InputError& error) {
    section.fail_here(key, error.complaint().problem, error.complaint().remedy);
  }
}

void read_accepted_connections(TableReader& section, WorkRules& work) {
  const toml::array* pairs = section.array("accepted");
  if (pairs == nullptr) return;
  work.accepted_connections.clear();
  for (const toml::node& pair : *pairs) {
    const toml::array* flights = pair.as_array();
    const auto id = [&](std::size_t i) { return flights->get(i)->value_exact<std::string>(); };
    if (flights == nullptr || flights->size() != 2 || !id(0) || !id(1)) {
      section.fail("accepted", pair, "is not a pair of flight ids",
                   "write each as [\"first flight\", \"next flight\"]");
    }
    work.accepted_connections.emplace_back(*id(0), *id(1));
  }
}

void read_work_rules(TableReader& file, WorkRules& work) {
  file.read_section("connection", [&](TableReader& section) {
    section.read("minimum", work.min_connection);
    section.read("maximum_sit", work.max_sit);
    read_accepted_connections(section, work);
  });
  file.read_section("rest", [&](TableReader& section) {
    section.read("minimum", work.min_rest);
    section.read("minimum_at_base", work.min_rest_at_base);
    section.read("covers_previous_duty", work.rest_covers_previous_duty);
    section.read("at_base_allowed", work.rest_at_base_allowed);
  });
  file.read_section("duty", [&](TableReader& section) {
    section.read("briefing", work.briefing);
    section.read("debriefing", work.debriefing);
    section.read("maximum_flying", work.max_duty_flying);
    section.read("maximum_legs", work.max_duty_legs);
    section.read("maximum_span", work.max_duty_span);
    const std::string clock = section.choice(
        "reference_clock", {"home_base", "reporting_point"},
        work.reference_clock == ReferenceClock::kHomeBase ? "home_base" : "reporting_point");
    work.reference_clock =
        clock == "home_base" ? ReferenceClock::kHomeBase : ReferenceClock::kReportingPoint;
    section.read("theater_longitude", work.theater_longitude);
    section.read("unacclimated_reduction", work.unacclimated_reduction);
    work.duty_period_limits =
        read_limit_table(section, "period_limits", std::move(work.duty_period_limits));
    work.flight_time_limits =
        read_limit_table(section, "flight_time_limits", std::move(work.flight_time_limits));
  });
  file.read_section("pairing", [&](TableReader& section) {
    section.read("maximum_duties", work.max_duties);
    section.read("maximum_days", work.max_days);
    section.read("maximum_landings", work.max_landings);
    section.read("maximum_flying", work.max_flying);
  });
}

void read_cost_rules(TableReader& file, CostRules& cost) {
  file.read_section("cost", [&](TableReader& section) {
    std::vector<GapPiece> pieces;
    const bool found = section.for_each_table("gap", [&](TableReader& reader) {
      GapPiece piece;
      reader.read("from", piece.from);
      piece.anchor = piece.from;
      reader.read("anchor", piece.anchor);
      reader.read("value", piece.value);
      reader.read("per_hour", piece.rate);
      if (!pieces.empty() && piece.from <= pieces.back().from) {
        reader.fail_here("from", "the pieces are not in order", "sort them by from");
      }
      pieces.push_back(piece);
    });
    if (found) cost.gap_pieces = std::move(pieces);
    section.read("deadhead", cost.deadhead);
    section.read("deadhead_per_hour", cost.deadhead_rate);
    section.read("deadhead_credit", cost.deadhead_credit);
    section.read("guaranteed_flying", cost.guaranteed_flying);
    section.read("guarantee_per_hour", cost.guarantee_rate);
    section.read("aircraft_change", cost.aircraft_change);
    section.read("aircraft_change_below", cost.aircraft_change_below);
    section.read("uncovered_flight", cost.uncovered_flight);
    section.read("base_excess_per_hour", cost.base_excess_rate);
  });
}

void read_period(TableReader& file, std::optional<PeriodDays>& period) {
  file.read_section("period", [&](TableReader& section) {
    PeriodDays days;
    section.read("first_day", days.first);
    section.read("last_day", days.last);
    if (days.first == Day() || days.last < days.first) {
      section.fail_here("last_day", "the period is not complete or ends before it begins",
                        "give first_day and last_day");
    }
    period = days;
  });
}

toml::table parse_toml(const std::string& text, const fs::path& file) {
  try {
    return toml::parse(text, file.string());
  } catch (const toml::parse_error& error) {
    throw InputError({file, error.source().begin.line, "", std::string(error.description()),
                      "correct the line; the format is TOML (docs/file_formats.md)"});
  }
}

Rules read_table(const toml::table& table, const fs::path& file) {
  TableReader reader(table, file, "");
  const std::string preset = reader.text("preset").value_or(std::string(kDefaultPreset));
  Rules rules;
  try {
    rules = preset_rules(preset);
  } catch (const InputError& error) {
    throw error.at(file, table.get("preset")->source().begin.line);
  }
  read_work_rules(reader, rules.work);
  read_cost_rules(reader, rules.cost);
  read_period(reader, rules.period);
  reader.refuse_unknown_keys();
  return rules;
}

[[noreturn]] void refuse_setting(const std::string& setting, std::string problem,
                                 std::string remedy) {
  throw InputError({"", 0, "--set " + setting, std::move(problem), std::move(remedy)});
}

// As TOML; what is none is taken for text.
toml::table value_of(const std::string& setting, const std::string& text) {
  if (text.find_first_of("\r\n") != std::string::npos) {
    refuse_setting(setting, "the value has more than one line", "write it in one");
  }
  try {
    return toml::parse("value = " + text);
  } catch (const toml::parse_error&) {
    return toml::table{{"value", text}};
  }
}

void change(toml::table& rules, const std::string& setting) {
  const std::size_t equals = setting.find('=');
  const std::string path = setting.substr(0, equals);
  const std::size_t dot = path.find('.');
  if (equals == std::string::npos || dot == std::string::npos) {
    refuse_setting(setting, "is not a key with its section and a value",
                   "write it as pairing.maximum_duties=5");
  }
  toml::table* section = rules[path.substr(0, dot)].as_table();
  if (section == nullptr || path.starts_with("period.")) {
    refuse_setting(setting, "there is no such section to change",
                   "use connection, rest, duty, pairing or cost");
  }
  toml::table value = value_of(setting, setting.substr(equals + 1));
  section->insert_or_assign(path.substr(dot + 1), std::move(*value.get("value")));
}

std::string text_of(const toml::node& node) {
  if (auto plain = node.value_exact<std::string>()) return *std::move(plain);
  std::ostringstream text;
  node.visit([&](const auto& value) { text << value; });
  return text.str();
}

}  // namespace

std::map<std::string, std::string> rule_values(const Rules& rules) {
  std::map<std::string, std::string> values;
  for (const auto& [section, node] : parse_toml(rules_toml(rules), "")) {
    if (!node.is_table() || section.str() == "period") continue;
    for (const auto& [key, value] : *node.as_table()) {
      values[fmt::format("{}.{}", section.str(), key.str())] = text_of(value);
    }
  }
  return values;
}

std::vector<RuleChange> rule_changes(const Rules& before, const Rules& now) {
  std::vector<RuleChange> changes;
  const std::map<std::string, std::string> old = rule_values(before);
  for (const auto& [key, value] : rule_values(now)) {
    const std::string& was = old.at(key);
    if (was != value) changes.push_back({key, was, value});
  }
  return changes;
}

Rules parse_rules(const std::string& text, const fs::path& file) {
  return read_table(parse_toml(text, file), file);
}

Rules change_rules(const Rules& rules, const std::vector<std::string>& settings) {
  Rules changed = rules;
  for (const std::string& setting : settings) {
    toml::table table = parse_toml(rules_toml(changed), "");
    change(table, setting);
    try {
      changed = read_table(table, "");
    } catch (const InputError& error) {
      refuse_setting(setting, error.complaint().problem, error.complaint().remedy);
    }
  }
  changed.wishes = rules.wishes;
  return changed;
}

Rules read_rules(const fs::path& file) {
  return parse_rules(read_text(file), file);
}

Rules rules_from(const std::string& preset_or_file) {
  const std::vector<std::string> presets = preset_names();
  if (std::find(presets.begin(), presets.end(), preset_or_file) != presets.end()) {
    return preset_rules(preset_or_file);
  }
  if (!fs::exists(preset_or_file)) {
    throw InputError(
        {"", 0, "--rules", in_quotes(preset_or_file) + " is neither a preset nor a file",
         fmt::format("use one of {}, or the path of a rules.toml", fmt::join(presets, ", "))});
  }
  return read_rules(preset_or_file);
}

}  // namespace skein::pairing
