// clusters.csv: flights that crews are expected to operate one after the other
// (docs/file_formats.md).
#pragma once

#include <string>
#include <vector>

#include "base/ids.h"
#include "base/text_source.h"
#include "plan/plan.h"
#include "schedule/schedule.h"

namespace skein::plan {

// In the order of departure.
using Cluster = std::vector<FlightId>;

// Throws InputError for flights that the schedule does not have or that are in two clusters, and
// for clusters that are not in the order of time.
std::vector<Cluster> read_clusters(LineReader lines, const schedule::Schedule& schedule);

std::string clusters_csv(const schedule::Schedule& schedule, const std::vector<Cluster>& clusters);

// The operated flights of each pairing, as far as they are known; flights of two pairings in the
// first of them only.
std::vector<Cluster> clusters_of(const schedule::Schedule& schedule, const Plan& plan);

}  // namespace skein::plan
