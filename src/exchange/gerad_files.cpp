#include "exchange/gerad_files.h"

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/calendar.h"
#include "base/words.h"

namespace skein::exchange {
namespace {

using schedule::FlightRecord;
using schedule::ScheduleBuilder;
using schedule::Station;

constexpr std::string_view kDeadheadMark = "TDH_";
// Far more than any pairing has: beyond it a semicolon has been lost.
constexpr std::size_t kMostLegs = 1'000;
constexpr std::size_t kLongestStatement = LineReader::kLongestLine;

// What the schedule calls a field, what these files call it, and what to do about it there.
struct Wording {
  std::string_view field;
  std::string_view column;
  std::string_view remedy;
};
constexpr Wording kWordings[] = {
    {"station", "airport", "list each airport once, by a name without blanks"},
    {"crews", "nbEmployees", "employees live at bases only; set the middle column to 1"},
    {"flight", "leg_nb", "name the leg as in LEG_01_0, at most 64 characters"},
    {"id", "leg_nb", "remove one of the two lines, or correct the name"},
    {"origin", "airport_dep", "add the airport to listOfBases.csv, or correct the name"},
    {"destination", "airport_arr", "add the airport to listOfBases.csv, or correct the name"},
    {"arrival_utc", "hour_arr", "check dates and hours of the line"},
};

// A complaint of the schedule in the words of the file it comes from.
InputError in_words_of_file(const InputError& error, const LineReader& lines) {
  Complaint complaint = error.complaint();
  for (const Wording& wording : kWordings) {
    if (wording.field != complaint.field) continue;
    complaint.field = wording.column;
    complaint.remedy = wording.remedy;
    break;
  }
  complaint.file = lines.file();
  complaint.line = lines.line_number();
  return InputError(std::move(complaint));
}

// The next line that says something; comments start with '#'.
bool next_row(LineReader& lines, std::string_view& line) {
  while (lines.next(line)) {
    line = trim(line);
    if (!line.empty() && line.front() != '#') return true;
  }
  return false;
}

std::vector<std::string_view> fields_of(const LineReader& lines, std::string_view line,
                                        std::size_t count) {
  std::vector<std::string_view> fields = split(line, ',');
  if (fields.size() != count) {
    lines.fail("", fmt::format("the line has {} fields, not {}", fields.size(), count),
               "complete the line, or remove it");
  }
  return fields;
}

int read_count(const LineReader& lines, std::string_view field, const char* column, int most) {
  const auto count = parse_count(field, 0, most);
  if (!count) {
    lines.fail(column, in_quotes(field) + " is not a whole number that fits here",
               fmt::format("write one from 0 to {}", most));
  }
  return *count;
}

Instant read_moment(const LineReader& lines, std::string_view date, std::string_view hour,
                    const char* date_column, const char* hour_column) {
  const auto day = parse_day(date);
  if (!day) {
    lines.fail(date_column, in_quotes(date) + " is not a date", "write it as 2000-01-31");
  }
  const auto minute = parse_time_of_day(hour);
  if (!minute) {
    lines.fail(hour_column, in_quotes(hour) + " is not a time of day", "write it as 05:30");
  }
  return start_of(*day) + *minute;
}

// The publishers named the middle column in two ways.
void require_airport_header(LineReader& lines) {
  constexpr std::string_view kRemedy = "the first line must be: airport , isBase , nbEmployees";
  std::string_view line;
  if (!next_row(lines, line)) lines.fail("", "the file is empty", std::string(kRemedy));
  const std::vector<std::string_view> names = split(line, ',');
  const bool known = names.size() == 3 && names[0] == "airport" &&
                     (names[1] == "status" || names[1] == "isBase") && names[2] == "nbEmployees";
  if (!known) {
    lines.fail("", in_quotes(line) + " is not the header of a list of bases", std::string(kRemedy));
  }
}

FlightRecord read_leg(const LineReader& lines, std::string_view line, const std::string& fleet) {
  const std::vector<std::string_view> fields = fields_of(lines, line, 7);
  FlightRecord record;
  record.number = fields[0];
  record.id = fields[0];
  record.origin = fields[1];
  record.departure = read_moment(lines, fields[2], fields[3], "date_dep", "hour_dep");
  record.destination = fields[4];
  record.arrival = read_moment(lines, fields[5], fields[6], "date_arr", "hour_arr");
  record.fleet = fleet;
  return record;
}

// Reads "Solution = { Pairing n : Base B : leg , leg; ... };". The published files have a pairing
// to the line, but only the marks count.
class SolutionReader {
 public:
  SolutionReader(LineReader lines, const schedule::Schedule& schedule)
      : lines_(std::move(lines)), schedule_(schedule) {}

  plan::Plan read() && {
    read_beginning();
    while (read_up_to(';')) {
      if (trim(statement_) == "}") {
        require_end();
        return std::move(plan_);
      }
      add_pairing();
    }
    fail("", "the file ends before the closing };", "copy or download the file again");
  }

 private:
  // Collects the text before the next `mark` in `statement_`; false where there is no such mark.
  bool read_up_to(char mark) {
    statement_.clear();
    statement_line_ = 0;
    while (true) {
      const std::size_t end = std::min(rest_.find(mark), rest_.size());
      if (statement_line_ == 0 && !trim(rest_.substr(0, end)).empty()) {
        statement_line_ = lines_.line_number();
      }
      statement_ += rest_.substr(0, end);
      if (end < rest_.size()) {
        rest_.remove_prefix(end + 1);
        return true;
      }
      if (statement_.size() > kLongestStatement || !lines_.next(rest_)) return false;
      statement_ += ' ';
    }
  }

