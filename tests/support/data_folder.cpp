#include "workflow/data_folder.h"

#include "support/scratch_folder.h"

namespace skein::test {

std::filesystem::path data_folder() {
  return workflow::data_folder(SKEIN_SOURCE_DIR).value_or(std::filesystem::path());
}

}  // namespace skein::test
