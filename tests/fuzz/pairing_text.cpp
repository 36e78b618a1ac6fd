#include "plan/pairing_text.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <vector>

#include "fixtures.h"

namespace {

using skein::plan::Plan;
using skein::plan::TextPairing;

constexpr std::size_t kMostDates = 200;

std::size_t count_dates(const std::vector<TextPairing>& entries) {
  return std::accumulate(
      entries.begin(), entries.end(), std::size_t{0},
      [](std::size_t sum, const TextPairing& entry) { return sum + entry.dates().size(); });
}

// The pairings of a plan in an order that does not depend on the plan's; without those that the
// text cannot hold.
using Facts = std::tuple<skein::StationId, std::vector<std::pair<skein::FlightId, bool>>>;
std::vector<Facts> facts(const Plan& plan) {
  std::vector<Facts> result;
  for (const skein::plan::Pairing& pairing : plan.pairings) {
    if (skein::plan::known_beginning(pairing).size() != pairing.legs.size()) continue;
    Facts& entry = result.emplace_back(pairing.base, 0);
    for (const skein::plan::Leg& leg : pairing.legs) {
      std::get<1>(entry).emplace_back(leg.flight, leg.role == skein::plan::Role::kOperate);
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

void require_same_plan(const std::vector<TextPairing>& entries) {
  const skein::schedule::Schedule& schedule = skein::fuzz::some_schedule();
  const auto plan =
      skein::fuzz::accepted([&] { return skein::plan::from_text_pairings(schedule, entries); });
  if (!plan) return;
  const skein::plan::TextPairings written =
      skein::plan::to_text_pairings(schedule, skein::pairing::WorkRules{}, *plan);
  const Plan again = skein::plan::from_text_pairings(schedule, written.entries);
  skein::fuzz::require(facts(again) == facts(*plan), "a plan survives the text form");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = skein::fuzz::text_of(data, size);
  const auto read = [](const std::string& form) {
    return skein::plan::parse_pairing_text(skein::fuzz::lines_of(form));
  };
  const auto entries = skein::fuzz::accepted([&] { return read(text); });
  if (!entries) return 0;
  const std::string written = skein::plan::format_pairing_text(*entries);
  skein::fuzz::require(read(written) == *entries, "the same entries are read again");
  if (count_dates(*entries) <= kMostDates) require_same_plan(*entries);
  return 0;
}
