#include "optimizer/prices_csv.h"

#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "base/csv.h"
#include "base/input_error.h"

namespace skein::optimizer {
namespace {

constexpr double kNotRead = std::numeric_limits<double>::quiet_NaN();
constexpr double kMost = 1e12;

class PricesReader {
 public:
  PricesReader(CsvReader& csv, const schedule::Schedule& schedule)
      : csv_(csv), schedule_(schedule) {
    prices_.flight = IdVector<FlightId, double>(schedule.flights().size(), kNotRead);
    prices_.base.assign(schedule.bases().size(), kNotRead);
  }

  pricing::Prices read() {
    while (csv_.next()) {
      double& price = place();
      if (!std::isnan(price)) csv_.fail("name", "has two prices", "remove one of the rows");
      price = csv_.real("price", -kMost, kMost);
    }
    for (FlightId flight : schedule_.flight_ids()) {
      if (std::isnan(prices_.flight[flight])) missing("flight", schedule_.flight(flight).id);
    }
    for (std::size_t b = 0; b < prices_.base.size(); ++b) {
      const std::string& code = schedule_.station(schedule_.bases()[b]).code;
      if (std::isnan(prices_.base[b])) missing("base", code);
    }
    return std::move(prices_);
  }

 private:
  double& place() {
    const std::string& kind = csv_.text("kind");
    const std::string& name = csv_.text("name");
    if (kind == "flight") {
      const FlightId flight = schedule_.find_flight(name);
      if (flight.exists()) return prices_.flight[flight];
    } else if (kind == "base") {
      for (std::size_t b = 0; b < prices_.base.size(); ++b) {
        if (schedule_.station(schedule_.bases()[b]).code == name) return prices_.base[b];
      }
    } else {
      csv_.fail("kind", in_quotes(kind) + " is not a kind", "write flight or base");
    }
    csv_.fail("name", fmt::format("the month has no {} {}", kind, in_quotes(name)),
              "give the plan of this month, or solve it again");
  }

  [[noreturn]] void missing(const std::string& kind, const std::string& name) const {
    throw InputError({csv_.file(), 0, "name", fmt::format("no price for {} {}", kind, name),
                      "give the plan of this month, or solve it again"});
  }

  CsvReader& csv_;
  const schedule::Schedule& schedule_;
  pricing::Prices prices_;
};

}  // namespace

pricing::Prices read_prices(LineReader lines, const schedule::Schedule& schedule) {
  CsvReader csv(std::move(lines), {"kind", "name", "price"}, {});
  return PricesReader(csv, schedule).read();
}

std::string prices_csv(const schedule::Schedule& schedule, const pricing::Prices& prices) {
  std::string text = "kind,name,price\n";
  for (FlightId flight : schedule.flight_ids()) {
    fmt::format_to(std::back_inserter(text), "flight,{},{}\n",
                   csv_field(schedule.flight(flight).id), prices.flight[flight]);
  }
  for (std::size_t b = 0; b < prices.base.size(); ++b) {
    fmt::format_to(std::back_inserter(text), "base,{},{}\n",
                   csv_field(schedule.station(schedule.bases()[b]).code), prices.base[b]);
  }
  return text;
}

}  // namespace skein::optimizer
