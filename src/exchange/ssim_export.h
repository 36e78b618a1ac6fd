// A month as a schedule data set (SSIM chapter 7).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "exchange/ssim_record.h"
#include "schedule/schedule.h"

namespace skein::exchange {

struct SsimExportOptions {
  TimeMode mode = TimeMode::kUtc;
  // The designator of flight numbers without one (241 becomes F9241); empty: there must be none.
  std::string airline;
  // Aircraft types of fleets whose names do not fit: E145 is ER4. Others stand as they are.
  std::map<std::string, std::string> aircraft;
  std::string title = "SKEIN";
  Instant created;  // stands in the file
};

struct SsimExport {
  std::string text;
  std::size_t leg_records = 0;
  std::vector<std::string> warnings;
};

// Flights of one number that follow one another within six hours are the legs of one itinerary.
// Equal itineraries become one set of records with their days. Throws InputError for numbers,
// stations and fleets that the form has no room for, by name. Not in the form: ids, tails, and two
// flights of one number, route and time on the same day (refused).
SsimExport export_ssim(const schedule::Schedule& schedule, const SsimExportOptions& options);

}  // namespace skein::exchange
