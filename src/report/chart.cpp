#include "report/chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "report/page.h"
#include "report/text.h"

namespace skein::report {
namespace {

constexpr double kWidth = 474;
constexpr double kHeight = 320;
constexpr double kLeft = 62;
constexpr double kRight = 30;  // half of the last tick's text
constexpr double kTop = 34;
constexpr double kBottom = 46;
constexpr double kLegendLine = 16;
constexpr int kFewestTicks = 4;
constexpr double kDot = 3;  // radius
constexpr double kSmallDot = 1.8;
constexpr double kBarGap = 1;
constexpr std::size_t kManyPoints = 30;  // more on a line make all dots small
constexpr std::array kColours = {"#0b6e99", "#c2571a", "#3a7d44", "#7b4a9e",
                                 "#8c6d1f", "#555555", "#b03060", "#2f8f8f"};

class Axis {
 public:
  Axis(Scale scale, double from, double to) : scale_(scale), from_(from), to_(to) {}

  bool shows(double value) const {
    return std::isfinite(value) && (scale_ == Scale::kLinear || value > 0);
  }
  void include(double value) {
    low_ = std::min(low_, value);
    high_ = std::max(high_, value);
  }

  // To round numbers, with the ticks between.
  void settle() {
    if (low_ > high_) {
      low_ = 1;
      high_ = 10;
    }
    scale_ == Scale::kLinear ? settle_linear() : settle_logarithmic();
  }

  double place(double value) const {
    const double share = (position(value) - position(low_)) / (position(high_) - position(low_));
    return from_ + share * (to_ - from_);
  }
  const std::vector<double>& ticks() const { return ticks_; }

 private:
  double position(double value) const {
    return scale_ == Scale::kLinear ? value : std::log10(value);
  }

  // From 0 on, unless all values lie far from it and close together.
  void settle_linear() {
    const bool is_far = low_ > 0.5 * high_ && high_ > low_;
    if (!is_far) low_ = std::min(low_, 0.0);
    if (high_ == low_) high_ = low_ + 1;
    const double rough = (high_ - low_) / kFewestTicks;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    const double factor = rough / power >= 5 ? 5 : rough / power >= 2 ? 2 : 1;
    const double step = factor * power;
    low_ = step * std::floor(low_ / step);
    high_ = step * std::ceil(high_ / step);
    const auto count = std::lround((high_ - low_) / step);
    for (long k = 0; k <= count; ++k) ticks_.push_back(low_ + step * static_cast<double>(k));
  }

  // 1, 2, 5, 10, ... or, over many decades, their powers of ten only.
  void settle_logarithmic() {
    const std::vector<double> factors =
        high_ / low_ > 1e3 ? std::vector<double>{1} : std::vector<double>{1, 2, 5};
    std::vector<double> round;
    const int first = static_cast<int>(std::floor(std::log10(low_))) - 1;
    const int last = static_cast<int>(std::ceil(std::log10(high_))) + 1;
    for (int power = first; power <= last; ++power) {
      for (double factor : factors) round.push_back(factor * std::pow(10.0, power));
    }
    const double slack = 1 + 1e-9;
    const auto begin = std::upper_bound(round.begin(), round.end(), low_ * slack) - 1;
    const auto end = std::lower_bound(round.begin(), round.end(), high_ / slack) + 1;
    ticks_.assign(begin, end);
    low_ = ticks_.front();
    high_ = ticks_.back();
    if (low_ == high_) high_ = 10 * low_;
  }

  Scale scale_;
  double from_, to_;  // on the page
  double low_ = std::numeric_limits<double>::infinity();
  double high_ = -std::numeric_limits<double>::infinity();
  std::vector<double> ticks_;
};

std::string tick_text(double value) {
  if (std::abs(value) >= 1e6) return fmt::format("{:g} M", value / 1e6);
  if (std::abs(value) >= 1000) return grouped(value, 0);
  if (value != 0 && std::abs(value) < 0.9e-3) {
    const double exponent = std::floor(std::log10(std::abs(value)) + 1e-9);
    return fmt::format("{:g}e{:g}", value / std::pow(10.0, exponent), exponent);
  }
  return fmt::format("{:g}", value);
}

class Drawing {
 public:
  Drawing(const Chart& chart, double left)
      : chart_(chart),
        left_(left),
        x_(chart.x_scale, left + kLeft, left + kWidth - kRight),
        y_(chart.y_scale, kHeight - kBottom, kTop) {
    for (const Series& series : chart.series) {
      if (series.points.size() > kManyPoints) dot_ = kSmallDot;
      for (const auto& [x, y] : series.points) {
        if (!shows(x, y)) continue;
        x_.include(x - chart.bar_width / 2);
        x_.include(x + chart.bar_width / 2);
        y_.include(y);
      }
    }
    x_.settle();
    y_.settle();
  }

