// A folder of a published GERAD instance: a month of one fleet, and the pairings that the solver
// GENCOL made for it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "plan/month_folder.h"
#include "plan/plan.h"

namespace skein::exchange {

struct GeradOptions {
  // The files do not say which fleet flies; name it where it matters in reports.
  std::string fleet = "FLEET";
};

struct GeradImport {
  plan::Month month;  // rules: preset gerad, the period from the first to the last day of the files
  plan::Plan plan;
  // What the data is known to be odd about, one sentence each: legs of pairings that no day file
  // has, legs in no pairing, connections shorter than the rules allow, days without a file.
  std::vector<std::string> warnings;
};

// Throws InputError for a file that is missing or damaged.
GeradImport import_gerad(const std::filesystem::path& folder, const GeradOptions& options = {});

}  // namespace skein::exchange
