#include "base/csv.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/calendar.h"

namespace skein {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Reads one field that starts at `at`, moves `at` to the comma behind it or to the end of the line.
// False for a quote that is never closed, or for text behind a closing quote.
bool split_field(std::string_view line, std::size_t& at, std::string& field) {
  if (at == line.size() || line[at] != '"') {
    const std::size_t end = std::min(line.find(',', at), line.size());
    field.assign(line.substr(at, end - at));
    at = end;
    return true;
  }
  field.clear();
  for (++at; at < line.size(); ++at) {
    if (line[at] != '"') {
      field += line[at];
    } else if (at + 1 < line.size() && line[at + 1] == '"') {
      field += line[at++];
    } else {
      ++at;
      return at == line.size() || line[at] == ',';
    }
  }
  return false;
}

// Splits into `fields`, whose strings are used again.
bool split_line(std::string_view line, std::vector<std::string>& fields) {
  std::size_t count = 0;
  std::size_t at = 0;
  while (true) {
    if (count == fields.size()) fields.emplace_back();
    if (!split_field(line, at, fields[count++])) return false;
    if (at == line.size()) break;
    ++at;
  }
  fields.resize(count);
  return true;
}

template <class Number>
bool parse_number(std::string_view text, Number& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::optional<std::vector<std::string>> split_csv_line(std::string_view line) {
  std::vector<std::string> fields;
  if (!split_line(line, fields)) return std::nullopt;
  return fields;
}

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string field = "\"";
  for (char c : text) {
    if (c == '"') field += '"';
    field += c;
  }
  return field + '"';
}

CsvReader::CsvReader(LineReader lines, std::initializer_list<std::string_view> required,
                     std::initializer_list<std::string_view> optional)
    : lines_(std::move(lines)) {
  read_header(required, optional);
}

void CsvReader::read_header(std::initializer_list<std::string_view> required,
                            std::initializer_list<std::string_view> optional) {
  const std::string expected = fmt::format("the first line must be: {}", fmt::join(required, ","));
  std::string_view line;
  if (!lines_.next(line)) lines_.fail("", "the file is empty", expected);
  if (line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
  auto names = split_csv_line(line);
  if (!names) lines_.fail("", "the header has a quote that is not closed", expected);
  header_ = std::move(*names);
  for (std::size_t i = 0; i < header_.size(); ++i) {
    if (std::find(header_.begin(), header_.begin() + static_cast<std::ptrdiff_t>(i), header_[i]) !=
        header_.begin() + static_cast<std::ptrdiff_t>(i)) {
      lines_.fail(in_quotes(header_[i]), "the column stands twice in the header",
                  "remove one of them");
    }
  }
  for (std::string_view column : required) {
    if (!has(column)) {
      lines_.fail(std::string(column),
                  fmt::format("the column is missing; the header is {}", in_quotes(line)),
                  expected);
    }
  }
  const auto known = [&](const std::string& name) {
    return std::find(required.begin(), required.end(), name) != required.end() ||
           std::find(optional.begin(), optional.end(), name) != optional.end();
  };
  std::copy_if(header_.begin(), header_.end(), std::back_inserter(ignored_columns_),
               [&](const std::string& name) { return !known(name); });
}

bool CsvReader::next() {
  std::string_view line;
  do {
    if (!lines_.next(line)) return false;
  } while (line.empty());
  if (!split_line(line, fields_)) {
    lines_.fail("", "a quote is not closed, or text follows a closing quote",
                "write a quote inside a field twice");
  }
  if (fields_.size() != header_.size()) {
    lines_.fail("",
                fmt::format("the row has {} fields, the header {}", fields_.size(), header_.size()),
                "fill in the missing fields or put quotes around fields with commas");
  }
  return true;
}

std::optional<std::size_t> CsvReader::column_index(std::string_view column) const {
  const auto found = std::find(header_.begin(), header_.end(), column);
  if (found == header_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - header_.begin());
}

const std::string& CsvReader::text_or_empty(std::string_view column) const {
  static const std::string empty;
  const auto index = column_index(column);
  return index ? fields_[*index] : empty;
}

const std::string& CsvReader::text(std::string_view column) const {
  const std::string& field = text_or_empty(column);
  if (field.empty()) fail(column, "the field is empty", "fill it in");
  return field;
}

Instant CsvReader::instant(std::string_view column) const {
  const std::string& field = text(column);
  const auto value = parse_instant(field);
  if (!value) {
    fail(column, in_quotes(field) + " is not a moment in UTC", "write it as 2008-01-31T10:05Z");
  }
  return *value;
}

long long CsvReader::integer(std::string_view column, long long least, long long most) const {
  const std::string& field = text(column);
  long long value = 0;
  if (!parse_number(field, value) || value < least || value > most) {
    fail(column, in_quotes(field) + " is not a whole number that fits here",
         fmt::format("write one from {} to {}", least, most));
  }
  return value;
}

double CsvReader::real(std::string_view column, double least, double most) const {
  const std::string& field = text(column);
  double value = 0;
  if (!parse_number(field, value) || !std::isfinite(value) || value < least || value > most) {
    fail(column, in_quotes(field) + " is not a number that fits here",
         fmt::format("write one from {} to {}", least, most));
  }
  return value;
}

void CsvReader::fail(std::string_view column, std::string problem, std::string remedy) const {
  lines_.fail(std::string(column), std::move(problem), std::move(remedy));
}

}  // namespace skein
