#include "history/past_month.h"

#include <fmt/format.h>

#include "base/input_error.h"
#include "base/log.h"

namespace skein::history {
namespace {

// With a larger share of unknown flights the pairings are of another month, not slightly odd.
constexpr double kMostUnknown = 0.1;

std::size_t leg_count(const plan::Plan& plan) {
  std::size_t legs = 0;
  for (const plan::Pairing& pairing : plan.pairings) legs += pairing.legs.size();
  return legs;
}

}  // namespace

void require_learnable(const PastMonth& month) {
  const std::size_t legs = leg_count(month.plan);
  if (legs == 0) {
    throw InputError({month.name, 0, "pairings", "the month has no pairings to learn from",
                      "give a month that is solved: `skein solve` writes pairings.csv"});
  }
  const std::size_t unknown = month.plan.unknown_legs.size();
  if (unknown == 0) return;
  const std::string& first = month.plan.unknown_legs.front().flight;
  const std::string problem =
      fmt::format("{} of {} legs are of flights that the schedule does not have, first {}", unknown,
                  legs, in_quotes(first));
  if (static_cast<double>(unknown) > kMostUnknown * static_cast<double>(legs)) {
    throw InputError(
        {month.name, 0, "pairings", problem, "give the schedule that the pairings were made for"});
  }
  log_warning("{}: {}; nothing is learnt from what comes before and after them", month.name,
              problem);
}

PastMonth read_past_month(const std::filesystem::path& folder) {
  PastMonth past{folder.string(), plan::read_month(folder), {}};
  if (plan::has_pairings(folder)) past.plan = plan::read_plan(folder, past.month.schedule);
  require_learnable(past);
  return past;
}

}  // namespace skein::history
