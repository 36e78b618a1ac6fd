// rules.toml (docs/file_formats.md): a preset, and whatever differs from it.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "pairing/rules.h"

namespace skein::pairing {

// `file` is named in messages.
Rules parse_rules(const std::string& text, const std::filesystem::path& file);
Rules read_rules(const std::filesystem::path& file);

// Every value, with a comment on each; parse_rules gives the same rules back.
std::string rules_toml(const Rules& rules);

// The rules with single values changed, each as "pairing.maximum_duties=5": a key of rules.toml
// with its section, and a value as it would stand there (text may go without quotes). The period
// stays.
Rules change_rules(const Rules& rules, const std::vector<std::string>& settings);

// Every value as rules.toml has it (text without quotes), by its key with the section; lists of
// tables as one value. Without the period and the wishes.
std::map<std::string, std::string> rule_values(const Rules& rules);

// A value that differs.
struct RuleChange {
  std::string key;  // with its section
  std::string before;
  std::string now;

  friend bool operator==(const RuleChange&, const RuleChange&) = default;
};
std::vector<RuleChange> rule_changes(const Rules& before, const Rules& now);

// What `--rules` takes: the name of a preset, or a file.
Rules rules_from(const std::string& preset_or_file);

}  // namespace skein::pairing
