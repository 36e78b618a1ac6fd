// CSV as we read and write it: a header line, commas, RFC 4180 quotes, LF or CRLF, plain or gzip.
// A field never spans lines: none of our formats needs it, and it keeps damage local.
#pragma once

#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text_source.h"
#include "base/units.h"

namespace skein {

// Splits one CSV line. Nothing is returned for a quote that is never closed.
std::optional<std::vector<std::string>> split_csv_line(std::string_view line);

// `text` as a CSV field, quoted where needed.
std::string csv_field(std::string_view text);

class CsvReader {
 public:
  // Reads the header. Every `required` column must be there; others than `required` and `optional`
  // are ignored and listed by `ignored_columns`.
  CsvReader(LineReader lines, std::initializer_list<std::string_view> required,
            std::initializer_list<std::string_view> optional);

  // Steps to the next row (empty lines are passed over); false at the end.
  bool next();

  bool has(std::string_view column) const { return column_index(column).has_value(); }
  const std::vector<std::string>& ignored_columns() const { return ignored_columns_; }

  // Fields of the current row. A field that is not of the kind throws, naming line and column.
  const std::string& text(std::string_view column) const;  // must not be empty
  const std::string& text_or_empty(std::string_view column) const;
  Instant instant(std::string_view column) const;
  long long integer(std::string_view column, long long least, long long most) const;
  double real(std::string_view column, double least, double most) const;

  std::size_t line_number() const { return lines_.line_number(); }
  const std::filesystem::path& file() const { return lines_.file(); }
  [[noreturn]] void fail(std::string_view column, std::string problem, std::string remedy) const;

 private:
  std::optional<std::size_t> column_index(std::string_view column) const;
  void read_header(std::initializer_list<std::string_view> required,
                   std::initializer_list<std::string_view> optional);

  LineReader lines_;
  std::vector<std::string> header_;
  std::vector<std::string> ignored_columns_;
  std::vector<std::string> fields_;
};

}  // namespace skein
