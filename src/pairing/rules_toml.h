// rules.toml (docs/file_formats.md): a preset, and whatever differs from it.
#pragma once

#include <filesystem>
#include <string>

#include "pairing/rules.h"

namespace skein::pairing {

// `file` is named in messages.
Rules parse_rules(const std::string& text, const std::filesystem::path& file);
Rules read_rules(const std::filesystem::path& file);

// Every value, with a comment on each; parse_rules gives the same rules back.
std::string rules_toml(const Rules& rules);

// What `--rules` takes: the name of a preset, or a file.
Rules rules_from(const std::string& preset_or_file);

}  // namespace skein::pairing
