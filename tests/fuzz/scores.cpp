#include "fixtures.h"
#include "seeding/scores_csv.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = skein::fuzz::text_of(data, size);
  const skein::schedule::Schedule& schedule = skein::fuzz::some_schedule();
  const auto scores = skein::fuzz::accepted(
      [&] { return skein::seeding::read_scores(skein::fuzz::lines_of(text), schedule); });
  if (!scores) return 0;
  for (const skein::pricing::FlightOutlook& outlook : scores->outlook) {
    double sum = outlook.ends;
    for (const skein::pricing::NextFlight& next : outlook.next) sum += next.probability;
    skein::fuzz::require(sum > 0.99 && sum < 1.01, "what follows a flight adds up to 1");
  }
  skein::seeding::scores_csv(schedule, *scores);
  return 0;
}
