// The pages that the program carries with it: made of apps/web/dist and docs/openapi.json when it
// is built (cmake/embed.cmake).
#pragma once

#include <span>
#include <string_view>

namespace skein::server {

struct WebFile {
  std::string_view path;  // as a browser asks for it: "/", "/app.js"
  std::string_view type;
  std::string_view content;
};

std::span<const WebFile> web_files();
std::string_view openapi_document();

}  // namespace skein::server
