#include <fmt/format.h>

#include "base/csv.h"
#include "exchange/csv_import.h"
#include "fixtures.h"

namespace {

using skein::exchange::ChosenBase;

std::string written(const std::vector<ChosenBase>& bases) {
  std::string text = bases.front().crews ? "station,crews\n" : "station\n";
  for (const ChosenBase& base : bases) {
    text += skein::csv_field(base.station);
    text += base.crews ? fmt::format(",{}\n", *base.crews) : "\n";
  }
  return text;
}

bool same(const std::vector<ChosenBase>& a, const std::vector<ChosenBase>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].station != b[i].station || a[i].crews != b[i].crews) return false;
  }
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = skein::fuzz::text_of(data, size);
  const auto read = [](const std::string& csv) {
    return skein::exchange::read_chosen_bases(skein::fuzz::lines_of(csv));
  };
  const auto bases = skein::fuzz::accepted([&] { return read(text); });
  if (!bases) return 0;
  skein::fuzz::require(same(read(written(*bases)), *bases), "the same bases are read again");
  return 0;
}
