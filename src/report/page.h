// Pages for a browser, whole in one file.
#pragma once

#include <string>
#include <vector>

namespace skein::report {

// `text` with what HTML would take for its own escaped.
std::string html_text(const std::string& text);

// A table of text, which is escaped.
std::string html_table(const std::vector<std::string>& header,
                       const std::vector<std::vector<std::string>>& rows);

// `json` such that it can stand in a script element: no name in it can end the element.
std::string script_json(const std::string& json);

// `body` is HTML; `head` too, after the style that all pages share.
std::string html_page(const std::string& title, const std::string& body,
                      const std::string& head = "");

}  // namespace skein::report
