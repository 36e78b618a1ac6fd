#include "report/page.h"

#include <fmt/format.h>

namespace skein::report {
namespace {

std::string row_html(const std::vector<std::string>& cells, const char* element) {
  std::string html = "<tr>";
  for (const std::string& cell : cells) {
    html += fmt::format("<{0}>{1}</{0}>", element, html_text(cell));
  }
  return html + "</tr>\n";
}

}  // namespace

std::string html_text(const std::string& text) {
  std::string escaped;
  for (char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string html_table(const std::vector<std::string>& header,
                       const std::vector<std::vector<std::string>>& rows) {
  std::string html = "<table>\n<thead>" + row_html(header, "th") + "</thead>\n<tbody>\n";
  for (const std::vector<std::string>& row : rows) html += row_html(row, "td");
  return html + "</tbody>\n</table>\n";
}

std::string script_json(const std::string& json) {
  std::string safe;
  safe.reserve(json.size());
  for (char c : json) {
    if (c == '<') {
      safe += "\\u003c";
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string html_page(const std::string& title, const std::string& body, const std::string& head) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<title>{0}</title>\n<style>\n"
      "body {{ font-family: sans-serif; margin: 2em auto; padding: 0 1em; max-width: 76em; "
      "color: #222; }}\n"
      "table {{ border-collapse: collapse; }}\n"
      "th, td {{ padding: 0.2em 0.8em; text-align: right; border-bottom: 1px solid #ddd; }}\n"
      "th:first-child, td:first-child {{ text-align: left; }}\n"
      "svg {{ max-width: 100%; height: auto; }}\n"
      "</style>\n{2}</head>\n<body>\n<h1>{0}</h1>\n{1}\n</body>\n</html>\n",
      html_text(title), body, head);
}

}  // namespace skein::report
