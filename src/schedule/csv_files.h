// stations.csv and schedule.csv of a month folder (docs/file_formats.md).
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/csv.h"
#include "base/text_source.h"
#include "schedule/schedule.h"

namespace skein::schedule {

void read_stations(LineReader lines, ScheduleBuilder& builder);
// The stations must be there already.
void read_flights(LineReader lines, ScheduleBuilder& builder);

// The parts of the two readers, for files that differ a little from ours. `add` is run on every
// flight; where it throws InputError, the place is filled in.
void for_each_flight(LineReader lines, const std::function<void(FlightRecord)>& add);
// Latitude and longitude of the current row; nothing where both are empty.
std::optional<Position> read_position(const CsvReader& csv);

std::string stations_csv(const Schedule& schedule);
std::string schedule_csv(const Schedule& schedule);

}  // namespace skein::schedule
