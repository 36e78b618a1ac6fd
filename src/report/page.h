// Pages for a browser, whole in one file.
#pragma once

#include <string>

namespace skein::report {

// `text` with what HTML would take for its own escaped.
std::string html_text(const std::string& text);

// `body` is HTML.
std::string html_page(const std::string& title, const std::string& body);

}  // namespace skein::report
