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
    prices().flight = IdVector<FlightId, double>(schedule.flights().size(), kNotRead);
    prices().base.assign(schedule.bases().size(), kNotRead);
  }

  Proof read() {
    while (csv_.next()) csv_.text("kind") == "cut" ? add_cut() : add_price();
    for (FlightId flight : schedule_.flight_ids()) {
      if (std::isnan(prices().flight[flight])) missing("flight", schedule_.flight(flight).id);
    }
    for (std::size_t b = 0; b < prices().base.size(); ++b) {
      const std::string& code = schedule_.station(schedule_.bases()[b]).code;
      if (std::isnan(prices().base[b])) missing("base", code);
    }
    return std::move(proof_);
  }

 private:
  pricing::Prices& prices() { return proof_.prices; }

  void add_price() {
    double& price = place();
    if (!std::isnan(price)) csv_.fail("name", "has two prices", "remove one of the rows");
    price = csv_.real("price", -kMost, kMost);
  }

  void add_cut() {
    PricedCut cut{{flight("name"), flight("second"), flight("third")},
                  csv_.real("price", 0, kMost)};
    const auto& [a, b, c] = cut.flights;
    if (a == b || b == c || a == c) {
      csv_.fail("name", "a cut names a flight twice", "solve the month again");
    }
    proof_.cuts.push_back(cut);
  }

  FlightId flight(const char* column) {
    const FlightId flight = schedule_.find_flight(csv_.text(column));
    if (!flight.exists()) not_there(column, "flight", csv_.text(column));
    return flight;
  }

  double& place() {
    const std::string& kind = csv_.text("kind");
    const std::string& name = csv_.text("name");
    if (kind == "flight") return prices().flight[flight("name")];
    if (kind != "base") {
      csv_.fail("kind", in_quotes(kind) + " is not a kind", "write flight, base or cut");
    }
    for (std::size_t b = 0; b < prices().base.size(); ++b) {
      if (schedule_.station(schedule_.bases()[b]).code == name) return prices().base[b];
    }
    not_there("name", kind, name);
  }

  [[noreturn]] void not_there(const char* column, const std::string& kind,
                              const std::string& name) const {
    csv_.fail(column, fmt::format("the month has no {} {}", kind, in_quotes(name)),
              "give the plan of this month, or solve it again");
  }

  [[noreturn]] void missing(const std::string& kind, const std::string& name) const {
    throw InputError({csv_.file(), 0, "name", fmt::format("no price for {} {}", kind, name),
                      "give the plan of this month, or solve it again"});
  }

  CsvReader& csv_;
  const schedule::Schedule& schedule_;
  Proof proof_;
};

CsvReader reader_of(LineReader lines) {
  return {std::move(lines), {"kind", "name", "price"}, {"second", "third"}};
}

}  // namespace

Proof read_prices(LineReader lines, const schedule::Schedule& schedule) {
  CsvReader csv = reader_of(std::move(lines));
  return PricesReader(csv, schedule).read();
}

pricing::Prices read_some_prices(LineReader lines, const schedule::Schedule& schedule) {
  CsvReader csv = reader_of(std::move(lines));
  pricing::Prices prices;
  prices.flight = IdVector<FlightId, double>(schedule.flights().size(), 0.0);
  prices.base.assign(schedule.bases().size(), 0.0);
  while (csv.next()) {
    const double price = csv.real("price", -kMost, kMost);
    const std::string& name = csv.text("name");
    if (csv.text("kind") == "flight") {
      const FlightId flight = schedule.find_flight(name);
      if (flight.exists()) prices.flight[flight] = price;
    } else if (csv.text("kind") == "base") {
      for (std::size_t b = 0; b < prices.base.size(); ++b) {
        if (schedule.station(schedule.bases()[b]).code == name) prices.base[b] = price;
      }
    }
  }
  return prices;
}

std::string prices_csv(const schedule::Schedule& schedule, const Proof& proof) {
  const auto id = [&](FlightId flight) { return csv_field(schedule.flight(flight).id); };
  std::string text = "kind,name,second,third,price\n";
  const auto out = std::back_inserter(text);
  for (FlightId flight : schedule.flight_ids()) {
    fmt::format_to(out, "flight,{},,,{}\n", id(flight), proof.prices.flight[flight]);
  }
  for (std::size_t b = 0; b < proof.prices.base.size(); ++b) {
    fmt::format_to(out, "base,{},,,{}\n", csv_field(schedule.station(schedule.bases()[b]).code),
                   proof.prices.base[b]);
  }
  for (const auto& [flights, price] : proof.cuts) {
    fmt::format_to(out, "cut,{},{},{},{}\n", id(flights[0]), id(flights[1]), id(flights[2]), price);
  }
  return text;
}

}  // namespace skein::optimizer
