#include "workflow/data_folder.h"

#include <cstdlib>

namespace skein::workflow {

std::optional<std::filesystem::path> data_folder(const std::filesystem::path& checkout) {
  const char* const named = std::getenv("SKEIN_DATA");
  const std::filesystem::path folder =
      named != nullptr ? std::filesystem::path(named) : checkout / ".." / "shared" / "data";
  if (!std::filesystem::is_directory(folder)) return std::nullopt;
  return folder;
}

}  // namespace skein::workflow
