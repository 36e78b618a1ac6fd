// Where the real data lies.
#pragma once

#include <filesystem>
#include <optional>

namespace skein::workflow {

// SKEIN_DATA where it is set, else ../shared/data beside the checkout; nothing where that is no
// folder.
std::optional<std::filesystem::path> data_folder(const std::filesystem::path& checkout);

}  // namespace skein::workflow
