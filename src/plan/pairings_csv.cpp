#include "plan/pairings_csv.h"

#include <iterator>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "base/csv.h"
#include "base/input_error.h"
#include "pairing/duty.h"

namespace skein::plan {
namespace {

constexpr long long kMostLegs = 10'000;

Role read_role(const CsvReader& csv) {
  const std::string& role = csv.text("role");
  if (role == "operate") return Role::kOperate;
  if (role == "deadhead") return Role::kDeadhead;
  csv.fail("role", in_quotes(role) + " is not a role", "write operate or deadhead");
}

StationId read_base(const CsvReader& csv, const schedule::Schedule& schedule) {
  const std::string& code = csv.text("base");
  const StationId base = schedule.find_station(code);
  if (!base.exists()) {
    csv.fail("base", "station " + in_quotes(code) + " is unknown",
             "add it to stations.csv or correct the code");
  }
  return base;
}

// Number of the duty of each leg, from 1. A leg that is not known starts no duty.
std::vector<int> duty_numbers(const schedule::Schedule& schedule, const pairing::WorkRules& rules,
                              const Pairing& pairing) {
  std::vector<int> numbers;
  int number = 1;
  for (std::size_t i = 0; i < pairing.legs.size(); ++i) {
    const bool known =
        i > 0 && pairing.legs[i - 1].flight.exists() && pairing.legs[i].flight.exists();
    if (known && pairing::is_rest(
                     rules, pairing::gap_between(schedule, pairing.legs[i - 1], pairing.legs[i]))) {
      ++number;
    }
    numbers.push_back(number);
  }
  return numbers;
}

// Collects the rows of one pairing after another.
class PlanReader {
 public:
  PlanReader(const CsvReader& csv, const schedule::Schedule& schedule)
      : csv_(csv), schedule_(schedule) {}

  void add_row() {
    const std::string& name = csv_.text("pairing");
    const StationId base = read_base(csv_, schedule_);
    if (plan_.pairings.empty() || plan_.pairings.back().name != name) start_pairing(name, base);
    Pairing& pairing = plan_.pairings.back();
    if (pairing.base != base) {
      csv_.fail("base", "pairing " + in_quotes(name) + " has two bases",
                "write the same in each row");
    }
    const auto position = static_cast<long long>(pairing.legs.size()) + 1;
    if (csv_.integer("position", 1, kMostLegs) != position) {
      csv_.fail("position", fmt::format("the rows of pairing {} are not in order", in_quotes(name)),
                fmt::format("number them from 1; this one is {}", position));
    }
    csv_.integer("duty", 1, kMostLegs);  // follows from the rules; only its form is checked
    const FlightId flight = schedule_.find_flight(csv_.text("flight"));
    if (!flight.exists()) {
      plan_.unknown_legs.push_back(
          {plan_.pairings.size() - 1, pairing.legs.size(), csv_.text("flight")});
    }
    pairing.legs.push_back({flight, read_role(csv_)});
  }

  Plan take() && { return std::move(plan_); }

 private:
  void start_pairing(const std::string& name, StationId base) {
    if (!names_.insert(name).second) {
      csv_.fail("pairing", "the rows of pairing " + in_quotes(name) + " do not stand together",
                "sort the file by pairing and position, or give the second one another name");
    }
    plan_.pairings.push_back({name, base, {}});
  }

  const CsvReader& csv_;
  const schedule::Schedule& schedule_;
  Plan plan_;
  std::unordered_set<std::string> names_;
};

}  // namespace

Plan read_pairings(LineReader lines, const schedule::Schedule& schedule) {
  CsvReader csv(std::move(lines), {"pairing", "base", "position", "duty", "role", "flight"}, {});
  PlanReader reader(csv, schedule);
  while (csv.next()) reader.add_row();
  return std::move(reader).take();
}

std::string pairings_csv(const schedule::Schedule& schedule, const pairing::WorkRules& rules,
                         const Plan& plan) {
  std::string text = "pairing,base,position,duty,role,flight\n";
  auto unknown = plan.unknown_legs.begin();
  for (const Pairing& pairing : plan.pairings) {
    const std::vector<int> duties = duty_numbers(schedule, rules, pairing);
    for (std::size_t i = 0; i < pairing.legs.size(); ++i) {
      const Leg& leg = pairing.legs[i];
      const std::string& flight =
          leg.flight.exists() ? schedule.flight(leg.flight).id : (unknown++)->flight;
      fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{}\n", csv_field(pairing.name),
                     csv_field(schedule.station(pairing.base).code), i + 1, duties[i],
                     leg.role == Role::kOperate ? "operate" : "deadhead", csv_field(flight));
    }
  }
  return text;
}

}  // namespace skein::plan
