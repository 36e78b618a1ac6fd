#include "exchange/ssim_record.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/words.h"

namespace skein::exchange {
namespace {

constexpr std::string_view kTitle = "AIRLINE STANDARD SCHEDULE DATA SET";
constexpr std::array<std::string_view, 12> kMonths = {"JAN", "FEB", "MAR", "APR", "MAY", "JUN",
                                                      "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"};
constexpr std::string_view kIndefinite = "00XXX00";
constexpr int kFirstYear = 1970;  // two digits stand for 1970 to 2069

bool is_capital(char c) {
  return c >= 'A' && c <= 'Z';
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_code(std::string_view text, std::size_t least, std::size_t most) {
  return text.size() >= least && text.size() <= most &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_capital(c) || is_digit(c); });
}

// A place in a record: first and last column, and what stands there.
struct Columns {
  std::size_t first;
  std::size_t last;
  const char* what;

  std::size_t width() const { return last - first + 1; }
  std::string text() const {
    return first == last ? fmt::format("column {}, {}", first, what)
                         : fmt::format("columns {}-{}, {}", first, last, what);
  }
};

constexpr Columns kSerial = {195, 200, "record serial number"};
constexpr Columns kHeaderTitle = {2, 35, "title of contents"};
constexpr Columns kDataSet = {192, 194, "data set serial number"};
constexpr Columns kTimeMode = {2, 2, "time mode"};
constexpr Columns kAirline = {3, 5, "airline designator"};
constexpr Columns kFirstDay = {15, 21, "first day of the period"};
constexpr Columns kLastDay = {22, 28, "last day of the period"};
constexpr Columns kCreated = {29, 35, "creation date"};
constexpr Columns kDataTitle = {36, 64, "title of data"};
constexpr Columns kStatus = {72, 72, "schedule status"};
constexpr Columns kCreationTime = {191, 194, "creation time"};
constexpr Columns kSuffix = {2, 2, "operational suffix"};
constexpr Columns kNumber = {6, 9, "flight number"};
constexpr Columns kItinerary = {10, 11, "itinerary variation"};
constexpr Columns kSequence = {12, 13, "leg sequence number"};
constexpr Columns kService = {14, 14, "service type"};
constexpr Columns kWeekdays = {29, 35, "days of operation"};
constexpr Columns kFrequency = {36, 36, "frequency rate"};
constexpr Columns kOrigin = {37, 39, "departure station"};
constexpr Columns kPassengerDeparture = {40, 43, "passenger departure time"};
constexpr Columns kDeparture = {44, 47, "aircraft departure time"};
constexpr Columns kDepartureOffset = {48, 52, "time variation of the departure"};
constexpr Columns kDestination = {55, 57, "arrival station"};
constexpr Columns kArrival = {58, 61, "aircraft arrival time"};
constexpr Columns kPassengerArrival = {62, 65, "passenger arrival time"};
constexpr Columns kArrivalOffset = {66, 70, "time variation of the arrival"};
constexpr Columns kAircraft = {73, 75, "aircraft type"};
constexpr Columns kItineraryOverflow = {128, 128, "itinerary variation overflow"};
constexpr Columns kDisclosure = {149, 149, "operating airline disclosure"};
constexpr Columns kConfiguration = {173, 192, "aircraft configuration"};
constexpr Columns kDepartureDay = {193, 193, "date variation of the departure"};
constexpr Columns kArrivalDay = {194, 194, "date variation of the arrival"};
constexpr Columns kDataElement = {31, 33, "data element identifier"};
constexpr Columns kCheckReference = {188, 193, "serial number check reference"};
constexpr Columns kEnd = {194, 194, "continuation or end code"};

// One record that is read.
class Record {
 public:
  Record(const LineReader& lines, std::string_view line) : lines_(lines), line_(line) {
    if (line.size() != kSsimColumns) {
      lines.fail("", fmt::format("the record has {} columns", line.size()),
                 "records have 200; check that the file is an SSIM data set and not cut");
    }
  }

  std::string_view at(const Columns& columns) const {
    return line_.substr(columns.first - 1, columns.width());
  }
  char letter(const Columns& columns) const { return at(columns).front(); }

  [[noreturn]] void fail(const Columns& columns, const std::string& problem,
                         const std::string& remedy) const {
    lines_.fail(columns.text(), in_quotes(at(columns)) + problem, remedy);
  }

