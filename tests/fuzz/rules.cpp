#include "fixtures.h"
#include "pairing/rules_toml.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = skein::fuzz::text_of(data, size);
  const auto rules =
      skein::fuzz::accepted([&] { return skein::pairing::parse_rules(text, "rules.toml"); });
  if (!rules) return 0;
  const std::string written = skein::pairing::rules_toml(*rules);
  skein::fuzz::require(skein::pairing::parse_rules(written, "rules.toml") == *rules,
                       "rules.toml gives the same rules back");
  return 0;
}
