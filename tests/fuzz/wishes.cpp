#include "fixtures.h"
#include "pairing/rules.h"
#include "plan/checker.h"
#include "plan/wishes_builder.h"
#include "plan/wishes_csv.h"

namespace {

using skein::pairing::Wishes;

Wishes read(const std::string& text, const skein::pairing::Rules* rules) {
  const skein::schedule::Schedule& schedule = skein::fuzz::some_schedule();
  skein::plan::WishesBuilder builder(schedule, rules);
  skein::plan::read_wishes(skein::fuzz::lines_of(text), schedule, builder);
  return builder.wishes();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = skein::fuzz::text_of(data, size);
  static const skein::pairing::Rules rules = skein::pairing::preset_rules("gerad");
  for (const skein::pairing::Rules* known : {&rules, static_cast<decltype(&rules)>(nullptr)}) {
    const auto wishes = skein::fuzz::accepted([&] { return read(text, known); });
    if (!wishes) continue;
    const std::string written = skein::plan::wishes_csv(skein::fuzz::some_schedule(), *wishes);
    skein::fuzz::require(read(written, known) == *wishes, "wishes.csv gives the same wishes back");
    skein::pairing::Rules wished = rules;
    wished.wishes = *wishes;
    skein::plan::Plan plan;
    plan.pairings = wishes->locked_pairings;
    const auto report = skein::plan::check(skein::fuzz::some_schedule(), wished, plan);
    skein::fuzz::require(report.missing_locks.empty(), "locked pairings are found in a plan");
    skein::fuzz::require(known == nullptr || report.legal(), "locked pairings are legal");
  }
  return 0;
}
