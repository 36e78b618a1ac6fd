// A month from CSV files that come from elsewhere: a schedule as in a month folder, a list of
// stations with whatever columns it has, and bases chosen by the user.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/text_source.h"
#include "plan/month_folder.h"
#include "schedule/schedule.h"

namespace skein::exchange {

struct CsvImportOptions {
  std::filesystem::path schedule;  // schedule.csv or .csv.gz, in the format of a month folder
  // station,time_zone,latitude,longitude; base, crews and flights_jan_to_apr are used where they
  // are there, every other column is passed over.
  std::filesystem::path stations;
  // Which stations are bases: a file with the column station (and crews, where known), or their
  // codes. Without either, the column base of the stations file says it.
  std::optional<std::filesystem::path> bases_file;
  std::vector<std::string> bases;
  std::vector<std::string> fleets;  // whose flights are taken; empty: all
  std::string rules = "gerad";      // a preset, or a rules.toml
};

struct CsvImport {
  plan::Month month;
  std::vector<std::string> warnings;
};

// Crews of the bases are taken from the bases file, else from the stations file. Where neither has
// them, one crew stands for ten departures of the whole schedule, shared out among the bases in
// proportion to flights_jan_to_apr, else to their departures: only the proportion matters. For
// chosen fleets it is always to their departures, since flights_jan_to_apr counts every fleet.
//
// Two flights of the same number, origin and departure but different destinations (a diversion that
// was recorded as well) are both kept; the later one gets an id of its own, with a warning.
CsvImport import_csv(const CsvImportOptions& options);

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
