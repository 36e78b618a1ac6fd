#include "workflow/run_progress.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/log.h"

namespace skein::workflow {
namespace {

constexpr double kLeastScale = 0.2;
constexpr double kLargestScale = 5;
// Stages that are over in a moment say nothing about the speed of the machine.
constexpr double kTellingSeconds = 2;

std::string duration_text(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  return fmt::format("{:.0f} min", seconds / 60);
}

}  // namespace

double expected_learning(std::size_t flights) {
  return 1 + 0.0025 * static_cast<double>(flights);
}

double expected_prediction(std::size_t flights) {
  return 1 + 0.003 * static_cast<double>(flights);
}

double expected_covering(std::size_t flights) {
  return 0.2 + 0.0005 * static_cast<double>(flights);
}

double expected_optimization(std::size_t flights) {
  constexpr double kFlights = 5'900;  // took so many seconds
  constexpr double kSeconds = 160;
  return 1 + kSeconds * std::pow(static_cast<double>(flights) / kFlights, 1.7);
}

double expected_report(std::size_t flights) {
  return 0.3 + 0.00005 * static_cast<double>(flights);
}

RunProgress::RunProgress(std::vector<ExpectedStage> stages, Deadline deadline)
    : stages_(std::move(stages)),
      is_done_(stages_.size(), false),
      deadline_(deadline),
      began_(skein::wall_seconds()),
      prefix_([this] { return line(); }) {}

void RunProgress::begin(std::size_t stage) {
  current_ = stage;
  began_ = skein::wall_seconds();
  log_message("stage {} of {}, {}; about {} left", stage + 1, stages_.size(), stages_[stage].name,
              duration_text(seconds_left()));
}

void RunProgress::end(std::size_t stage, double seconds) {
  is_done_[stage] = true;
  began_ = skein::wall_seconds();
  if (seconds < kTellingSeconds && stages_[stage].seconds < kTellingSeconds) return;
  taken_ += seconds;
  expected_taken_ += stages_[stage].seconds;
}

double RunProgress::seconds_left() const {
  const double scale =
      expected_taken_ > 0 ? std::clamp(taken_ / expected_taken_, kLeastScale, kLargestScale) : 1;
  double left = 0;
  for (std::size_t k = 0; k < stages_.size(); ++k) {
    if (is_done_[k]) continue;
    const double passed = k == current_ ? skein::wall_seconds() - began_ : 0;
    // A stage that takes longer than expected is taken to be two thirds through.
    left += std::max(scale * stages_[k].seconds - passed, passed / 2);
  }
  return std::clamp(left, 0.0, std::max(0.0, deadline_.seconds_left()));
}

std::string RunProgress::line() const {
  return fmt::format("[{}/{} {}, about {} left] ", current_ + 1, stages_.size(),
                     stages_[current_].name, duration_text(seconds_left()));
}

}  // namespace skein::workflow
