#include <gmock/gmock.h>
#include <rapidcheck.h>

#include "base/calendar.h"
#include "exchange/ssim_export.h"
#include "exchange/ssim_file.h"
#include "exchange/ssim_import.h"
#include "schedule/csv_files.h"
#include "support/complaints.h"
#include "support/scratch_folder.h"
#include "support/small_schedule.h"

namespace skein::exchange {
namespace {

using test::complaint_of;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Day day(const char* text) {
  return *parse_day(text);
}

// A daily flight of January 2008 from Boston to Chicago; 08:00 to 10:15 on local clocks.
SsimLeg some_leg() {
  SsimLeg leg;
  leg.mode = TimeMode::kLocal;
  leg.airline = "SK";
  leg.number = 101;
  leg.days = {day("2008-01-01"), day("2008-01-31"), {true, true, true, true, true, true, true}, 1};
  leg.departure = {"BOS", Minutes(8 * 60), Minutes(-300), 0};
  leg.arrival = {"ORD", Minutes(10 * 60 + 15), Minutes(-360), 0};
  leg.aircraft = "738";
  return leg;
}

std::string file_of(const std::vector<SsimLeg>& legs) {
  const SsimCarrierLegs block{
      {legs.front().mode, legs.front().airline, day("2007-10-28"), day("2008-03-29")}, legs};
  return ssim_text({&block, 1}, "TEST", start_of(day("2007-12-01")));
}

SsimSkipped read(const std::string& text, std::vector<SsimLeg>& legs) {
  return for_each_ssim_leg(LineReader::from_text(text, "winter.ssim"),
                           [&](const SsimLeg& leg, std::size_t) { legs.push_back(leg); });
}

Complaint refusal(const std::string& text) {
  std::vector<SsimLeg> legs;
  return complaint_of([&] { read(text, legs); });
}

// The text with `value` from that column on, in the line that begins with `kind`.
std::string changed(std::string text, char kind, std::size_t column, const std::string& value) {
  for (std::size_t begin = 0; begin < text.size(); begin += kSsimColumns + 1) {
    if (text[begin] == kind) {
      return text.replace(begin + column - 1, value.size(), value);
    }
  }
  ADD_FAILURE() << "no record " << kind;
  return text;
}

// A file, stations and options to import them with.
class Imported {
 public:
  explicit Imported(const std::string& text) {
    options_.schedule = folder_.write("winter.ssim", text);
    options_.stations = folder_.write("stations.csv",
                                      "station,time_zone,latitude,longitude\n"
                                      "BOS,America/New_York,42.4,-71.0\n"
                                      "ORD,America/Chicago,42.0,-87.9\n"
                                      "NRT,Asia/Tokyo,35.8,140.4\n");
    options_.bases = {"BOS"};
  }
  ForeignMonthOptions& options() { return options_; }
  ForeignMonth month() const { return import_ssim(options_); }

