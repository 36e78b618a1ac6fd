#include "workflow/bench_month.h"

#include <utility>

#include <fmt/format.h>

#include "base/log.h"
#include "exchange/gerad.h"
#include "generator/airline.h"

namespace skein::workflow {
namespace {

BenchMonth published_month(const std::filesystem::path& data, int number) {
  exchange::GeradImport imported =
      exchange::import_gerad(data / "gerad" / fmt::format("instance{}", number));
  return {fmt::format("instance {}", number), std::move(imported.month), std::move(imported.plan)};
}

}  // namespace

BenchMonth made_up_month(std::size_t flights) {
  generator::AirlineOptions options;
  options.flights = flights;
  return {"made-up airline", std::move(generator::generate_airline(options).front().month), {}};
}

std::vector<BenchMonth> bench_months_of(const std::optional<std::filesystem::path>& data,
                                        const std::vector<int>& instances) {
  std::vector<BenchMonth> months;
  if (!data) {
    log_message("the real data is not here (set SKEIN_DATA): one made-up month only");
    months.push_back(made_up_month(1'000));
    return months;
  }
  for (int number : instances) months.push_back(published_month(*data, number));
  return months;
}

}  // namespace skein::workflow
