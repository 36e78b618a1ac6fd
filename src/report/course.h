// The course of a run, from the log of its plan folder: how plan, bound and relaxation moved.
#pragma once

#include <string>
#include <vector>

#include "base/text_source.h"
#include "report/chart.h"

namespace skein::report {

struct CoursePoint {
  double seconds = 0;  // since the run began
  std::string phase;   // lp, cuts, windows, dive or improve; checked at the end
  double lp = 0;       // 0: none yet
  double bound = 0;
  double plan = 0;
};

// The lines of log.jsonl that the optimizer has written, and the cost of the plan in the end;
// others are passed over. Throws InputError for a line that is not JSON, or where a field is
// missing or no number.
std::vector<CoursePoint> read_course(LineReader lines);

// How plan, bound and relaxation came together, and the gap between plan and bound. At most so many
// points each, evenly in time.
std::vector<Chart> course_charts(const std::vector<CoursePoint>& course,
                                 std::size_t most_points = 300);

}  // namespace skein::report