 private:
  test::ScratchFolder folder_;
  ForeignMonthOptions options_;
};

std::vector<std::string> times_of(const ForeignMonth& month) {
  std::vector<std::string> times;
  for (const schedule::Flight& flight : month.month.schedule.flights()) {
    times.push_back(format_instant(flight.departure) + " " + format_instant(flight.arrival));
  }
  return times;
}

TEST(Ssim, RecordsHaveTheColumnsOfTheManual) {
  SsimLeg leg = some_leg();
  leg.suffix = 'Z';
  leg.itinerary = 103;
  leg.days.weekdays[1] = false;
  leg.days.weeks = 2;
  leg.arrival.day = -1;
  const std::string record = format_leg(leg);
  ASSERT_EQ(record.size(), kSsimColumns);
  EXPECT_EQ(record.substr(0, 36), "3ZSK  1010301J01JAN0831JAN081 345672");
  EXPECT_EQ(record.substr(36, 18), "BOS08000800-0500  ");
  EXPECT_EQ(record.substr(54, 21), "ORD10151015-0600  738");
  EXPECT_EQ(record[127], '1');
  EXPECT_EQ(record.substr(192, 2), "0A");
}

TEST(Ssim, FilesAreBlocksOfFiveRecordsWithSerialNumbersAndATrailer) {
  const std::string text = file_of({some_leg()});
  EXPECT_EQ(text.size() % (5 * (kSsimColumns + 1)), 0U);
  EXPECT_THAT(text, HasSubstr("1AIRLINE STANDARD SCHEDULE DATA SET"));
  EXPECT_THAT(text, HasSubstr("000003E000004\n"));
}

TEST(Ssim, ReadsWhatItWrites) {
  EXPECT_TRUE(rc::check([] {
    std::vector<SsimLeg> legs;
    const int count = *rc::gen::inRange(1, 12);
    for (int i = 0; i < count; ++i) {
      SsimLeg leg = some_leg();
      leg.number = *rc::gen::inRange(1, 10'000);
      leg.suffix = *rc::gen::element(' ', 'A', 'Z');
      leg.itinerary = *rc::gen::inRange(1, 1000);
      leg.sequence = *rc::gen::inRange(1, 100);
      leg.service = *rc::gen::element('J', 'S', 'C');
      leg.days.last = leg.days.first + std::chrono::days(*rc::gen::inRange(0, 200));
      leg.days.weeks = *rc::gen::inRange(1, 3);
      for (bool& flown : leg.days.weekdays) flown = *rc::gen::arbitrary<bool>();
      leg.days.weekdays[0] = true;
      for (SsimCall* call : {&leg.departure, &leg.arrival}) {
        call->time = Minutes(*rc::gen::inRange(0, 1440));
        call->day = *rc::gen::inRange(-1, 8);
        call->offset = std::nullopt;
        if (*rc::gen::arbitrary<bool>()) call->offset = Minutes(*rc::gen::inRange(-720, 841));
      }
      leg.aircraft = *rc::gen::element<std::string>("738", "E90", "F");
      legs.push_back(leg);
    }
    std::vector<SsimLeg> again;
    read(file_of(legs), again);
    RC_ASSERT(again == legs);
  }));
}

TEST(Ssim, LocalTimesFollowTheTimeVariation) {
  SsimLeg leg = some_leg();
  leg.days.last = day("2008-01-02");
  const ForeignMonth month = Imported(file_of({leg})).month();
  EXPECT_THAT(times_of(month), ElementsAre("2008-01-01T13:00Z 2008-01-01T16:15Z",
                                           "2008-01-02T13:00Z 2008-01-02T16:15Z"));
  EXPECT_EQ(month.month.schedule.flight(FlightId(0)).number, "SK101");
  EXPECT_EQ(month.month.schedule.fleets()[FleetId(0)], "738");
  EXPECT_THAT(month.warnings, ElementsAre(HasSubstr("crew numbers are not known")));
}

TEST(Ssim, LocalTimesWithoutVariationFollowTheTimeZoneThroughDaylightSaving) {
  SsimLeg leg = some_leg();
  leg.days.first = day("2008-03-08");
  leg.days.last = day("2008-03-09");  // clocks are set forward
  leg.departure.offset.reset();
  leg.arrival.offset.reset();
  EXPECT_THAT(
      times_of(Imported(file_of({leg})).month()),
      ElementsAre("2008-03-08T13:00Z 2008-03-08T16:15Z", "2008-03-09T12:00Z 2008-03-09T15:15Z"));
}

TEST(Ssim, DateVariationMovesTheArrivalAcrossTheDateLine) {
  SsimLeg leg = some_leg();
  leg.days.last = leg.days.first;
  leg.departure = {"NRT", Minutes(60), Minutes(540), 0};
  leg.arrival = {"ORD", Minutes(22 * 60), Minutes(-360), -1};  // the day before
  EXPECT_THAT(times_of(Imported(file_of({leg})).month()),
              ElementsAre("2007-12-31T16:00Z 2008-01-01T04:00Z"));
}

TEST(Ssim, DaysOfALaterLegAreItsOwn) {
  SsimLeg leg = some_leg();
  leg.mode = TimeMode::kUtc;
  leg.days.first = leg.days.last = day("2008-01-02");
  leg.departure.day = 1;  // the flight began on the first of January
  leg.departure.time = Minutes(30);
  leg.arrival.day = 1;
  leg.arrival.time = Minutes(200);
  EXPECT_THAT(times_of(Imported(file_of({leg})).month()),
              ElementsAre("2008-01-02T00:30Z 2008-01-02T03:20Z"));
}

TEST(Ssim, TakesTheDaysOfThePeriodOnly) {
  Imported imported(file_of({some_leg()}));
  imported.options().period = {day("2008-01-10"), day("2008-01-12")};
  const ForeignMonth month = imported.month();
  EXPECT_EQ(month.month.schedule.flights().size(), 3U);
  EXPECT_EQ(month.month.rules.period->last, day("2008-01-12"));
}

TEST(Ssim, APeriodWithoutEndEndsWithTheSchedule) {
  const std::string text = changed(file_of({some_leg()}), '3', 15, "01JAN0800XXX00");
  std::vector<SsimLeg> legs;
  read(text, legs);
  EXPECT_EQ(legs.at(0).days.last, day("2008-03-29"));
}

TEST(Ssim, CountsWhatItSkips) {
  SsimLeg cargo = some_leg();
  cargo.service = 'F';
  SsimLeg code_share = some_leg();
  code_share.disclosure = 'L';
  SsimLeg sold = some_leg();
  sold.number = 102;
  std::string text = file_of({some_leg(), cargo, code_share, sold});
  // A record 4 behind the last leg: data element 50 names the flight that really operates.
  std::string segment(kSsimColumns, ' ');
  segment.replace(0, 13, "4 SK  1020101");
  segment.replace(30, 9, "050BOSORD");
  const std::size_t filler = text.find("3 SK  102") + kSsimColumns + 1;
  text.insert(filler, with_serial(segment, 7));
  text = changed(text, '5', 188, "000007E000008");
  std::vector<SsimLeg> legs;
  const SsimSkipped skipped = read(text, legs);
  EXPECT_EQ(legs.size(), 1U);
  EXPECT_THAT(skipped.services, ElementsAre(std::pair('F', 1U)));
  EXPECT_EQ(skipped.operated_by_others, 2U);
  EXPECT_EQ(skipped.segment_records, 1U);
  const std::vector<std::string> warnings = Imported(text).month().warnings;
  EXPECT_THAT(warnings, Contains(HasSubstr("1 leg records of service type F")));
  EXPECT_THAT(warnings, Contains(HasSubstr("2 leg records of flights that another airline")));
}

TEST(Ssim, WarnsWhereTimeVariationAndTimeZoneDiffer) {
  SsimLeg leg = some_leg();
  leg.days.last = leg.days.first;
  leg.departure.offset = Minutes(-240);
  EXPECT_THAT(
      Imported(file_of({leg})).month().warnings,
      Contains(HasSubstr("another time variation than the station's time zone, first BOS")));
}

TEST(Ssim, ComplaintsNameLineAndColumns) {
  const std::string text = file_of({some_leg()});
  const Complaint date = refusal(changed(text, '3', 15, "32JAN08"));
  EXPECT_EQ(date.file, "winter.ssim");
  EXPECT_EQ(date.line, 11U);
  EXPECT_EQ(date.field, "columns 15-21, first day of the period");
  EXPECT_EQ(date.problem, "\"32JAN08\" is not a date");
  EXPECT_EQ(refusal(changed(text, '3', 29, "1 3 4  ")).field, "columns 29-35, days of operation");
  EXPECT_EQ(refusal(changed(text, '3', 44, "2460")).field,
            "columns 44-47, aircraft departure time");
  EXPECT_EQ(refusal(changed(text, '3', 36, "3")).field, "column 36, frequency rate");
  EXPECT_EQ(refusal(changed(text, '3', 48, "05:00")).field,
            "columns 48-52, time variation of the departure");
  EXPECT_EQ(refusal(changed(text, '3', 194, "9")).field,
            "column 194, date variation of the arrival");
  EXPECT_EQ(refusal(changed(text, '3', 37, "bos")).field, "columns 37-39, departure station");
  EXPECT_EQ(refusal(changed(text, '2', 2, "X")).field, "column 2, time mode");
  EXPECT_EQ(refusal(changed(text, '3', 3, "XX ")).field, "columns 3-5, airline designator");
}

TEST(Ssim, RefusesFilesThatAreCutOrLackRecords) {
  const std::string text = file_of({some_leg(), some_leg()});
  const std::size_t line = kSsimColumns + 1;
  EXPECT_THAT(refusal(text.substr(0, 12 * line)).problem, HasSubstr("ends before the trailer"));
  std::string missing = text;
  missing.erase(10 * line, line);  // the first leg
  EXPECT_THAT(refusal(missing).problem, HasSubstr("4 follows 2"));
  missing.erase(10 * line, line);  // and the second
  EXPECT_THAT(refusal(missing).field, HasSubstr("serial number check reference"));
  EXPECT_THAT(refusal(text.substr(0, 5 * line + 99)).problem, HasSubstr("has 99 columns"));
  EXPECT_THAT(refusal(text.substr(line)).problem, HasSubstr("not the header"));
  EXPECT_THAT(refusal(text + text.substr(0, line)).problem, HasSubstr("follows the last trailer"));
  EXPECT_THAT(refusal("").problem, HasSubstr("ends before the trailer"));
}

TEST(Ssim, NamesTheLineOfAFlightAtAnUnknownStation) {
  SsimLeg leg = some_leg();
  leg.arrival.station = "XXX";
  const Imported imported(file_of({leg}));
  const Complaint complaint = complaint_of([&] { imported.month(); });
  EXPECT_EQ(complaint.line, 11U);
  EXPECT_THAT(complaint.problem, HasSubstr("\"XXX\" is unknown"));
}

TEST(SsimExport, LegsOfOneNumberThatFollowOneAnotherAreOneItinerary) {
  const schedule::Schedule schedule = [] {
    schedule::ScheduleBuilder builder;
    for (const char* code : {"BOS", "ORD", "DEN"}) {
      schedule::Station station;
      station.code = code;
      builder.add_station(station);
    }
    for (int i = 0; i < 3; ++i) {
      const Instant start = start_of(day("2008-01-01") + std::chrono::days(i)) + hours(22);
      builder.add_flight({"", "SK7", "BOS", "ORD", start, start + hours(3), "738", ""});
      builder.add_flight({"", "SK7", "ORD", "DEN", start + hours(4), start + hours(6), "738", ""});
    }
    return std::move(builder).build();
  }();
  const SsimExport written = export_ssim(schedule, {});
  EXPECT_EQ(written.leg_records, 2U);
  std::vector<SsimLeg> legs;
  read(written.text, legs);
  ASSERT_EQ(legs.size(), 2U);
  EXPECT_EQ(legs[0].sequence, 1);
  EXPECT_EQ(legs[1].sequence, 2);
  EXPECT_EQ(legs[1].itinerary, legs[0].itinerary);
  EXPECT_EQ(legs[0].days_of_flight(), 1);
  EXPECT_EQ(legs[1].departure.day, 1);
  EXPECT_EQ(legs[1].days.first, day("2008-01-02"));
}

TEST(SsimExport, RefusesNamesThatTheFormHasNoRoomFor) {
  const auto refused = [](const std::string& station, const std::string& number,
                          const std::string& fleet, const SsimExportOptions& options) {
    schedule::ScheduleBuilder builder;
    schedule::Station at;
    at.code = station;
    builder.add_station(at);
    const Instant start = start_of(day("2008-01-01"));
    builder.add_flight({"", number, station, station, start, start + hours(1), fleet, ""});
    const schedule::Schedule schedule = std::move(builder).build();
    return complaint_of([&] { export_ssim(schedule, options); });
  };
  EXPECT_EQ(refused("BASE1", "SK1", "738", {}).field, "station");
  EXPECT_EQ(refused("BOS", "LEG_01_0", "738", {}).field, "flight");
  EXPECT_EQ(refused("BOS", "SK041", "738", {}).field, "flight");
  EXPECT_EQ(refused("BOS", "241", "738", {}).field, "flight");
  EXPECT_THAT(refused("BOS", "SK1", "E145", {}).remedy, HasSubstr("--aircraft E145=738"));
}

TEST(SsimExport, OptionsNameAirlineAndAircraftTypes) {
  const schedule::Schedule schedule =
      test::small_schedule({"*BOS"}, {"241 BOS BOS 2008-01-01T10:00Z 60 E145 N1"});
  SsimExportOptions options;
  options.airline = "F9";
  options.aircraft["E145"] = "ER4";
  const SsimExport written = export_ssim(schedule, options);
  std::vector<SsimLeg> legs;
  read(written.text, legs);
  EXPECT_EQ(legs.at(0).airline, "F9");
  EXPECT_EQ(legs.at(0).number, 241);
  EXPECT_EQ(legs.at(0).aircraft, "ER4");
  EXPECT_THAT(written.warnings, ElementsAre(HasSubstr("tails"), HasSubstr("ids")));
}

// A month of the kind that airlines exchange, with changes, cancellations and several legs.
schedule::Schedule draw_schedule() {
  schedule::ScheduleBuilder builder;
  const std::vector<std::pair<const char*, const char*>> stations = {
      {"BOS", "America/New_York"}, {"ORD", "America/Chicago"}, {"NRT", "Asia/Tokyo"},
      {"AKL", "Pacific/Auckland"}, {"LHR", "Europe/London"},   {"HNL", "Pacific/Honolulu"}};
  for (const auto& [code, zone] : stations) {
    schedule::Station station;
    station.code = code;
    station.zone = schedule::TimeZone::named(zone);
    station.is_base = std::string(code) == "BOS";
    station.crews = station.is_base ? 10 : 0;
    builder.add_station(station);
  }
  const int numbers = *rc::gen::inRange(1, 6);
  for (int n = 1; n <= numbers; ++n) {
    const std::string number =
        *rc::gen::element<std::string>("SK", "F9", "AAL") + std::to_string(n);
    const std::string fleet = *rc::gen::element<std::string>("738", "E90");
    const int legs = *rc::gen::inRange(1, 4);
    for (int date = 0; date < 40; ++date) {
      if (*rc::gen::inRange(0, 5) == 0) continue;
      Instant at = start_of(day("2008-02-20") + std::chrono::days(date)) +
                   Minutes(*rc::gen::element(30, 600, 605, 1430));
      for (int leg = 0; leg < legs; ++leg) {
        const auto& origin = stations[static_cast<std::size_t>((n + leg) % 6)];
        const auto& destination = stations[static_cast<std::size_t>((n + leg + 1) % 6)];
        const Instant arrival = at + Minutes(*rc::gen::element(90, 600, 1440));
        // Long legs of two days may leave at the same time; nobody could tell these apart.
        if (builder.has_flight(schedule::default_flight_id(number, origin.first, at))) break;
        builder.add_flight({"", number, origin.first, destination.first, at, arrival, fleet, ""});
        at = arrival + Minutes(*rc::gen::element(45, 400));
      }
    }
  }
  return std::move(builder).build();
}

TEST(SsimExport, AMonthComesBackAsItWasInBothTimeModes) {
  EXPECT_TRUE(rc::check([] {
    const schedule::Schedule schedule = draw_schedule();
    if (schedule.flights().empty()) return;
    SsimExportOptions options;
    options.mode = *rc::gen::element(TimeMode::kUtc, TimeMode::kLocal);
    const test::ScratchFolder folder;
    ForeignMonthOptions import;
    import.schedule = folder.write("month.ssim", export_ssim(schedule, options).text);
    import.stations = folder.write("stations.csv", schedule::stations_csv(schedule));
    const ForeignMonth month = import_ssim(import);
    RC_ASSERT(month.month.schedule == schedule);
    for (const std::string& warning : month.warnings) {
      RC_ASSERT(warning.find("skipped") == std::string::npos);
      RC_ASSERT(warning.find("time variation") == std::string::npos);
    }
  }));
}

}  // namespace
}  // namespace skein::exchange
