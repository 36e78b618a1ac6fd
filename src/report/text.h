// Figures for people: tables of text.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace skein::report {

// 1,234,567.89
std::string grouped(double value, int decimals);
std::string grouped(std::size_t value);
// "1 fleet", "2 fleets"
std::string counted(std::size_t count, const std::string& thing);
// 12.34 %
std::string percent(double share, int decimals = 2);

// Items under a heading, up to so many; nothing where there are none.
std::string list_text(const std::string& heading, const std::vector<std::string>& items,
                      std::size_t longest);

// A table with aligned columns; the first is flush left, the others flush right.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> header) : rows_{std::move(header)} {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace skein::report
