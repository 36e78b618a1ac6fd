#include "plan/pairing_text.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/words.h"

namespace skein::plan {
namespace {

constexpr int kMostCount = std::numeric_limits<int>::max();
// A sound pairing counts its days up from 1. A plan that goes back in time is written all the same,
// so that the checker can say so; this bound holds every date that we know of.
constexpr int kFarthestDay = 100'000;

// The dates of this form have slashes.
std::optional<Day> parse_slashed_day(std::string_view text) {
  std::string dashed(text);
  if (dashed.find('-') != std::string::npos) return std::nullopt;
  std::replace(dashed.begin(), dashed.end(), '/', '-');
  return parse_day(dashed);
}

std::string format_slashed_day(Day day) {
  std::string text = format_day(day);
  std::replace(text.begin(), text.end(), '-', '/');
  return text;
}

std::string format_weekdays(const std::array<bool, 7>& weekdays) {
  std::string text;
  for (std::size_t i = 0; i < weekdays.size(); ++i) {
    text += weekdays[i] ? static_cast<char>('1' + i) : '_';
  }
  return text;
}

// A quote inside is written twice.
std::string in_form_quotes(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += c;
    result += c;
  }
  return result + '"';
}

// Takes the head of an entry apart, from left to right.
class HeadScanner {
 public:
  HeadScanner(const LineReader& lines, std::string_view head) : lines_(lines), rest_(trim(head)) {}

  bool at_end() const { return rest_.empty(); }

  std::string_view word(const char* field) {
    const std::size_t end = std::min(rest_.find_first_of(" \t\r"), rest_.size());
    if (end == 0) lines_.fail(field, "the line ends too early", "complete the head of the pairing");
    return take(end);
  }

  int count(const char* field) {
    const std::string_view text = word(field);
    const auto value = parse_count(text, 0, kMostCount);
    if (!value) {
      lines_.fail(field, in_quotes(text) + " is not a whole number",
                  "write one that is not negative");
    }
    return *value;
  }

  int count_behind(const char* keyword) {
    const std::string_view text = word(keyword);
    if (text != keyword) {
      lines_.fail(keyword, fmt::format("{} stands where {} is expected", in_quotes(text), keyword),
                  fmt::format("write {} and a number", keyword));
    }
    return count(keyword);
  }

  std::vector<std::string> list(const char* field) {
    const std::size_t end = rest_.find(')');
    if (!rest_.starts_with('(') || end == std::string_view::npos) {
      lines_.fail(field, "there is no list in parentheses", "write () where there are none");
    }
    const std::vector<std::string_view> words = words_of(take(end + 1).substr(1, end - 1));
    return {words.begin(), words.end()};
  }

  std::string quoted(const char* field) {
    std::string text;
    std::size_t at = 1;
    for (; rest_.starts_with('"') && at < rest_.size(); ++at) {
      if (rest_[at] == '"') {
        if (at + 1 == rest_.size() || rest_[at + 1] != '"') {
          take(at + 1);
          return text;
        }
        ++at;
      }
      text += rest_[at];
    }
    lines_.fail(field, "there is no text in quotes", "write \"\" where it is empty");
  }

  std::array<bool, 7> weekdays() {
    const std::string_view text = word("weekdays");
    std::array<bool, 7> days{};
    bool sound = text.size() == days.size();
    for (std::size_t i = 0; sound && i < days.size(); ++i) {
      days[i] = text[i] == static_cast<char>('1' + i);
      sound = days[i] || text[i] == '_';
    }
    if (!sound) {
      lines_.fail("weekdays", in_quotes(text) + " is not a list of weekdays",
                  "write _2_456_ for Tuesday, Thursday, Friday and Saturday");
    }
    return days;
  }

  Day date(const char* field) {
    const std::string_view text = word(field);
    const auto day = parse_slashed_day(text);
    if (!day) lines_.fail(field, in_quotes(text) + " is not a date", "write it as 2018/08/09");
    return *day;
  }

 private:
  std::string_view take(std::size_t length) {
    const std::string_view taken = rest_.substr(0, length);
    rest_ = rest_.substr(length);
    if (!rest_.empty() && trim(rest_.substr(0, 1)) == rest_.substr(0, 1)) {
      lines_.fail("", in_quotes(rest_) + " follows without a blank", "put a blank before it");
    }
    rest_ = trim(rest_);
    return taken;
  }

