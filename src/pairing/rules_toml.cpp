#include "pairing/rules_toml.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include "base/calendar.h"
#include "base/input_error.h"
#include "base/text_source.h"

namespace skein::pairing {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kLargestCount = 1'000'000;
constexpr double kLargestAmount = 1e12;

// One table of the file. Reads keys into fields, complains with file, line and key, and refuses
// keys that nobody asked for: a misspelt rule must not be passed over.
class TableReader {
 public:
  TableReader(const toml::table& table, fs::path file, std::string prefix)
      : table_(table), file_(std::move(file)), prefix_(std::move(prefix)) {}

  void read(std::string_view key, int& field) {
    if (const toml::node* node = find(key)) field = static_cast<int>(count(key, *node));
  }
  void read(std::string_view key, Minutes& field) {
    if (const toml::node* node = find(key)) field = Minutes(count(key, *node));
  }
  void read(std::string_view key, double& field) {
    if (const toml::node* node = find(key)) field = amount(key, *node);
  }
  void read(std::string_view key, Cost& field) {
    if (const toml::node* node = find(key)) field = Cost(amount(key, *node));
  }
  void read(std::string_view key, HourlyRate& field) {
    if (const toml::node* node = find(key)) field = HourlyRate(amount(key, *node));
  }
  void read(std::string_view key, bool& field) {
    const toml::node* node = find(key);
    if (node == nullptr) return;
    const auto value = node->value_exact<bool>();
    if (!value) fail(key, *node, "is not true or false", "write true or false");
    field = *value;
  }
  // A limit that can also be "off".
  template <class T>
  void read(std::string_view key, std::optional<T>& field) {
    const toml::node* node = find(key);
    if (node == nullptr) return;
    if (node->value_exact<std::string>() == "off") {
      field.reset();
      return;
    }
    T value{};
    read(key, value);
    field = value;
  }
  void read(std::string_view key, Day& field) {
    const toml::node* node = find(key);
    if (node == nullptr) return;
    const auto date = node->value_exact<toml::date>();
    const auto day =
        date ? parse_day(fmt::format("{:04}-{:02}-{:02}", date->year, date->month, date->day))
             : std::nullopt;
    if (!day) fail(key, *node, "is not a date", "write it as 2008-01-31, without quotes");
    field = *day;
  }

  std::optional<std::string> text(std::string_view key) {
    const toml::node* node = find(key);
    if (node == nullptr) return std::nullopt;
    auto value = node->value_exact<std::string>();
    if (!value) fail(key, *node, "is not a text", "put it in quotes");
    return value;
  }
  std::string choice(std::string_view key, std::initializer_list<const char*> choices,
                     std::string otherwise) {
    const auto value = text(key);
    if (!value) return otherwise;
    if (std::find(choices.begin(), choices.end(), *value) == choices.end()) {
      fail(key, *find(key), in_quotes(*value) + " is not known",
           fmt::format("use one of {}", fmt::join(choices, ", ")));
    }
    return *value;
  }
  Minutes time_of_day(std::string_view key) {
    const auto value = text(key);
    const auto minute = value ? parse_time_of_day(*value) : std::nullopt;
    if (!minute) fail_here(key, "is missing or not a time of day", "write it as \"05:30\"");
    return *minute;
  }

  // The array under `key`; null where there is none.
  const toml::array* array(std::string_view key) {
    const toml::node* node = find(key);
    if (node == nullptr) return nullptr;
    if (!node->is_array()) fail(key, *node, "is not a list", "put the values between [ and ]");
    return node->as_array();
  }
  // Runs `each` on every table of the array of tables under `key`; false where there is none.
  bool for_each_table(std::string_view key, const std::function<void(TableReader&)>& each) {
    const toml::array* rows = array(key);
    if (rows == nullptr) return false;
    for (const toml::node& row : *rows) {
      if (!row.is_table()) fail(key, row, "is not a table", "write it as [[section.key]]");
      TableReader reader(*row.as_table(), file_, path(key) + ".");
      each(reader);
      reader.refuse_unknown_keys();
    }
    return true;
  }
  void read_section(std::string_view key, const std::function<void(TableReader&)>& each) {
    const toml::node* node = find(key);
    if (node == nullptr) return;
    if (!node->is_table()) {
      fail(key, *node, "is not a section", fmt::format("write [{}] above its keys", path(key)));
    }
    TableReader reader(*node->as_table(), file_, path(key) + ".");
    each(reader);
    reader.refuse_unknown_keys();
  }

  void refuse_unknown_keys() const {
    for (const auto& [key, node] : table_) {
      if (asked_.contains(key.str())) continue;
      throw InputError({file_, node.source().begin.line, path(key.str()), "the key is unknown",
                        fmt::format("known here: {}", fmt::join(asked_, ", "))});
    }
  }

  std::int64_t count(std::string_view key, const toml::node& node) const {
    const auto value = node.value_exact<std::int64_t>();
    if (!value || *value < 0 || *value > kLargestCount) {
      fail(key, node, "is not a whole number that fits here",
           fmt::format("write one from 0 to {}", kLargestCount));
    }
    return *value;
  }
  [[noreturn]] void fail(std::string_view key, const toml::node& node, std::string problem,
                         std::string remedy) const {
    throw InputError(
        {file_, node.source().begin.line, path(key), std::move(problem), std::move(remedy)});
  }
  [[noreturn]] void fail_here(std::string_view key, std::string problem, std::string remedy) const {
    throw InputError(
        {file_, table_.source().begin.line, path(key), std::move(problem), std::move(remedy)});
  }

 private:
  const toml::node* find(std::string_view key) {
    asked_.emplace(key);
    return table_.get(key);
  }
  double amount(std::string_view key, const toml::node& node) const {
    const auto value = node.is_number() ? node.value<double>() : std::nullopt;
    if (!value || !std::isfinite(*value) || std::abs(*value) > kLargestAmount) {
      fail(key, node, "is not a number that fits here",
           fmt::format("write one between {0} and -{0}", kLargestAmount));
    }
    return *value;
  }
  std::string path(std::string_view key) const { return prefix_ + std::string(key); }

  const toml::table& table_;
  fs::path file_;
  std::string prefix_;
  std::set<std::string, std::less<>> asked_;
};

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

Rules parse_rules(const std::string& text, const fs::path& file) {
  const toml::table table = parse_toml(text, file);
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

Rules read_rules(const fs::path& file) {
  return parse_rules(read_text(file), file);
}

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
