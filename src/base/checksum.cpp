#include "base/checksum.h"

#include <algorithm>
#include <cstring>

namespace skein {

std::uint64_t checksum(std::string_view bytes) {
  constexpr std::size_t kWord = 8;
  std::uint64_t sum = 0xcbf29ce484222325u;
  for (std::size_t at = 0; at < bytes.size(); at += kWord) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min(kWord, bytes.size() - at));
    sum = (sum ^ word) * 0x100000001b3u;
    sum ^= sum >> 32;
  }
  return sum;
}

}  // namespace skein
