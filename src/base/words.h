// Cutting lines of text into words and fields. The views point into the text they are given.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace skein {

// Without the blanks and tabs at both ends.
std::string_view trim(std::string_view text);

// The parts between the marks, trimmed; one part where there is no mark.
std::vector<std::string_view> split(std::string_view text, char mark);

// The words between blanks and tabs; none of them is empty.
std::vector<std::string_view> words_of(std::string_view text);

// Nothing where the text is not a whole number and nothing else, or is outside the bounds.
std::optional<int> parse_count(std::string_view text, int least, int most);

}  // namespace skein