  std::string svg() {
    text(left_ + kWidth / 2, 18, "middle", "title", chart_.title);
    draw_axes();
    // Names come last, so that no line hides them.
    std::string names;
    std::size_t number = 0;
    const bool at_right = legend_is_at_right();
    for (const Series& series : chart_.series) {
      if (!has_points(series)) continue;
      names += name_svg(series, number, at_right);
      const bool as_bars = chart_.bar_width > 0 && number == 0;
      as_bars ? draw_bars(series, number) : draw(series, number);
      ++number;
    }
    return std::move(out_) + names;
  }

 private:
  bool shows(double x, double y) const { return x_.shows(x) && y_.shows(y); }
  bool has_points(const Series& series) const {
    return std::any_of(series.points.begin(), series.points.end(),
                       [&](const auto& point) { return shows(point.first, point.second); });
  }

  void text(double x, double y, const char* anchor, const char* style, const std::string& what) {
    out_ +=
        fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" class=\"{}\">{}</text>\n",
                    x, y, anchor, style, html_text(what));
  }
  void line(double x1, double y1, double x2, double y2) {
    out_ += fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" class=\"grid\"/>\n", x1, y1,
        x2, y2);
  }

  void draw_axes() {
    const double bottom = kHeight - kBottom;
    for (double tick : x_.ticks()) {
      line(x_.place(tick), kTop, x_.place(tick), bottom);
      text(x_.place(tick), bottom + 16, "middle", "tick", tick_text(tick));
    }
    for (double tick : y_.ticks()) {
      line(left_ + kLeft, y_.place(tick), left_ + kWidth - kRight, y_.place(tick));
      text(left_ + kLeft - 6, y_.place(tick) + 4, "end", "tick", tick_text(tick));
    }
    text(left_ + (kLeft + kWidth - kRight) / 2, kHeight - 10, "middle", "label", chart_.x_label);
    text(left_ + 8, kTop - 10, "start", "label", chart_.y_label);
  }

  // On the side where it hides fewer points.
  bool legend_is_at_right() const {
    const double below = kTop + kLegendLine * static_cast<double>(chart_.series.size() + 1);
    const double middle = left_ + (kLeft + kWidth - kRight) / 2;
    int left = 0;
    int right = 0;
    for (const Series& series : chart_.series) {
      for (const auto& [x, y] : series.points) {
        if (shows(x, y) && y_.place(y) < below) ++(x_.place(x) < middle ? left : right);
      }
    }
    return right < left;
  }

  void draw_bars(const Series& series, std::size_t number) {
    const char* colour = kColours[number % kColours.size()];
    for (const auto& [x, y] : series.points) {
      if (!shows(x, y) || y <= 0) continue;
      const double left = x_.place(x - chart_.bar_width / 2);
      const double width = x_.place(x + chart_.bar_width / 2) - left;
      out_ += fmt::format(
          "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\" "
          "fill-opacity=\"0.7\"><title>{:g}: {:g}</title></rect>\n",
          left + kBarGap / 2, y_.place(y), std::max(1.0, width - kBarGap),
          kHeight - kBottom - y_.place(y), colour, x, y);
    }
  }

  void draw(const Series& series, std::size_t number) {
    const char* colour = kColours[number % kColours.size()];
    std::string path;
    for (const auto& [x, y] : series.points) {
      if (!shows(x, y)) continue;
      path += fmt::format("{}{:.1f},{:.1f}", path.empty() ? "" : " ", x_.place(x), y_.place(y));
      out_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" fill=\"{}\"/>\n",
                          x_.place(x), y_.place(y), dot_, colour);
    }
    out_ += fmt::format("<polyline points=\"{}\" stroke=\"{}\" class=\"line\"/>\n", path, colour);
  }

  std::string name_svg(const Series& series, std::size_t number, bool legend_at_right) const {
    const double at = kTop + 14 + kLegendLine * static_cast<double>(number);
    const double x = legend_at_right ? left_ + kWidth - kRight - 10 : left_ + kLeft + 10;
    return fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" fill=\"{}\" "
        "class=\"legend\">{}</text>\n",
        x, at, legend_at_right ? "end" : "start", kColours[number % kColours.size()],
        html_text(series.name));
  }

  const Chart& chart_;
  double left_;
  Axis x_, y_;
  double dot_ = kDot;
  std::string out_;
};

}  // namespace

std::string charts_svg(const std::vector<Chart>& charts) {
  const double width = kWidth * static_cast<double>(std::max<std::size_t>(1, charts.size()));
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "width=\"{0:.0f}\" height=\"{1:.0f}\" font-family=\"sans-serif\" font-size=\"12\">\n"
      "<style>.title{{font-size:14px;font-weight:bold}} .tick,.label{{fill:#444}} "
      ".grid{{stroke:#ddd}} .line{{fill:none;stroke-width:2}} .legend{{font-weight:bold;"
      "paint-order:stroke;stroke:#fff;stroke-width:3px}}</style>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
      width, kHeight);
  double left = 0;
  for (const Chart& chart : charts) {
    svg += Drawing(chart, left).svg();
    left += kWidth;
  }
  return svg + "</svg>\n";
}

}  // namespace skein::report
