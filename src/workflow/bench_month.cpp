#include "workflow/bench_month.h"

#include <utility>

#include <fmt/format.h>

#include "exchange/gerad.h"
#include "generator/airline.h"

namespace skein::workflow {

BenchMonth published_month(const std::filesystem::path& data, int number) {
  exchange::GeradImport imported =
      exchange::import_gerad(data / "gerad" / fmt::format("instance{}", number));
  return {fmt::format("instance {}", number), std::move(imported.month), std::move(imported.plan)};
}

BenchMonth made_up_month(std::size_t flights) {
  generator::AirlineOptions options;
  options.flights = flights;
  return {"made-up airline", std::move(generator::generate_airline(options).front().month), {}};
}

}  // namespace skein::workflow
