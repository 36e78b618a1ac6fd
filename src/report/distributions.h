// How the duties, rests, connections and pairings of a plan are distributed, as bar charts.
#pragma once

#include <string>
#include <vector>

#include "pairing/rules.h"
#include "plan/plan.h"
#include "report/chart.h"
#include "schedule/schedule.h"

namespace skein::report {

// What is counted of a plan, each as a list of values.
struct PlanValues {
  std::vector<double> duty_hours;        // report to release
  std::vector<double> duty_flying;       // operated, in hours
  std::vector<double> duty_flights;      // operated
  std::vector<double> rest_hours;        // release to report
  std::vector<double> connection_hours;  // between legs of a duty
  std::vector<double> pairing_days;      // begun days of 24 hours from report to release
};

// Pairings count up to the first leg that the schedule does not have.
PlanValues values_of(const schedule::Schedule& schedule, const pairing::Rules& rules,
                     const plan::Plan& plan);

// How many values lie in [k width, (k+1) width), as points in the middle of that, from the first
// that has any to the last. Values above `highest` count in the last interval below it.
std::vector<std::pair<double, double>> counted_by(const std::vector<double>& values, double width,
                                                  double highest);

struct NamedValues {
  std::string name;
  PlanValues values;
};

// A chart for each kind; of two plans, the second as a line.
std::vector<Chart> distribution_charts(const std::vector<NamedValues>& plans);

}  // namespace skein::report
