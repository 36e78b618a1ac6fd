// stations.csv and schedule.csv of a month folder (docs/file_formats.md).
#pragma once

#include <string>

#include "base/text_source.h"
#include "schedule/schedule.h"

namespace skein::schedule {

void read_stations(LineReader lines, ScheduleBuilder& builder);
// The stations must be there already.
void read_flights(LineReader lines, ScheduleBuilder& builder);

std::string stations_csv(const Schedule& schedule);
std::string schedule_csv(const Schedule& schedule);

}  // namespace skein::schedule
