// Reading text, plain or gzip, line by line, without ever holding more than one line.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "base/input_error.h"

namespace skein {

class ByteSource;  // where the bytes come from: a file or memory

// Lines of a text. Damage (truncated gzip, bad checksum, an endless line, NUL bytes) throws an
// InputError that names file and line.
class LineReader {
 public:
  // A longer line is refused: no format of ours has one, so the file is not what it claims to be.
  static constexpr std::size_t kLongestLine = std::size_t{1} << 20;

  static LineReader open(const std::filesystem::path& file);
  // Lines of a text in memory; `name` stands for the file in messages.
  static LineReader from_text(std::string text, std::filesystem::path name);

  LineReader(LineReader&&) noexcept;
  LineReader& operator=(LineReader&&) noexcept;
  ~LineReader();

  // The next line without its end (LF or CRLF); false at the end of the text. The view holds until
  // the next call.
  bool next(std::string_view& line);

  // Number of the line that `next` gave last, from 1.
  std::size_t line_number() const { return line_number_; }
  const std::filesystem::path& file() const { return file_; }

  [[noreturn]] void fail(std::string field, std::string problem, std::string remedy) const;

 private:
  LineReader(std::filesystem::path file, std::unique_ptr<ByteSource> source);
  bool refill();

  std::filesystem::path file_;
  std::unique_ptr<ByteSource> source_;
  std::string buffer_;
  std::size_t begin_ = 0;  // unread part of the buffer
  bool at_end_ = false;
  std::size_t line_number_ = 0;
};

// The whole of a text file, with the same checks. Meant for small files (rules, settings).
std::string read_text(const std::filesystem::path& file);

}  // namespace skein
