// What a model of letters is, as JSON: everything but its numbers.
#pragma once

#include <filesystem>
#include <string>

#include "sequence/letter_model.h"

namespace skein::sequence {

std::string description_of(const LetterModel& model);

// Without weights and filters. Throws InputError, with the key, for what is not as written; `file`
// is where it stands.
LetterModel model_described_by(const std::string& json, const std::filesystem::path& file);

}  // namespace skein::sequence
