// Records of a schedule data set in the form of the IATA Standard Schedules Information Manual
// (SSIM), chapter 7: lines of 200 columns.
//
//   1 header, 2 carrier (whose flights, in which time mode), 3 leg of a flight, 4 further data of a
//   leg, 5 trailer of a carrier. Lines of zeros fill blocks of five records.
//
// Columns are counted from 1, as in the manual.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/calendar.h"
#include "base/text_source.h"
#include "base/units.h"
#include "exchange/operating_days.h"

namespace skein::exchange {

enum class TimeMode { kUtc, kLocal };

// What record 3 says of where and when.
struct SsimCall {
  std::string station;  // three letters or digits
  Minutes time;         // of the aircraft, on the clocks of the time mode
  // Local time less UTC; nothing where the record has none.
  std::optional<Minutes> offset;
  // Days after (7 at most) or before (-1) the departure of the flight from its first station.
  int day = 0;

  friend bool operator==(const SsimCall&, const SsimCall&) = default;
};

struct SsimLeg {
  TimeMode mode = TimeMode::kUtc;  // of the carrier record before it
  std::string airline;             // two or three characters
  int number = 1;                  // 1 to 9999
  char suffix = ' ';
  int itinerary = 1;  // 1 to 999: variation of the flight, with its overflow
  int sequence = 1;   // 1 to 99: of the leg in the itinerary
  char service = 'J';
  OperatingDays days;  // of this leg's departure
  SsimCall departure;
  SsimCall arrival;
  std::string aircraft;  // up to three characters
  char disclosure = ' ';

  // From the departure day of this leg to its arrival.
  int days_of_flight() const { return arrival.day - departure.day; }

  friend bool operator==(const SsimLeg&, const SsimLeg&) = default;
};

struct SsimCarrier {
  TimeMode mode = TimeMode::kUtc;
  std::string airline;
  Day first;  // the period that the schedule is valid for
  Day last;

  friend bool operator==(const SsimCarrier&, const SsimCarrier&) = default;
};

// Further data of a leg (record 4), as far as we use them.
struct SsimSegment {
  std::string airline;
  int number = 1;
  int data_element = 0;
};

struct SsimTrailer {
  std::string airline;
  int check_reference = 0;  // serial number of the record before it
  bool is_last = true;      // else another carrier follows
};

constexpr std::size_t kSsimColumns = 200;
constexpr int kMostSsimRecords = 999'999;

// Each throws InputError that names file, line, columns and remedy for what it cannot read.
void require_ssim_header(const LineReader& lines, std::string_view line);
SsimCarrier parse_carrier(const LineReader& lines, std::string_view line);
SsimLeg parse_leg(const LineReader& lines, std::string_view line, const SsimCarrier& carrier);
SsimSegment parse_segment(const LineReader& lines, std::string_view line);
SsimTrailer parse_trailer(const LineReader& lines, std::string_view line);
// Columns 195-200; 0 where they are blank.
int parse_serial(const LineReader& lines, std::string_view line);

// Without the serial number and the line end.
std::string format_header();
std::string format_carrier(const SsimCarrier& carrier, const std::string& title, Instant created);
std::string format_leg(const SsimLeg& leg);
std::string format_trailer(const SsimTrailer& trailer);
// Puts the serial number in and ends the line.
std::string with_serial(std::string record, int serial);

// Whether the text can stand in a record as a station, or as an aircraft type.
bool is_ssim_station(std::string_view text);
bool is_ssim_aircraft(std::string_view text);
bool is_ssim_airline(std::string_view text);

}  // namespace skein::exchange
