// Files of the folder assets, put into the program when it is built.
#pragma once

#include <string_view>

namespace skein::report {

std::string_view plan_style();    // plan.css
std::string_view gantt_frame();   // gantt.html
std::string_view gantt_script();  // gantt.js

}  // namespace skein::report
