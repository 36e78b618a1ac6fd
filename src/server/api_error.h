// What ends the answering of a request.
#pragma once

#include <string>

namespace skein::server {

struct ApiError {
  int status;
  std::string problem;
};

}  // namespace skein::server
