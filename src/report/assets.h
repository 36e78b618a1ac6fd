// Files of the folder assets, put into the program when it is built.
#pragma once

#include <string_view>

namespace skein::report {

extern const std::string_view kPlanStyle;    // plan.css
extern const std::string_view kGanttHtml;    // gantt.html
extern const std::string_view kGanttScript;  // gantt.js

}  // namespace skein::report
