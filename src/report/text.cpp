#include "report/text.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace skein::report {
namespace {

// Number of characters, not bytes, of UTF-8 text.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u;
  }));
}

std::string group_digits(std::string digits) {
  const std::size_t point = std::min(digits.find('.'), digits.size());
  const std::size_t first = digits.starts_with('-') ? 1 : 0;
  for (std::size_t at = point; at > first + 3;) digits.insert(at -= 3, ",");
  return digits;
}

// Sums of thousandths and thirds end in a binary hair above or below the half; a reader expects
// 0.825 to become 0.83 either way.
double rounded_half_up(double value, int decimals) {
  constexpr double kHair = 1e-6;
  const double scale = std::pow(10.0, decimals);
  return std::round(value * scale + std::copysign(kHair, value)) / scale;
}

}  // namespace

std::string grouped(double value, int decimals) {
  const std::string text = fmt::format("{:.{}f}", rounded_half_up(value, decimals), decimals);
  const bool is_zero = text.find_first_of("123456789") == std::string::npos;
  return group_digits(is_zero ? fmt::format("{:.{}f}", 0.0, decimals) : text);
}

std::string grouped(std::size_t value) {
  return group_digits(fmt::format("{}", value));
}

std::string counted(std::size_t count, const std::string& thing) {
  return grouped(count) + " " + thing + (count == 1 ? "" : "s");
}

std::string percent(double share, int decimals) {
  return fmt::format("{:.{}f} %", 100 * share, decimals);
}

std::string list_text(const std::string& heading, const std::vector<std::string>& items,
                      std::size_t longest) {
  if (items.empty()) return "";
  std::string text = "\n" + heading + "\n";
  for (std::size_t i = 0; i < items.size() && i < longest; ++i) text += "  " + items[i] + "\n";
  if (items.size() > longest) {
    text += fmt::format("  and {} more (--all lists them)\n", grouped(items.size() - longest));
  }
  return text;
}

std::string TextTable::text() const {
  std::vector<std::size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  std::string text;
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - width_of(row[i]), ' ');
      line += i == 0 ? row[i] + padding : "  " + padding + row[i];
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }
  return text;
}

}  // namespace skein::report
