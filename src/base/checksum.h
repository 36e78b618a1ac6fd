// A number that changes with any damage to a file worth fearing; not for keeping secrets.
#pragma once

#include <cstdint>
#include <string_view>

namespace skein {

// FNV-1a, eight bytes at a time.
std::uint64_t checksum(std::string_view bytes);

}  // namespace skein
