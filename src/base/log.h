// Messages for the user on standard error; results go to standard output.
#pragma once

#include <string>
#include <utility>

#include <fmt/format.h>

namespace skein {

enum class Verbosity { kSilent, kQuiet, kNormal, kDebug };
void set_verbosity(Verbosity verbosity);

bool shows_messages();  // false when quiet

void log_message(const std::string& text);  // hidden when quiet
void log_warning(const std::string& text);
void log_debug(const std::string& text);

template <class... Args>
void log_message(fmt::format_string<Args...> format, Args&&... args) {
  log_message(fmt::format(format, std::forward<Args>(args)...));
}

template <class... Args>
void log_warning(fmt::format_string<Args...> format, Args&&... args) {
  log_warning(fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace skein