  int count(const Columns& columns, int least, int most) const {
    const auto value = parse_count(trim(at(columns)), least, most);
    if (!value) {
      fail(columns, " is not a number", fmt::format("write one from {} to {}", least, most));
    }
    return *value;
  }

  std::string code(const Columns& columns, bool (*fits)(std::string_view),
                   const char* remedy) const {
    // Blanks are on the right only.
    const std::string_view text = at(columns);
    const std::string_view word = text.substr(0, text.find_last_not_of(' ') + 1);
    if (!fits(word)) fail(columns, " is not a code", remedy);
    return std::string(word);
  }

  // Nothing where the period has no end there.
  std::optional<Day> day(const Columns& columns) const {
    const std::string_view text = at(columns);
    if (text == kIndefinite) return std::nullopt;
    const auto month = std::find(kMonths.begin(), kMonths.end(), text.substr(2, 3));
    const auto day = parse_count(text.substr(0, 2), 1, 31);
    const auto year = parse_count(text.substr(5, 2), 0, 99);
    const bool digits =
        is_digit(text[0]) && is_digit(text[1]) && is_digit(text[5]) && is_digit(text[6]);
    if (digits && month != kMonths.end() && day && year) {
      const int full = *year < kFirstYear % 100 ? 2000 + *year : 1900 + *year;
      const std::chrono::year_month_day date{
          std::chrono::year(full),
          std::chrono::month(static_cast<unsigned>(month - kMonths.begin()) + 1),
          std::chrono::day(static_cast<unsigned>(*day))};
      if (date.ok()) return Day(date);
    }
    fail(columns, " is not a date", "write it as 31JAN08");
  }

  Day definite_day(const Columns& columns) const {
    const auto found = day(columns);
    if (!found) fail(columns, " is no end of the period", "write a date, such as 31JAN08");
    return *found;
  }

  Minutes time(const Columns& columns) const {
    const auto found = clock_time(at(columns));
    if (!found) fail(columns, " is not a time of day", "write it as 0000 to 2359");
    return *found;
  }

  std::optional<Minutes> offset(const Columns& columns) const {
    const std::string_view text = at(columns);
    if (trim(text).empty()) return std::nullopt;
    const auto size = clock_time(text.substr(1));
    if (!size || (text[0] != '+' && text[0] != '-')) {
      fail(columns, " is not a time variation", "write local time less UTC, such as -0500");
    }
    return text[0] == '-' ? -*size : *size;
  }

  std::array<bool, 7> weekdays(const Columns& columns) const {
    std::array<bool, 7> days{};
    for (std::size_t i = 0; i < days.size(); ++i) {
      const char c = at(columns)[i];
      days[i] = c == static_cast<char>('1' + i);
      if (!days[i] && c != ' ' && c != '0') {
        fail(columns, " are not days of the week", "write 1 3 5   for Monday, Wednesday, Friday");
      }
    }
    if (std::find(days.begin(), days.end(), true) == days.end()) {
      fail(columns, " names no day", "write 1 3 5   for Monday, Wednesday, Friday");
    }
    return days;
  }

  int day_variation(const Columns& columns) const {
    const char c = letter(columns);
    if (c == ' ') return 0;
    if (c == 'A') return -1;
    if (c < '0' || c > '7') {
      fail(columns, " is not a date variation", "write 0 to 7, or A for the day before");
    }
    return c - '0';
  }

 private:
  static std::optional<Minutes> clock_time(std::string_view text) {
    if (!std::all_of(text.begin(), text.end(), is_digit)) return std::nullopt;
    const auto hour = parse_count(text.substr(0, 2), 0, 23);
    const auto minute = parse_count(text.substr(2, 2), 0, 59);
    if (!hour || !minute) return std::nullopt;
    return Minutes(60 * *hour + *minute);
  }

  const LineReader& lines_;
  std::string_view line_;
};

// One record that is written.
class Blank {
 public:
  explicit Blank(char kind) : text_(kSsimColumns, ' ') { text_.front() = kind; }

