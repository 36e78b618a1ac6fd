#include "base/files.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/input_error.h"

namespace skein {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_to_write(const fs::path& file, const std::string& why) {
  throw InputError({file, 0, "", "cannot be written: " + why,
                    "choose a target that you may write to, on a disk with room"});
}

// The folder that holds `path`, as a name that can be opened.
fs::path parent_of(const fs::path& path) {
  const fs::path parent = path.parent_path();
  return parent.empty() ? fs::path(".") : parent;
}

// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (value_ >= 0) ::close(value_);
  }
  int get() const { return value_; }

 private:
  int value_;
};

bool write_all(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t count = ::write(descriptor, content.data(), content.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    content.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

// So that a rename survives a power cut.
void sync_folder(const fs::path& folder) {
  const Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor.get() >= 0) ::fsync(descriptor.get());
}

// Writes `content` beside `file` under a temporary name and returns that name.
fs::path write_beside(const fs::path& file, std::string_view content) {
  std::string name =
      (parent_of(file) / fmt::format(".{}.XXXXXX", file.filename().string())).string();
  const Descriptor descriptor(::mkostemp(name.data(), O_CLOEXEC));
  if (descriptor.get() < 0) fail_to_write(file, std::strerror(errno));
  constexpr mode_t kReadableByAll = 0644;
  if (!write_all(descriptor.get(), content) || ::fchmod(descriptor.get(), kReadableByAll) != 0 ||
      ::fsync(descriptor.get()) != 0) {
    const std::string why = std::strerror(errno);
    ::unlink(name.c_str());
    fail_to_write(file, why);
  }
  return name;
}

// Devices, pipes and what stands for an open file must not be replaced by a file.
bool is_written_in_place(const fs::path& file) {
  const std::string name = file.string();
  if (name.starts_with("/dev/") || name.starts_with("/proc/")) return true;
  std::error_code error;
  const auto status = fs::status(file, error);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

void write_in_place(const fs::path& file, std::string_view content) {
  const Descriptor descriptor(::open(file.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
  if (descriptor.get() < 0 || !write_all(descriptor.get(), content)) {
    fail_to_write(file, std::strerror(errno));
  }
}

// What a chain of links points to; the path itself where it is no link.
fs::path behind_links(const fs::path& file) {
  std::error_code error;
  if (!fs::is_symlink(file, error)) return file;
  const fs::path target = fs::weakly_canonical(file, error);
  return error ? file : target;
}

void move_into_place(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::rename(from, to, error);
  if (!error) return;
  std::error_code ignored;
  fs::remove_all(from, ignored);
  fail_to_write(to, error.message());
}

bool is_empty_or_absent(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(folder, error))) return true;
  if (!fs::is_directory(folder, error)) return false;
  return fs::is_empty(folder, error) && !error;
}

}  // namespace

std::string gzip(std::string_view content) {
  constexpr int kGzipFormat = 15 + 16;
  constexpr int kMemoryLevel = 8;
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipFormat, kMemoryLevel,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
  std::string packed(deflateBound(&stream, content.size()), '\0');
  // zlib's C interface lacks const; deflate does not write to its input.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
  stream.avail_in = static_cast<uInt>(content.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

void write_file(const fs::path& file, std::string_view content) {
  const std::string packed = file.extension() == ".gz" ? gzip(content) : "";
  if (file.extension() == ".gz") content = packed;
  if (is_written_in_place(file)) return write_in_place(file, content);
  const fs::path target = behind_links(file);
  move_into_place(write_beside(target, content), target);
  sync_folder(parent_of(target));
}

void remove_leftovers(const fs::path& target) {
  constexpr std::size_t kRandomLetters = 6;
  const fs::path path = target.filename().empty() ? target.parent_path() : target;
  const std::string beginning = fmt::format(".{}.", path.filename().string());
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(parent_of(path), error)) {
    const std::string name = entry.path().filename().string();
    const bool is_ours = name.size() == beginning.size() + kRandomLetters &&
                         name.starts_with(beginning) &&
                         name.find('.', beginning.size()) == std::string::npos;
    if (is_ours) fs::remove_all(entry.path(), error);
  }
}

void require_usable(const fs::path& folder, WhenFolderExists when_exists) {
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_directory(folder, error)) {
    fail_to_write(folder, "it is a file, not a folder");
  }
  if (when_exists == WhenFolderExists::kRefuse && !is_empty_or_absent(folder)) {
    throw InputError({folder, 0, "", "the folder exists and is not empty",
                      "choose another one, or add --force to replace the files in it"});
  }
}

StagedFolder::StagedFolder(fs::path target, WhenFolderExists when_exists)
    : target_(std::move(target)) {
  if (target_.filename().empty()) target_ = target_.parent_path();  // drop a trailing slash
  require_usable(target_, when_exists);
  std::error_code error;
  fs::create_directories(parent_of(target_), error);
  std::string name =
      (parent_of(target_) / fmt::format(".{}.XXXXXX", target_.filename().string())).string();
  if (::mkdtemp(name.data()) == nullptr) fail_to_write(target_, std::strerror(errno));
  staging_ = name;
}

StagedFolder::~StagedFolder() {
  if (staging_.empty()) return;
  std::error_code ignored;
  fs::remove_all(staging_, ignored);
}

void StagedFolder::add(const std::string& name, std::string_view content) {
  write_file(staging_ / name, content);
  names_.push_back(name);
}

void StagedFolder::commit() {
  std::error_code error;
  if (is_empty_or_absent(target_)) {
    fs::permissions(staging_, fs::perms(0755), error);
    move_into_place(staging_, target_);
  } else {
    for (const std::string& name : names_) move_into_place(staging_ / name, target_ / name);
    fs::remove_all(staging_, error);
  }
  staging_.clear();
  sync_folder(parent_of(target_));
}

}  // namespace skein
