#pragma once

#include <string>

namespace skein::workflow {

std::string version();

}  // namespace skein::workflow