  void read_beginning() {
    const bool found = read_up_to('{');
    std::erase(statement_, ' ');
    std::erase(statement_, '\t');
    if (!found || statement_ != "Solution=") {
      fail("", "the file does not begin with Solution = {", "check that this is a solution file");
    }
  }

  void require_end() {
    std::string_view line = rest_;
    do {
      if (!trim(line).empty()) {
        lines_.fail("", in_quotes(line) + " stands behind the end of the solution", "remove it");
      }
    } while (lines_.next(line));
  }

  void add_pairing() {
    const std::vector<std::string_view> parts = split(statement_, ':');
    if (parts.size() != 3) {
      fail("", in_quotes(trim(statement_)) + " is not a pairing",
           "write it as Pairing 1 : Base BASE1 : LEG_01_0 , TDH_LEG_01_1;");
    }
    const std::string_view name = word_behind("Pairing", parts[0]);
    if (!parse_count(name, 0, std::numeric_limits<int>::max())) {
      fail("Pairing", in_quotes(name) + " is not a pairing number", "number the pairings from 1");
    }
    if (!names_.emplace(name).second) {
      fail("Pairing", fmt::format("pairing {} stands here twice", name), "remove one of the two");
    }
    const std::string_view base = word_behind("Base", parts[1]);
    const StationId station = schedule_.find_station(base);
    if (!station.exists()) {
      fail("Base", "airport " + in_quotes(base) + " is unknown",
           "add it to listOfBases.csv, or correct the name");
    }
    plan_.pairings.push_back({std::string(name), station, {}});
    add_legs(parts[2]);
  }

  // The one word that must follow `keyword`.
  std::string_view word_behind(const char* keyword, std::string_view part) const {
    const std::vector<std::string_view> words = words_of(part);
    if (words.size() != 2 || words[0] != keyword) {
      fail(keyword, in_quotes(part) + " is not understood",
           fmt::format("write {} and one word behind it", keyword));
    }
    return words[1];
  }

  void add_legs(std::string_view part) {
    const std::vector<std::string_view> names = split(part, ',');
    if (names.size() > kMostLegs) {
      fail("", fmt::format("the pairing has {} legs", names.size()),
           "a semicolon seems to be missing behind a pairing");
    }
    for (const std::string_view name : names) add_leg(name);
  }

  void add_leg(std::string_view name) {
    plan::Pairing& pairing = plan_.pairings.back();
    const bool deadhead = name.starts_with(kDeadheadMark);
    if (deadhead) name.remove_prefix(kDeadheadMark.size());
    if (words_of(name).size() != 1 || trim(name) != name) {
      fail(fmt::format("leg {}", pairing.legs.size() + 1), in_quotes(name) + " is not a leg name",
           "write the names of legs with commas between them");
    }
    const FlightId flight = schedule_.find_flight(name);
    if (!flight.exists()) {
      plan_.unknown_legs.push_back(
          {plan_.pairings.size() - 1, pairing.legs.size(), std::string(name)});
    }
    pairing.legs.push_back({flight, deadhead ? plan::Role::kDeadhead : plan::Role::kOperate});
  }

  [[noreturn]] void fail(std::string field, std::string problem, std::string remedy) const {
    const std::size_t line = statement_line_ > 0 ? statement_line_ : lines_.line_number();
    throw InputError(
        {lines_.file(), line, std::move(field), std::move(problem), std::move(remedy)});
  }

  LineReader lines_;
  const schedule::Schedule& schedule_;
  std::string_view rest_;  // of the current line
  std::string statement_;
  std::size_t statement_line_ = 0;  // where it begins; 0 while it is blank
  plan::Plan plan_;
  std::unordered_set<std::string> names_;
};

}  // namespace

void read_gerad_airports(LineReader lines, ScheduleBuilder& builder) {
  require_airport_header(lines);
  std::string_view line;
  while (next_row(lines, line)) {
    const std::vector<std::string_view> fields = fields_of(lines, line, 3);
    Station station;
    station.code = fields[0];
    station.is_base = read_count(lines, fields[1], "isBase", 1) == 1;
    station.crews = read_count(lines, fields[2], "nbEmployees", std::numeric_limits<int>::max());
    try {
      builder.add_station(std::move(station));
    } catch (const InputError& error) {
      throw in_words_of_file(error, lines);
    }
  }
}

std::optional<pairing::PeriodDays> read_gerad_day(LineReader lines, const std::string& fleet,
                                                  ScheduleBuilder& builder) {
  std::optional<pairing::PeriodDays> days;
  std::string_view line;
  while (next_row(lines, line)) {
    FlightRecord record = read_leg(lines, line, fleet);
    const Day day = day_of(record.departure);
    if (!days) days = {day, day};
    days = {std::min(days->first, day), std::max(days->last, day)};
    try {
      builder.add_flight(std::move(record));
    } catch (const InputError& error) {
      throw in_words_of_file(error, lines);
    }
  }
  return days;
}

plan::Plan read_gerad_solution(LineReader lines, const schedule::Schedule& schedule) {
  return SolutionReader(std::move(lines), schedule).read();
}

}  // namespace skein::exchange
