// Line and bar charts as SVG, for documents and pages: axes with round ticks, linear or
// logarithmic.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace skein::report {

enum class Scale { kLinear, kLogarithmic };

struct Series {
  std::string name;
  std::vector<std::pair<double, double>> points;  // in the order in which they are joined
};

struct Chart {
  std::string title;
  std::string x_label;
  std::string y_label;
  Scale x_scale = Scale::kLinear;
  Scale y_scale = Scale::kLinear;
  std::vector<Series> series;
  // Where positive, the first series is drawn as bars of that width around its points.
  double bar_width = 0;
};

// Charts beside each other. Points that a logarithmic axis cannot show, at 0 or below, are left
// out, and series of which nothing is left.
std::string charts_svg(const std::vector<Chart>& charts);

}  // namespace skein::report
