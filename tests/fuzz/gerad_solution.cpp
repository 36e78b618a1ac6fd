#include "exchange/gerad_files.h"
#include "fixtures.h"
#include "pairing/rules.h"
#include "plan/pairings_csv.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = skein::fuzz::text_of(data, size);
  const skein::schedule::Schedule& schedule = skein::fuzz::some_schedule();
  const auto plan = skein::fuzz::accepted(
      [&] { return skein::exchange::read_gerad_solution(skein::fuzz::lines_of(text), schedule); });
  if (!plan) return 0;
  const std::string written =
      skein::plan::pairings_csv(schedule, skein::pairing::WorkRules{}, *plan);
  skein::fuzz::require(
      skein::plan::read_pairings(skein::fuzz::lines_of(written), schedule) == *plan,
      "pairings.csv holds every plan that is accepted");
  return 0;
}
