// Pairings in the airline's text form: one entry for a pairing and all the dates on which it takes
// place. The form is that of the figure "Data Format for Aircrew Pairings" in Yaakoubi, Soumis and
// Lacoste-Julien, Structured Convolutional Kernel Networks for Airline Crew Scheduling (ICML 2021).
//
//   O T 12 0 CC 1 CAT 1 () "BOS" "" 1_3____ 2008/01/07 2008/01/30 X 2008/01/16
//   {
//   RPT ;
//   SK101  BOS 1 13:05 ORD;
//   RLS;
//   RPT ;
//   SK102 D ORD 2 14:00 BOS;
//   RLS;
//   }
//
// The head holds status, type, number, variant, two counts, qualifications, name, comment,
// weekdays (Monday = 1), first and last date, and behind X the dates left out. Each RPT ... RLS is
// a duty. A leg is flight, origin, day (1 = the date of the pairing), departure in UTC,
// destination. The column behind the flight is empty in the figure; we mark a deadhead there with
// D.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/calendar.h"
#include "base/text_source.h"
#include "base/units.h"
#include "pairing/rules.h"
#include "plan/plan.h"
#include "schedule/schedule.h"

namespace skein::plan {

struct TextLeg {
  std::string flight;  // number, or the id where the number does not tell the flight
  Role role = Role::kOperate;
  std::string origin;
  int day = 1;
  Minutes departure;  // time of day, UTC
  std::string destination;

  friend bool operator==(const TextLeg&, const TextLeg&) = default;
};

using TextDuty = std::vector<TextLeg>;

// Words (status, type, qualifications, flights, stations) are not empty and hold no blanks;
// qualifications hold no parentheses; name and comment may hold anything but line ends.
struct TextPairing {
  std::string status = "O";
  std::string type = "T";
  int number = 0;
  int variant = 0;
  int cc = 1;
  int cat = 1;
  std::vector<std::string> qualifications;
  std::string name;  // we write the base here
  std::string comment;
  std::array<bool, 7> weekdays{};  // Monday first
  Day first;
  Day last;
  std::vector<Day> excluded;     // need not fall on the weekdays
  std::vector<TextDuty> duties;  // at least one, none empty

  // The dates on which the pairing takes place.
  std::vector<Day> dates() const;

  friend bool operator==(const TextPairing&, const TextPairing&) = default;
};

// Blanks may be more than in the canonical form; anything else throws InputError.
std::vector<TextPairing> parse_pairing_text(LineReader lines);
// The canonical form.
std::string format_pairing_text(std::span<const TextPairing> pairings);

struct TextPairings {
  std::vector<TextPairing> entries;
  // Pairings of the plan that the form cannot hold: without legs, or with unknown ones.
  std::vector<std::size_t> left_out;
};

// Pairings of a base that differ only in their date share an entry. The date of a pairing is the
// day (UTC) of its first departure. Identical pairings on the same date get an entry each.
TextPairings to_text_pairings(const schedule::Schedule& schedule, const pairing::WorkRules& rules,
                              const Plan& plan);

// One pairing, "number/date", for each date of each entry. A leg that the schedule does not have
// becomes an unknown leg, "flight/origin/departure/destination". The base is the station that the
// entry is named after, else where its first leg starts; throws InputError where neither is known.
Plan from_text_pairings(const schedule::Schedule& schedule, std::span<const TextPairing> entries);

}  // namespace skein::plan
