// Pairings for other programs: spreadsheets, scripts and calendars. What Skein reads again is in
// plan/pairings_csv.h and plan/pairing_text.h.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "plan/checker.h"
#include "plan/month_folder.h"
#include "plan/plan.h"

namespace skein::exchange {

// A row per leg with its times and places. A cell that a spreadsheet would take for a formula
// begins with an apostrophe.
std::string pairings_sheet(const plan::Month& month, const plan::Plan& plan);

// Every pairing with its duties, legs, cost and broken rules (docs/file_formats.md).
std::string pairings_json(const plan::Month& month, const plan::Plan& plan,
                          const plan::CheckReport& report);

// An iCalendar file (RFC 5545) per base, with an event per duty, by the base's code (what is no
// letter or digit as %XX, so that it is a file name). The same
// pairing has the same UIDs whenever it is written, so that calendars replace what they have.
std::map<std::string, std::string> calendars(const plan::Month& month, const plan::Plan& plan);

// As a CSV field that no spreadsheet runs.
std::string sheet_field(std::string_view text);

// One content line of a calendar with its end: folded to 75 bytes, never within a character.
std::string calendar_line(std::string_view name, std::string_view value);
// A value of the type TEXT, with what must be escaped.
std::string calendar_text(std::string_view text);

}  // namespace skein::exchange
