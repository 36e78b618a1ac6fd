// Lines from memory, from a plain file and from a gzip one; damaged gzip is refused. The first
// bytes say which byte of the packed text is damaged, and how.
#include <string>
#include <utility>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "base/files.h"
#include "fixtures.h"

namespace {

using skein::LineReader;

// A file that is only in memory, with a path to open it by.
class MemoryFile {
 public:
  explicit MemoryFile(const std::string& bytes) : descriptor_(::memfd_create("input", 0)) {
    const auto written = ::write(descriptor_, bytes.data(), bytes.size());
    skein::fuzz::require(written == static_cast<ssize_t>(bytes.size()),
                         "memory files can be written");
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { ::close(descriptor_); }
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

std::vector<std::string> read_all(LineReader reader) {
  std::vector<std::string> lines;
  std::string_view line;
  while (reader.next(line)) {
    lines.emplace_back(line);
    skein::fuzz::require(reader.line_number() == lines.size(), "lines are counted from 1");
  }
  return lines;
}

// The definition, plainly.
std::vector<std::string> expected_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::string line;
  for (const char c : text) {
    if (c != '\n') {
      line += c;
      continue;
    }
    lines.push_back(std::exchange(line, {}));
  }
  if (!line.empty()) lines.push_back(line);
  for (std::string& each : lines) {
    if (each.ends_with('\r')) each.pop_back();
  }
  return lines;
}

void require_damage_is_noticed(std::string packed, const std::string& text,
                               const std::vector<std::string>& lines) {
  if (text.size() < 3) return;
  const auto where =
      static_cast<unsigned char>(text[0]) * 256U + static_cast<unsigned char>(text[1]);
  packed[where % packed.size()] =
      static_cast<char>(static_cast<unsigned char>(packed[where % packed.size()]) ^
                        static_cast<unsigned char>(text[2]));
  const MemoryFile file(packed);
  const auto read = skein::fuzz::accepted([&] { return read_all(LineReader::open(file.path())); });
  // A harmless bit of the gzip head, or the magic bytes, after which it counts as plain text.
  const bool still_packed = packed.starts_with("\x1f\x8b");
  skein::fuzz::require(!read || !still_packed || *read == lines, "damage does not change the text");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = skein::fuzz::text_of(data, size);
  const MemoryFile plain(text);
  const auto from_file =
      skein::fuzz::accepted([&] { return read_all(LineReader::open(plain.path())); });
  const auto lines = skein::fuzz::accepted([&] { return read_all(skein::fuzz::lines_of(text)); });
  if (!lines) return 0;  // a NUL byte
  skein::fuzz::require(*lines == expected_lines(text), "lines are what stands between line ends");
  const bool is_gzip = text.starts_with("\x1f\x8b");
  skein::fuzz::require(is_gzip || (from_file && *from_file == *lines), "files read as memory does");

  const std::string packed = skein::gzip(text);
  const MemoryFile file(packed);
  skein::fuzz::require(read_all(LineReader::open(file.path())) == *lines, "gzip changes nothing");
  require_damage_is_noticed(packed, text, *lines);
  return 0;
}
