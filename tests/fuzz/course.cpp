#include "report/course.h"

#include "fixtures.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = skein::fuzz::text_of(data, size);
  const auto course = skein::fuzz::accepted(
      [&] { return skein::report::read_course(skein::fuzz::lines_of(text)); });
  if (!course) return 0;
  const auto charts = skein::report::course_charts(*course, 50);
  skein::fuzz::require(charts.empty() == course->empty(), "what happened is shown");
  skein::report::charts_svg(charts);
  return 0;
}
