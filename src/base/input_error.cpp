#include "base/input_error.h"

#include <utility>

#include <fmt/format.h>

namespace skein {
namespace {

std::string to_text(const Complaint& complaint) {
  std::string text;
  if (!complaint.file.empty()) text += complaint.file.string() + ":";
  if (complaint.line > 0) text += fmt::format("{}:", complaint.line);
  if (!text.empty()) text += ' ';
  if (!complaint.field.empty()) text += complaint.field + ": ";
  text += complaint.problem;
  if (!complaint.remedy.empty()) text += "; " + complaint.remedy;
  return text;
}

}  // namespace

InputError::InputError(Complaint complaint)
    : complaint_(std::move(complaint)), text_(to_text(complaint_)) {}

InputError InputError::at(const std::filesystem::path& file, std::size_t line) const {
  Complaint located = complaint_;
  located.file = file;
  located.line = line;
  return InputError(std::move(located));
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::string result = "\"";
  for (char c : text.substr(0, kLongest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f || byte >= 0x80) {
      result += fmt::format("\\x{:02x}", byte);
    } else {
      result += c;
    }
  }
  return result + (text.size() > kLongest ? "...\"" : "\"");
}

}  // namespace skein
