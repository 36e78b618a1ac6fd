// A month of flights that come from elsewhere: a list of stations with whatever columns it has,
// bases chosen by the user, and flights from a reader of some format.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/text_source.h"
#include "pairing/rules.h"
#include "plan/month_folder.h"
#include "schedule/schedule.h"

namespace skein::exchange {

struct ForeignMonthOptions {
  std::filesystem::path schedule;  // the flights, in the format of the reader
  // station,time_zone,latitude,longitude; base, crews and flights_jan_to_apr are used where they
  // are there, every other column is passed over.
  std::filesystem::path stations;
  // Which stations are bases: a file with the column station (and crews, where known), or their
  // codes. Without either, the column base of the stations file says it.
  std::optional<std::filesystem::path> bases_file;
  std::vector<std::string> bases;
  std::vector<std::string> fleets;  // whose flights are taken; empty: all
  std::string rules = "gerad";      // a preset, or a rules.toml
  // To plan: flights that leave on other days (UTC) are left out. Else all, and as the rules say.
  std::optional<pairing::PeriodDays> period;
};

struct ForeignMonth {
  plan::Month month;
  std::vector<std::string> warnings;
};

// Hands every flight of a file to the function that it is given.
using FlightSource = std::function<void(const std::function<void(schedule::FlightRecord)>&)>;

// Crews of the bases are taken from the bases file, else from the stations file. Where neither has
// them, one crew stands for ten departures of the whole schedule, shared out among the bases in
// proportion to flights_jan_to_apr, else to their departures: only the proportion matters. For
// chosen fleets it is always to their departures, since flights_jan_to_apr counts every fleet.
//
// Two flights of the same number, origin and departure but different destinations (a diversion that
// was recorded as well) are both kept; the later one gets an id of its own, with a warning.
ForeignMonth make_month(const ForeignMonthOptions& options, const FlightSource& flights);

struct ForeignStation {
  schedule::Station station;            // is_base and crews as the file has them
  std::optional<long long> departures;  // flights_jan_to_apr
};
std::vector<ForeignStation> read_foreign_stations(LineReader lines);

struct ChosenBase {
  std::string station;
  std::optional<int> crews;
  std::size_t line = 0;  // of the file it comes from; 0: it was named as an option
};
std::vector<ChosenBase> read_chosen_bases(LineReader lines);

}  // namespace skein::exchange
