#include "workflow/version.h"

namespace skein::workflow {

std::string version() {
  return SKEIN_VERSION;
}

}  // namespace skein::workflow
