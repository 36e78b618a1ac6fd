// What is thrown for bad input: where it stands, what is wrong, and what the user can do about it.
#pragma once

#include <cstddef>
#include <exception>
#include <filesystem>
#include <string>
#include <string_view>

namespace skein {

struct Complaint {
  std::filesystem::path file;  // empty: not about a file
  std::size_t line = 0;        // 1 is the first; 0: not about a line
  std::string field;           // column, key or option; empty: not about a field
  std::string problem;         // what is wrong
  std::string remedy;          // what to do
};

class InputError : public std::exception {
 public:
  explicit InputError(Complaint complaint);

  const Complaint& complaint() const { return complaint_; }
  const char* what() const noexcept override { return text_.c_str(); }

  // The same complaint with the place filled in, for callers that know it better.
  InputError at(const std::filesystem::path& file, std::size_t line) const;

 private:
  Complaint complaint_;
  std::string text_;
};

// `text` between quotes, shortened and with unprintable bytes escaped: safe to show.
std::string in_quotes(std::string_view text);

}  // namespace skein
