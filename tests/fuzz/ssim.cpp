#include <vector>

#include "exchange/ssim_file.h"
#include "fixtures.h"

namespace {

using skein::exchange::SsimLeg;

std::vector<SsimLeg> read(const std::string& text) {
  std::vector<SsimLeg> legs;
  skein::exchange::for_each_ssim_leg(skein::fuzz::lines_of(text),
                                     [&](const SsimLeg& leg, std::size_t) { legs.push_back(leg); });
  return legs;
}

// A carrier of its own for each leg: only what the legs say is compared.
std::string written(const std::vector<SsimLeg>& legs) {
  std::vector<skein::exchange::SsimCarrierLegs> carriers;
  for (const SsimLeg& leg : legs) {
    carriers.push_back({{leg.mode, leg.airline, leg.days.first, leg.days.last}, {leg}});
  }
  return skein::exchange::ssim_text(carriers, "", skein::Instant(0));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = skein::fuzz::text_of(data, size);
  const auto legs = skein::fuzz::accepted([&] { return read(text); });
  if (!legs || legs->empty()) return 0;
  skein::fuzz::require(read(written(*legs)) == *legs, "the same legs are read again");
  return 0;
}