  const LineReader& lines_;
  std::string_view rest_;
};

TextPairing parse_head(const LineReader& lines, std::string_view line) {
  HeadScanner head(lines, line);
  TextPairing pairing;
  pairing.status = head.word("status");
  pairing.type = head.word("type");
  pairing.number = head.count("number");
  pairing.variant = head.count("variant");
  pairing.cc = head.count_behind("CC");
  pairing.cat = head.count_behind("CAT");
  pairing.qualifications = head.list("qualifications");
  pairing.name = head.quoted("name");
  pairing.comment = head.quoted("comment");
  pairing.weekdays = head.weekdays();
  pairing.first = head.date("first date");
  pairing.last = head.date("last date");
  if (pairing.last < pairing.first) {
    lines.fail("last date", "the last date is before the first", "correct one of the two");
  }
  if (head.at_end()) return pairing;
  if (head.word("X") != "X") {
    lines.fail("X", "something follows the dates", "write X before the dates that are left out");
  }
  do {
    pairing.excluded.push_back(head.date("date left out"));
  } while (!head.at_end());
  return pairing;
}

// Whether the line is `mark` and a semicolon.
bool is_mark(std::string_view line, std::string_view mark) {
  if (!line.ends_with(';')) return false;
  line.remove_suffix(1);
  return trim(line) == mark;
}

TextLeg parse_leg(const LineReader& lines, std::string_view line) {
  constexpr const char* kForm = "write it as ABC05914  ORD 1 02:10 BUF;";
  if (!line.ends_with(';')) lines.fail("leg", "the semicolon is missing", kForm);
  line.remove_suffix(1);
  std::vector<std::string_view> words = words_of(line);
  TextLeg leg;
  if (words.size() == 6 && words[1] == "D") {
    leg.role = Role::kDeadhead;
    words.erase(words.begin() + 1);
  }
  if (words.size() != 5) lines.fail("leg", in_quotes(line) + " is not a leg", kForm);
  leg.flight = words[0];
  leg.origin = words[1];
  leg.destination = words[4];
  const auto day = parse_count(words[2], -kFarthestDay, kFarthestDay);
  if (!day) lines.fail("day", in_quotes(words[2]) + " is not a day of the pairing", kForm);
  leg.day = *day;
  const auto departure = parse_time_of_day(words[3]);
  if (!departure) lines.fail("departure", in_quotes(words[3]) + " is not a time of day", kForm);
  leg.departure = *departure;
  return leg;
}

// Reads the lines of one entry behind its head.
class BodyReader {
 public:
  explicit BodyReader(LineReader& lines) : lines_(lines) {}

  std::vector<TextDuty> read() {
    if (next_line() != "{") fail_at("{");
    std::vector<TextDuty> duties;
    while (next_line() != "}") {
      if (!is_mark(line_, "RPT")) fail_at("RPT ;");
      duties.push_back(read_duty());
    }
    if (duties.empty()) lines_.fail("", "the pairing has no duty", "write RPT ; legs and RLS;");
    return duties;
  }

 private:
  TextDuty read_duty() {
    TextDuty duty;
    while (!is_mark(next_line(), "RLS")) duty.push_back(parse_leg(lines_, line_));
    if (duty.empty()) lines_.fail("", "the duty has no leg", "write its legs before RLS;");
    return duty;
  }

  std::string_view next_line() {
    do {
      if (!lines_.next(line_)) {
        lines_.fail("", "the text ends inside a pairing", "copy the file again");
      }
      line_ = trim(line_);
    } while (line_.empty());
    return line_;
  }

  [[noreturn]] void fail_at(const char* expected) const {
    lines_.fail("", fmt::format("{} stands where {} is expected", in_quotes(line_), expected),
                fmt::format("write {} in a line of its own", expected));
  }

  LineReader& lines_;
  std::string_view line_;
};

std::string format_head(const TextPairing& pairing) {
  std::string text =
      fmt::format("{} {} {} {} CC {} CAT {} ({}) {} {} {} {} {}", pairing.status, pairing.type,
                  pairing.number, pairing.variant, pairing.cc, pairing.cat,
                  fmt::join(pairing.qualifications, " "), in_form_quotes(pairing.name),
                  in_form_quotes(pairing.comment), format_weekdays(pairing.weekdays),
                  format_slashed_day(pairing.first), format_slashed_day(pairing.last));
  if (!pairing.excluded.empty()) text += " X";
  for (const Day day : pairing.excluded) text += ' ' + format_slashed_day(day);
  return text + '\n';
}

}  // namespace

std::vector<TextPairing> parse_pairing_text(LineReader lines) {
  std::vector<TextPairing> pairings;
  std::string_view line;
  while (lines.next(line)) {
    if (trim(line).empty()) continue;
    TextPairing pairing = parse_head(lines, line);
    pairing.duties = BodyReader(lines).read();
    pairings.push_back(std::move(pairing));
  }
  return pairings;
}

std::string format_pairing_text(std::span<const TextPairing> pairings) {
  std::string text;
  for (const TextPairing& pairing : pairings) {
    text += format_head(pairing) + "{\n";
    for (const TextDuty& duty : pairing.duties) {
      text += "RPT ;\n";
      for (const TextLeg& leg : duty) {
        fmt::format_to(std::back_inserter(text), "{} {} {} {} {} {};\n", leg.flight,
                       leg.role == Role::kDeadhead ? "D" : "", leg.origin, leg.day,
                       format_time_of_day(leg.departure), leg.destination);
      }
      text += "RLS;\n";
    }
    text += "}\n";
  }
  return text;
}

}  // namespace skein::plan
