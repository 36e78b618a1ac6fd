#include "report/tiles.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace skein::report {
namespace {

constexpr std::string_view kShades = " .:-=+*#%@";

float largest_of(const std::vector<float>& values) {
  float most = 0;
  for (float value : values) most = std::max(most, std::abs(value));
  return most > 0 ? most : 1;
}

std::string color_of(float share) {
  const int other = static_cast<int>(std::lround(255 * (1 - std::abs(share))));
  const int red = share < 0 ? 255 : other;
  return fmt::format("#{:02x}{:02x}{:02x}", red, other, other);
}

}  // namespace

std::string tiles_svg(const Tiles& tiles, std::size_t tiles_in_line, std::size_t pixels_of_value) {
  const std::size_t gap = pixels_of_value;
  const std::size_t width = tiles.columns * pixels_of_value + gap;
  const std::size_t height = tiles.rows * pixels_of_value + gap;
  const std::size_t lines = (tiles.values.size() + tiles_in_line - 1) / tiles_in_line;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" "
      "shape-rendering=\"crispEdges\">\n<rect width=\"100%\" height=\"100%\" fill=\"#c8d0d8\"/>\n",
      std::min(tiles_in_line, tiles.values.size()) * width + gap, lines * height + gap);
  for (std::size_t k = 0; k < tiles.values.size(); ++k) {
    const float most = largest_of(tiles.values[k]);
    for (std::size_t i = 0; i < tiles.rows * tiles.columns; ++i) {
      svg += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
                         gap + k % tiles_in_line * width + i % tiles.columns * pixels_of_value,
                         gap + k / tiles_in_line * height + i / tiles.columns * pixels_of_value,
                         pixels_of_value, pixels_of_value, color_of(tiles.values[k][i] / most));
    }
    svg += '\n';
  }
  return svg + "</svg>\n";
}

std::string tiles_text(const Tiles& tiles, std::size_t tiles_in_line, std::size_t most_lines) {
  std::string text;
  const std::size_t shown = std::min(tiles.values.size(), tiles_in_line * most_lines);
  for (std::size_t begin = 0; begin < shown; begin += tiles_in_line) {
    for (std::size_t row = 0; row < tiles.rows; ++row) {
      for (std::size_t k = begin; k < std::min(shown, begin + tiles_in_line); ++k) {
        const float most = largest_of(tiles.values[k]);
        for (std::size_t column = 0; column < tiles.columns; ++column) {
          const float share = std::max(0.0F, tiles.values[k][row * tiles.columns + column] / most);
          // Characters are twice as high as wide.
          text += std::string(
              2, kShades[static_cast<std::size_t>(share * static_cast<float>(kShades.size() - 1))]);
        }
        text += "  ";
      }
      text.erase(text.find_last_not_of(' ') + 1);
      text += '\n';
    }
    text += '\n';
  }
  return text;
}

}  // namespace skein::report
