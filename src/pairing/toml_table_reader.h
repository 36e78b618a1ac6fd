// Reading TOML with complaints that name file, line and key.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include "base/calendar.h"
#include "base/input_error.h"
#include "base/units.h"

namespace skein::pairing {

// One table of the file. Reads keys into fields, complains with file, line and key, and refuses
// keys that nobody asked for: a misspelt rule must not be passed over.
class TableReader {
 public:
  static constexpr std::int64_t kLargestCount = 1'000'000;
  static constexpr double kLargestAmount = 1e12;

  TableReader(const toml::table& table, std::filesystem::path file, std::string prefix)
      : table_(table), file_(std::move(file)), prefix_(std::move(prefix)) {}

  void read(std::string_view key, int& field) {
    if (const toml::node* node = find(key)) field = static_cast<int>(count(key, *node));
  }
  void read(std::string_view key, Minutes& field) {
    if (const toml::node* node = find(key)) field = Minutes(count(key, *node));
  }
  void read(std::string_view key, double& field) {
    if (const toml::node* node = find(key)) field = amount(key, *node);
  }
  void read(std::string_view key, Cost& field) {
    if (const toml::node* node = find(key)) field = Cost(amount(key, *node));
  }
  void read(std::string_view key, HourlyRate& field) {
    if (const toml::node* node = find(key)) field = HourlyRate(amount(key, *node));
  }
  void read(std::string_view key, bool& field) {
    const toml::node* node = find(key);
    if (node == nullptr) return;
    const auto value = node->value_exact<bool>();
    if (!value) fail(key, *node, "is not true or false", "write true or false");
    field = *value;
  }
  // A limit that can also be "off".
  template <class T>
  void read(std::string_view key, std::optional<T>& field) {
    const toml::node* node = find(key);
    if (node == nullptr) return;
    if (node->value_exact<std::string>() == "off") {
      field.reset();
      return;
    }
    T value{};
    read(key, value);
    field = value;
  }
  void read(std::string_view key, Day& field) {
    const toml::node* node = find(key);
    if (node == nullptr) return;
    const auto date = node->value_exact<toml::date>();
    const auto day =
        date ? parse_day(fmt::format("{:04}-{:02}-{:02}", date->year, date->month, date->day))
             : std::nullopt;
    if (!day) fail(key, *node, "is not a date", "write it as 2008-01-31, without quotes");
    field = *day;
  }

  std::optional<std::string> text(std::string_view key) {
    const toml::node* node = find(key);
    if (node == nullptr) return std::nullopt;
    auto value = node->value_exact<std::string>();
    if (!value) fail(key, *node, "is not a text", "put it in quotes");
    return value;
  }
  std::string choice(std::string_view key, std::initializer_list<const char*> choices,
                     std::string otherwise) {
    const auto value = text(key);
    if (!value) return otherwise;
    if (std::find(choices.begin(), choices.end(), *value) == choices.end()) {
      fail(key, *find(key), in_quotes(*value) + " is not known",
           fmt::format("use one of {}", fmt::join(choices, ", ")));
    }
    return *value;
  }
  Minutes time_of_day(std::string_view key) {
    const auto value = text(key);
    const auto minute = value ? parse_time_of_day(*value) : std::nullopt;
    if (!minute) fail_here(key, "is missing or not a time of day", "write it as \"05:30\"");
    return *minute;
  }

  // The array under `key`; null where there is none.
  const toml::array* array(std::string_view key) {
    const toml::node* node = find(key);
    if (node == nullptr) return nullptr;
    if (!node->is_array()) fail(key, *node, "is not a list", "put the values between [ and ]");
    return node->as_array();
  }
  // Runs `each` on every table of the array of tables under `key`; false where there is none.
  bool for_each_table(std::string_view key, const std::function<void(TableReader&)>& each) {
    const toml::array* rows = array(key);
    if (rows == nullptr) return false;
    for (const toml::node& row : *rows) {
      if (!row.is_table()) fail(key, row, "is not a table", "write it as [[section.key]]");
      TableReader reader(*row.as_table(), file_, path(key) + ".");
      each(reader);
      reader.refuse_unknown_keys();
    }
    return true;
  }
  void read_section(std::string_view key, const std::function<void(TableReader&)>& each) {
    const toml::node* node = find(key);
    if (node == nullptr) return;
    if (!node->is_table()) {
      fail(key, *node, "is not a section", fmt::format("write [{}] above its keys", path(key)));
    }
    TableReader reader(*node->as_table(), file_, path(key) + ".");
    each(reader);
    reader.refuse_unknown_keys();
  }

  void refuse_unknown_keys() const {
    for (const auto& [key, node] : table_) {
      if (asked_.contains(key.str())) continue;
      throw InputError({file_, node.source().begin.line, path(key.str()), "the key is unknown",
                        fmt::format("known here: {}", fmt::join(asked_, ", "))});
    }
  }

  std::int64_t count(std::string_view key, const toml::node& node) const {
    const auto value = node.value_exact<std::int64_t>();
    if (!value || *value < 0 || *value > kLargestCount) {
      fail(key, node, "is not a whole number that fits here",
           fmt::format("write one from 0 to {}", kLargestCount));
    }
    return *value;
  }
  [[noreturn]] void fail(std::string_view key, const toml::node& node, std::string problem,
                         std::string remedy) const {
    throw InputError(
        {file_, node.source().begin.line, path(key), std::move(problem), std::move(remedy)});
  }
  [[noreturn]] void fail_here(std::string_view key, std::string problem, std::string remedy) const {
    throw InputError(
        {file_, table_.source().begin.line, path(key), std::move(problem), std::move(remedy)});
  }

 private:
  const toml::node* find(std::string_view key) {
    asked_.emplace(key);
    return table_.get(key);
  }
  double amount(std::string_view key, const toml::node& node) const {
    const auto value = node.is_number() ? node.value<double>() : std::nullopt;
    if (!value || !std::isfinite(*value) || std::abs(*value) > kLargestAmount) {
      fail(key, node, "is not a number that fits here",
           fmt::format("write one between {0} and -{0}", kLargestAmount));
    }
    return *value;
  }
  std::string path(std::string_view key) const { return prefix_ + std::string(key); }

  const toml::table& table_;
  std::filesystem::path file_;
  std::string prefix_;
  std::set<std::string, std::less<>> asked_;
};

}  // namespace skein::pairing
