// Small gray pictures beside each other, such as the filters of a network: as SVG, and in
// characters for a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace skein::report {

// `rows` x `columns` values each, row after row. The largest absolute value of a tile is black
// (positive) or red (negative), 0 is white.
struct Tiles {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<std::vector<float>> values;
};

std::string tiles_svg(const Tiles& tiles, std::size_t tiles_in_line, std::size_t pixels_of_value);
// Darker characters are larger values; below 0 is blank. At most so many lines of tiles.
std::string tiles_text(const Tiles& tiles, std::size_t tiles_in_line, std::size_t most_lines);

}  // namespace skein::report
