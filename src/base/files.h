// Writing files so that a reader never sees half of one: everything goes to a temporary name first,
// reaches the disk, and is then renamed.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace skein {

// Replaces `file` by `content` in one step. A name that ends in .gz is compressed. Throws
// InputError when the target cannot be written; the old file is then untouched. A link stays, and
// what it points to is replaced; devices and pipes (/dev/stdout) are written to as they are.
void write_file(const std::filesystem::path& file, std::string_view content);

// Removes what writings of `target`, a file or a staged folder, have left beside it under temporary
// names because the program was killed. Nobody else may be writing it meanwhile.
void remove_leftovers(const std::filesystem::path& target);

// `content` as a gzip stream; the same bytes for the same content.
std::string gzip(std::string_view content);

enum class WhenFolderExists { kRefuse, kReplaceFiles };

// Throws InputError for a folder that exists and is not empty, unless its files may be replaced, or
// that is a file: as StagedFolder does, for those who want to know before the work.
void require_usable(const std::filesystem::path& folder, WhenFolderExists when_exists);

// A folder that appears as a whole: files are staged beside it and moved in by `commit`. Without
// commit (an exception, say) nothing is left behind.
class StagedFolder {
 public:
  // Refuses a target that exists and is not empty, unless told to replace the files it will write.
  StagedFolder(std::filesystem::path target, WhenFolderExists when_exists);
  StagedFolder(const StagedFolder&) = delete;
  StagedFolder& operator=(const StagedFolder&) = delete;
  ~StagedFolder();

  void add(const std::string& name, std::string_view content);
  void commit();

 private:
  std::filesystem::path target_;
  std::filesystem::path staging_;
  std::vector<std::string> names_;
};

}  // namespace skein
