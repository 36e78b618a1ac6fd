#include "fixtures.h"
#include "pairing/rules.h"
#include "plan/checker.h"
#include "plan/pairings_csv.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = skein::fuzz::text_of(data, size);
  const skein::schedule::Schedule& schedule = skein::fuzz::some_schedule();
  static const skein::pairing::Rules rules = skein::pairing::preset_rules("faa117");
  const auto plan = skein::fuzz::accepted(
      [&] { return skein::plan::read_pairings(skein::fuzz::lines_of(text), schedule); });
  if (!plan) return 0;
  const std::string written = skein::plan::pairings_csv(schedule, rules.work, *plan);
  skein::fuzz::require(
      skein::plan::read_pairings(skein::fuzz::lines_of(written), schedule) == *plan,
      "pairings.csv gives the same plan back");
  skein::plan::check(schedule, rules, *plan);  // judges any plan, however odd
  return 0;
}
