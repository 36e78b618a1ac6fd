// wishes.csv (docs/file_formats.md): what a planner wishes of a month.
#pragma once

#include <string>

#include "base/text_source.h"
#include "pairing/rules.h"
#include "pairing/wishes.h"
#include "plan/wishes_builder.h"
#include "schedule/schedule.h"

namespace skein::plan {

// Adds what the file wishes.
void read_wishes(LineReader lines, const schedule::Schedule& schedule, WishesBuilder& builder);

std::string wishes_csv(const schedule::Schedule& schedule, const pairing::Wishes& wishes);

}  // namespace skein::plan
