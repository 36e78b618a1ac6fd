// scores.csv: what a predictor thinks of the connections of a month (docs/file_formats.md).
#pragma once

#include <string>

#include "base/text_source.h"
#include "pricing/connection_scorer.h"
#include "schedule/schedule.h"

namespace skein::seeding {

// Throws InputError for flights that the month does not have or that are left out, for candidates
// that leave before the crew has arrived or stand there twice, and for probabilities that do not
// add up to 1.
pricing::ConnectionScores read_scores(LineReader lines, const schedule::Schedule& schedule);

// Probabilities to six digits; those of 0 are left out.
std::string scores_csv(const schedule::Schedule& schedule, const pricing::ConnectionScores& scores);

}  // namespace skein::seeding
