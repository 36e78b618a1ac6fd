#include "base/progress.h"

#include <atomic>
#include <cstdio>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"

namespace skein {
namespace {

constexpr double kTerminalInterval = 0.1;  // seconds
constexpr double kLogInterval = 10;

std::atomic<bool> line_stands{false};

std::function<std::string()>& prefix() {
  static std::function<std::string()> text;
  return text;
}

}  // namespace

void clear_progress_line() {
  if (!line_stands.exchange(false)) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
}

void show_progress_line(const std::string& text) {
  if (::isatty(STDERR_FILENO) == 0 || !shows_messages()) return;
  const std::string before = prefix() ? prefix()() : "";
  std::fputs(fmt::format("\r\033[K{}{}", before, text).c_str(), stderr);
  std::fflush(stderr);
  line_stands = true;
}

ProgressPrefix::ProgressPrefix(std::function<std::string()> text) {
  prefix() = std::move(text);
}

ProgressPrefix::~ProgressPrefix() {
  prefix() = nullptr;
}

Progress::Progress(std::string what, std::size_t total, std::string unit)
    : what_(std::move(what)),
      total_(total),
      unit_(std::move(unit)),
      started_(wall_seconds()),
      shown_(started_),
      on_terminal_(::isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  clear_progress_line();
}

void Progress::advance_to(std::size_t done) {
  const double now = wall_seconds();
  if (now - shown_ < (on_terminal_ ? kTerminalInterval : kLogInterval)) return;
  shown_ = now;
  show(done);
}

void Progress::show(std::size_t done) {
  std::string text = fmt::format("{}: {} {}", what_, done, unit_);
  if (total_ > 0 && done > 0) {
    const double share = static_cast<double>(done) / static_cast<double>(total_);
    const double left = (shown_ - started_) * (1 / share - 1);
    text = fmt::format("{}: {} of {} {} ({:.0f} %), about {:.0f} s left", what_, done, total_,
                       unit_, 100 * share, left);
  }
  if (!on_terminal_) return log_message(text);
  show_progress_line(text);
}

}  // namespace skein
