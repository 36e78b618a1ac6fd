#include "base/text_source.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <zlib.h>

namespace skein {

class ByteSource {
 public:
  ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  virtual ~ByteSource() = default;
  // Appends the next bytes to `buffer`; false when there are no more.
  virtual bool append_to(std::string& buffer) = 0;
};

namespace {

constexpr std::size_t kChunk = std::size_t{1} << 18;
constexpr std::size_t kLongestText = std::size_t{1} << 26;

[[noreturn]] void fail_to_open(const std::filesystem::path& file, const std::string& why) {
  throw InputError({file, 0, "", "cannot be read: " + why, "check the path and its permissions"});
}

void require_regular_file(const std::filesystem::path& file) {
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (!std::filesystem::exists(status)) fail_to_open(file, "there is no such file");
  if (std::filesystem::is_directory(status)) fail_to_open(file, "it is a folder");
}

// A file on disk; zlib hands plain files through and unpacks gzip ones.
class FileSource final : public ByteSource {
 public:
  explicit FileSource(const std::filesystem::path& path) : path_(path) {
    require_regular_file(path);
    errno = 0;
    file_ = gzopen(path.c_str(), "rb");
    if (file_ == nullptr) fail_to_open(path, std::strerror(errno));
    gzbuffer(file_, static_cast<unsigned>(kChunk));
  }
  ~FileSource() override { gzclose(file_); }

  bool append_to(std::string& buffer) override {
    const std::size_t old_size = buffer.size();
    buffer.resize(old_size + kChunk);
    const int count = gzread(file_, buffer.data() + old_size, static_cast<unsigned>(kChunk));
    buffer.resize(old_size + static_cast<std::size_t>(std::max(count, 0)));
    if (count <= 0) require_no_damage();
    return count > 0;
  }

 private:
  void require_no_damage() {
    int code = Z_OK;
    const char* const message = gzerror(file_, &code);
    if (code == Z_OK) return;
    std::string why = fmt::format("the gzip data is damaged ({})", message);
    if (code == Z_BUF_ERROR) why = "the gzip file ends too early (truncated)";
    if (code == Z_ERRNO) why = fmt::format("cannot be read: {}", std::strerror(errno));
    throw InputError({path_, 0, "", why, "copy or download the file again"});
  }

  std::filesystem::path path_;
  gzFile file_ = nullptr;
};

class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::string text) : text_(std::move(text)) {}
  bool append_to(std::string& buffer) override {
    if (text_.empty()) return false;
    buffer += std::exchange(text_, {});
    return true;
  }

 private:
  std::string text_;
};

}  // namespace

LineReader LineReader::open(const std::filesystem::path& file) {
  return {file, std::make_unique<FileSource>(file)};
}

LineReader LineReader::from_text(std::string text, std::filesystem::path name) {
  return {std::move(name), std::make_unique<MemorySource>(std::move(text))};
}

LineReader::LineReader(std::filesystem::path file, std::unique_ptr<ByteSource> source)
    : file_(std::move(file)), source_(std::move(source)) {}
LineReader::LineReader(LineReader&&) noexcept = default;
LineReader& LineReader::operator=(LineReader&&) noexcept = default;
LineReader::~LineReader() = default;

bool LineReader::refill() {
  buffer_.erase(0, begin_);
  begin_ = 0;
  if (source_->append_to(buffer_)) return true;
  at_end_ = true;
  return false;
}

bool LineReader::next(std::string_view& line) {
  std::size_t searched = begin_;
  std::size_t end = std::string::npos;
  while ((end = buffer_.find('\n', searched)) == std::string::npos && !at_end_) {
    searched = buffer_.size() - begin_;  // where the search goes on once the read part is dropped
    if (searched > kLongestLine) break;
    refill();
  }
  if (end == std::string::npos) end = buffer_.size();
  if (at_end_ && begin_ == buffer_.size()) return false;

  ++line_number_;
  if (end - begin_ > kLongestLine) {
    fail("", fmt::format("the line is longer than {} bytes", kLongestLine),
         "this is not a text file of the expected kind; check the path");
  }
  line = std::string_view(buffer_).substr(begin_, end - begin_);
  begin_ = std::min(end + 1, buffer_.size());
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.find('\0') != std::string_view::npos) {
    fail("", "the line holds binary data (a NUL byte)",
         "this is not a text file of the expected kind; check the path");
  }
  return true;
}

void LineReader::fail(std::string field, std::string problem, std::string remedy) const {
  throw InputError({file_, line_number_, std::move(field), std::move(problem), std::move(remedy)});
}

std::string read_text(const std::filesystem::path& file) {
  LineReader reader = LineReader::open(file);
  std::string text;
  std::string_view line;
  while (reader.next(line)) {
    if (text.size() + line.size() > kLongestText) {
      reader.fail("", fmt::format("the file is larger than {} bytes", kLongestText),
                  "this is not a file of the expected kind; check the path");
    }
    text += line;
    text += '\n';
  }
  return text;
}

}  // namespace skein