  Blank& put(const Columns& columns, std::string_view value) {
    const std::size_t width = std::min(value.size(), columns.width());
    text_.replace(columns.first - 1, width, value.substr(0, width));
    return *this;
  }
  Blank& put(const Columns& columns, char value) {
    return put(columns, std::string_view(&value, 1));
  }
  // With zeros in front.
  Blank& put_count(const Columns& columns, int value) {
    return put(columns, fmt::format("{:0{}}", value, columns.width()));
  }
  Blank& put_day(const Columns& columns, Day day) {
    const std::chrono::year_month_day date(day);
    return put(columns, fmt::format("{:02}{}{:02}", static_cast<unsigned>(date.day()),
                                    kMonths[static_cast<unsigned>(date.month()) - 1],
                                    static_cast<int>(date.year()) % 100));
  }
  Blank& put_time(const Columns& columns, Minutes time) {
    return put(columns, fmt::format("{:02}{:02}", time.count() / 60, time.count() % 60));
  }
  Blank& put_offset(const Columns& columns, std::optional<Minutes> offset) {
    if (!offset) return *this;
    const int size = std::abs(offset->count());
    return put(columns,
               fmt::format("{}{:02}{:02}", offset->count() < 0 ? '-' : '+', size / 60, size % 60));
  }
  Blank& put_variation(const Columns& columns, int days) {
    return put(columns, days < 0 ? 'A' : static_cast<char>('0' + days));
  }

  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

constexpr const char* kStationForm = "write three capital letters or digits, such as BOS";
constexpr const char* kAirlineForm = "write two or three capital letters or digits, such as F9";
constexpr const char* kAircraftForm = "write up to three capital letters or digits, such as 738";

OperatingDays parse_days(const Record& record, const SsimCarrier& carrier) {
  OperatingDays days;
  days.weekdays = record.weekdays(kWeekdays);
  const char rate = record.letter(kFrequency);
  if (rate != ' ' && rate != '1' && rate != '2') {
    record.fail(kFrequency, " is not a frequency rate",
                "write 2 for every second week, else a blank");
  }
  days.weeks = rate == '2' ? 2 : 1;
  const bool every = days.weeks == 1;
  days.first =
      every ? record.day(kFirstDay).value_or(carrier.first) : record.definite_day(kFirstDay);
  days.last = every ? record.day(kLastDay).value_or(carrier.last) : record.definite_day(kLastDay);
  if (days.last < days.first) {
    record.fail(kLastDay, " is before the first day of the period", "correct one of the two");
  }
  return days;
}

}  // namespace

bool is_ssim_station(std::string_view text) {
  return is_code(text, 3, 3);
}

bool is_ssim_aircraft(std::string_view text) {
  return is_code(text, 1, 3);
}

bool is_ssim_airline(std::string_view text) {
  return is_code(text, 2, 3) && std::any_of(text.begin(), text.end(), is_capital);
}

void require_ssim_header(const LineReader& lines, std::string_view line) {
  const Record record(lines, line);
  if (line.front() != '1' || record.at(kHeaderTitle) != kTitle) {
    record.fail({1, 35, "header"}, " is not the header of a schedule data set",
                fmt::format("the first record must be 1{}", kTitle));
  }
}

SsimCarrier parse_carrier(const LineReader& lines, std::string_view line) {
  const Record record(lines, line);
  SsimCarrier carrier;
  const char mode = record.letter(kTimeMode);
  if (mode != 'U' && mode != 'L') {
    record.fail(kTimeMode, " is not a time mode", "write U for UTC or L for local time");
  }
  carrier.mode = mode == 'U' ? TimeMode::kUtc : TimeMode::kLocal;
  carrier.airline = record.code(kAirline, is_ssim_airline, kAirlineForm);
  carrier.first = record.definite_day(kFirstDay);
  carrier.last = record.definite_day(kLastDay);
  if (carrier.last < carrier.first) {
    record.fail(kLastDay, " is before the first day of the period", "correct one of the two");
  }
  return carrier;
}

SsimLeg parse_leg(const LineReader& lines, std::string_view line, const SsimCarrier& carrier) {
  const Record record(lines, line);
  SsimLeg leg;
  leg.mode = carrier.mode;
  leg.airline = record.code(kAirline, is_ssim_airline, kAirlineForm);
  leg.number = record.count(kNumber, 1, 9999);
  leg.suffix = record.letter(kSuffix);
  if (leg.suffix != ' ' && !is_capital(leg.suffix)) {
    record.fail(kSuffix, " is not a suffix", "write a capital letter or a blank");
  }
  const bool overflows = record.letter(kItineraryOverflow) != ' ';
  leg.itinerary = record.count(kItinerary, 0, 99) +
                  100 * (overflows ? record.count(kItineraryOverflow, 0, 9) : 0);
  if (leg.itinerary == 0) record.fail(kItinerary, " is not an itinerary", "number them from 01");
  leg.sequence = record.count(kSequence, 1, 99);
  leg.service = record.letter(kService);
  if (!is_capital(leg.service)) {
    record.fail(kService, " is not a service type", "write a capital letter, such as J");
  }
  leg.days = parse_days(record, carrier);
  leg.departure = {record.code(kOrigin, is_ssim_station, kStationForm), record.time(kDeparture),
                   record.offset(kDepartureOffset), record.day_variation(kDepartureDay)};
  leg.arrival = {record.code(kDestination, is_ssim_station, kStationForm), record.time(kArrival),
                 record.offset(kArrivalOffset), record.day_variation(kArrivalDay)};
  leg.aircraft = record.code(kAircraft, is_ssim_aircraft, kAircraftForm);
  leg.disclosure = record.letter(kDisclosure);
  return leg;
}

SsimSegment parse_segment(const LineReader& lines, std::string_view line) {
  const Record record(lines, line);
  return {record.code(kAirline, is_ssim_airline, kAirlineForm), record.count(kNumber, 1, 9999),
          record.count(kDataElement, 0, 999)};
}

SsimTrailer parse_trailer(const LineReader& lines, std::string_view line) {
  const Record record(lines, line);
  SsimTrailer trailer;
  trailer.airline = record.code(kAirline, is_ssim_airline, kAirlineForm);
  trailer.check_reference = record.count(kCheckReference, 1, kMostSsimRecords);
  const char end = record.letter(kEnd);
  if (end != 'C' && end != 'E') {
    record.fail(kEnd, " is not an end code", "write C where another carrier follows, else E");
  }
  trailer.is_last = end == 'E';
  return trailer;
}

int parse_serial(const LineReader& lines, std::string_view line) {
  const Record record(lines, line);
  if (trim(record.at(kSerial)).empty()) return 0;
  return record.count(kSerial, 0, kMostSsimRecords);
}

std::string format_header() {
  return Blank('1').put(kHeaderTitle, kTitle).put(kDataSet, "001").take();
}

std::string format_carrier(const SsimCarrier& carrier, const std::string& title, Instant created) {
  return Blank('2')
      .put(kTimeMode, carrier.mode == TimeMode::kUtc ? 'U' : 'L')
      .put(kAirline, carrier.airline)
      .put_day(kFirstDay, carrier.first)
      .put_day(kLastDay, carrier.last)
      .put_day(kCreated, day_of(created))
      .put(kDataTitle, title)
      .put(kStatus, 'C')
      .put_time(kCreationTime, minute_of_day(created))
      .take();
}

std::string format_leg(const SsimLeg& leg) {
  Blank record('3');
  record.put(kSuffix, leg.suffix)
      .put(kAirline, leg.airline)
      .put(kNumber, fmt::format("{:4}", leg.number))
      .put_count(kItinerary, leg.itinerary % 100)
      .put_count(kSequence, leg.sequence)
      .put(kService, leg.service)
      .put_day(kFirstDay, leg.days.first)
      .put_day(kLastDay, leg.days.last)
      .put(kOrigin, leg.departure.station)
      .put_time(kPassengerDeparture, leg.departure.time)
      .put_time(kDeparture, leg.departure.time)
      .put_offset(kDepartureOffset, leg.departure.offset)
      .put(kDestination, leg.arrival.station)
      .put_time(kArrival, leg.arrival.time)
      .put_time(kPassengerArrival, leg.arrival.time)
      .put_offset(kArrivalOffset, leg.arrival.offset)
      .put(kAircraft, leg.aircraft)
      .put(kDisclosure, leg.disclosure)
      .put(kConfiguration, "Y")
      .put_variation(kDepartureDay, leg.departure.day)
      .put_variation(kArrivalDay, leg.arrival.day);
  std::string weekdays;
  for (std::size_t i = 0; i < leg.days.weekdays.size(); ++i) {
    weekdays += leg.days.weekdays[i] ? static_cast<char>('1' + i) : ' ';
  }
  record.put(kWeekdays, weekdays);
  if (leg.days.weeks == 2) record.put(kFrequency, '2');
  if (leg.itinerary > 99) record.put_count(kItineraryOverflow, leg.itinerary / 100);
  return record.take();
}

std::string format_trailer(const SsimTrailer& trailer) {
  return Blank('5')
      .put(kAirline, trailer.airline)
      .put_count(kCheckReference, trailer.check_reference)
      .put(kEnd, trailer.is_last ? 'E' : 'C')
      .take();
}

std::string with_serial(std::string record, int serial) {
  record.replace(kSerial.first - 1, kSerial.width(), fmt::format("{:06}", serial));
  return record + '\n';
}

}  // namespace skein::exchange
