#include "base/log.h"

#include <memory>

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include "base/progress.h"

namespace skein {
namespace {

spdlog::logger& logger() {
  static const std::shared_ptr<spdlog::logger> instance = [] {
    auto created = std::make_shared<spdlog::logger>(
        "skein", std::make_shared<spdlog::sinks::stderr_color_sink_mt>());
    created->set_pattern("%^%v%$");
    return created;
  }();
  return *instance;
}

}  // namespace

void set_verbosity(Verbosity verbosity) {
  switch (verbosity) {
    case Verbosity::kSilent:
      logger().set_level(spdlog::level::off);
      break;
    case Verbosity::kQuiet:
      logger().set_level(spdlog::level::warn);
      break;
    case Verbosity::kNormal:
      logger().set_level(spdlog::level::info);
      break;
    case Verbosity::kDebug:
      logger().set_level(spdlog::level::debug);
      break;
  }
}

bool shows_messages() {
  return logger().should_log(spdlog::level::info);
}

void log_message(const std::string& text) {
  clear_progress_line();
  logger().info(text);
}

void log_warning(const std::string& text) {
  clear_progress_line();
  logger().warn("warning: {}", text);
}

void log_debug(const std::string& text) {
  clear_progress_line();
  logger().debug(text);
}

}  // namespace skein
