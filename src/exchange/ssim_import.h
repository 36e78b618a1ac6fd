// A month from a schedule data set (SSIM chapter 7).
#pragma once

#include "exchange/foreign_month.h"

namespace skein::exchange {

// Stations, time zones, bases and rules are not part of SSIM and come from the options. Without a
// period, every day of the file is taken. The fleet is the aircraft type, the flight's number is
// airline, number and suffix (F9241); which aircraft flies is not known.
//
// Local times become UTC by the time variation of the record, else by the station's time zone.
// What is skipped is counted in the warnings: legs that carry no passengers or that others operate.
ForeignMonth import_ssim(const ForeignMonthOptions& options);

}  // namespace skein::exchange
