#include "diagnosis/diagnosis.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "diagnosis/changes.h"
#include "diagnosis/survey.h"
#include "diagnosis/travel_rules.h"
#include "pairing/cost.h"
#include "pairing/legality.h"

namespace skein::diagnosis {
namespace {

using pairing::Rule;
using pairing::Rules;
using plan::Outlook;
using plan::Remedy;
using schedule::Schedule;

using Relaxed = std::optional<Change>;

Flights without(const Flights& flights, const Found& found) {
  Flights left;
  std::copy_if(flights.begin(), flights.end(), std::back_inserter(left),
               [&](FlightId flight) { return !found.contains(flight); });
  return left;
}

// Whether a change is one of a value in the rules; then what it allows is legal by the changed
// rules, and nothing needs to be relaxed.
bool changes_a_value(Change change) {
  return change != Change::kCarryIn && change != Change::kCarryOut;
}

class Diagnosis {
 public:
  Diagnosis(const Schedule& schedule, const Rules& rules, Workers& workers)
      : schedule_(schedule), rules_(rules), workers_(workers) {}

  std::map<FlightId, Outlook> run(const Flights& flights) {
    if (flights.empty()) return {};
    for (FlightId flight : flights) outlooks_[flight].flight = flight;
    const Flights uncoverable = find_pairings(flights);
    std::vector<Relaxed> of_the_flight;
    for (Change change : possible_changes(rules_.work)) {
      if (bears_on_travel(change)) {
        find_remedies(uncoverable, {change});
      } else {
        of_the_flight.emplace_back(change);
      }
    }
    find_remedies(uncoverable, of_the_flight);
    find_further_bases(uncoverable);
    for (auto& [flight, outlook] : outlooks_) put_smallest_first(outlook);
    return std::move(outlooks_);
  }

 private:
  // The flights that have none.
  Flights find_pairings(const Flights& flights) {
    Found found = least_needs(flights, {std::nullopt}).front();
    make_cheaper(found, std::nullopt);
    for (const auto& [flight, journey] : found) {
      outlooks_[flight].pairing = journey.pairing;
      outlooks_[flight].cost = Cost(journey.cost);
    }
    return without(flights, found);
  }

  // With each of these relaxed; one that bears on travel stands alone.
  void find_remedies(const Flights& flights, const std::vector<Relaxed>& relaxed) {
    if (flights.empty() || relaxed.empty()) return;
    std::vector<Found> found = least_needs(flights, relaxed);
    for (std::size_t r = 0; r < relaxed.size(); ++r) {
      make_cheaper(found[r], relaxed[r]);
      add_remedies(found[r], *relaxed[r]);
    }
  }

  // At the ends of a flight; elsewhere only if nothing else helps.
  void find_further_bases(const Flights& flights) {
    std::map<StationId, Flights> by_end;
    for (FlightId id : flights) {
      by_end[schedule_.flight(id).origin].push_back(id);
      by_end[schedule_.flight(id).destination].push_back(id);
    }
    std::vector<Question> questions;
    for (const auto& [station, at_station] : by_end) {
      if (schedule_.station(station).is_base) continue;
      const auto more = days_around(schedule_, {station}, at_station);
      questions.insert(questions.end(), more.begin(), more.end());
    }
    add_remedies(cheapest(rules_, std::nullopt, questions), Change::kFurtherBase);
    const auto elsewhere = days_around(schedule_, other_stations(), without_remedy(flights));
    add_remedies(cheapest(rules_, std::nullopt, elsewhere), Change::kFurtherBase);
  }

  // By relaxed rule. Exact, but what a journey costs counts only between equals.
  std::vector<Found> least_needs(const Flights& flights, const std::vector<Relaxed>& relaxed) {
    const Relaxed& first = relaxed.front();
    const TravelRules rules(schedule_, rules_,
                            first && bears_on_travel(*first) ? first : std::nullopt);
    return survey(rules, whole_month(schedule_, schedule_.bases(), flights), relaxed, {}, workers_);
  }

  // Replaces journeys by the cheapest with the same need, if that is worth its cost.
  void make_cheaper(Found& found, const Relaxed& relaxed) {
    std::map<int, Flights> by_need;
    for (const auto& [flight, journey] : found) by_need[journey.need].push_back(flight);
    for (const auto& [need, flights] : by_need) {
      const auto questions = days_around(schedule_, schedule_.bases(), flights);
      const bool still_relaxed = relaxed && !changes_a_value(*relaxed);
      const Rules rules = relaxed ? changed(*relaxed, need) : rules_;
      for (const auto& [flight, journey] :
           cheapest(rules, still_relaxed ? relaxed : std::nullopt, questions)) {
        found[flight].cost = journey.cost;
        found[flight].pairing = journey.pairing;
      }
    }
  }

  Rules changed(Change change, int excess) const {
    Rules rules = rules_;
    rules.work = changed_rules(rules_.work, change, value_needed(rules_.work, change, excess));
    return rules;
  }

  Found cheapest(const Rules& rules, const Relaxed& relaxed,
                 const std::vector<Question>& questions) {
    if (questions.empty()) return {};
    const WayLimits limits{true, rules.cost.uncovered_flight.amount()};
    const TravelRules travel(schedule_, rules, relaxed);
    return survey(travel, questions, {relaxed}, limits, workers_).front();
  }

  std::vector<StationId> other_stations() const {
    std::vector<StationId> stations;
    for (StationId station : schedule_.station_ids()) {
      if (!schedule_.station(station).is_base) stations.push_back(station);
    }
    return stations;
  }

  Flights without_remedy(const Flights& flights) const {
    Flights left;
    std::copy_if(flights.begin(), flights.end(), std::back_inserter(left),
                 [&](FlightId flight) { return outlooks_.at(flight).remedies.empty(); });
    return left;
  }

  void add_remedies(const Found& found, Change change) {
    for (const auto& [flight, journey] : found) {
      Remedy remedy{change,
                    value_now(rules_.work, change),
                    value_needed(rules_.work, change, std::max(1, journey.need)),
                    journey.pairing,
                    Cost(),
                    Cost()};
      remedy.cost = cost_of_example(remedy);
      assert(is_sound(schedule_, rules_.work, remedy));
      outlooks_[flight].remedies.push_back(std::move(remedy));
    }
  }

  // By the changed rules: where rests may be shorter, duties are others.
  Cost cost_of_example(const Remedy& remedy) const {
    Rules rules = rules_;
    rules.work = changed_rules(rules_.work, remedy.change, remedy.needed);
    return pairing::pairing_cost(schedule_, rules, remedy.example.legs).total();
  }

  void put_smallest_first(Outlook& outlook) const {
    std::stable_sort(outlook.remedies.begin(), outlook.remedies.end(),
                     [&](const Remedy& a, const Remedy& b) {
                       return size_of_change(rules_.work, a) < size_of_change(rules_.work, b);
                     });
  }

  const Schedule& schedule_;
  const Rules& rules_;
  Workers& workers_;
  std::map<FlightId, Outlook> outlooks_;
};

// The rules that the example of a remedy may break, because no value of the rules is changed.
std::vector<Rule> excused(Change change) {
  switch (change) {
    case Change::kCarryIn:
      return {Rule::kStartsAtBase, Rule::kWithinPeriod};
    case Change::kCarryOut:
      return {Rule::kEndsAtBase};
    case Change::kFurtherBase:
      return {Rule::kBase};
    default:
      return {};
  }
}

}  // namespace

std::vector<Outlook> diagnose(const Schedule& schedule, const Rules& rules,
                              std::span<const FlightId> flights, Workers& workers) {
  Flights in_order(flights.begin(), flights.end());
  std::sort(in_order.begin(), in_order.end());
  const std::map<FlightId, Outlook> found = Diagnosis(schedule, rules, workers).run(in_order);
  std::vector<Outlook> outlooks;
  for (FlightId flight : flights) outlooks.push_back(found.at(flight));
  return outlooks;
}

bool is_sound(const Schedule& schedule, const pairing::WorkRules& rules, const Remedy& remedy) {
  const auto& [name, base, legs] = remedy.example;
  if (violations(schedule, rules, base, legs).empty()) return false;
  const std::vector<Rule> may_break = excused(remedy.change);
  const pairing::WorkRules changed = changed_rules(rules, remedy.change, remedy.needed);
  const std::vector<pairing::Violation> broken = violations(schedule, changed, base, legs);
  return std::all_of(broken.begin(), broken.end(), [&](const pairing::Violation& violation) {
    return std::find(may_break.begin(), may_break.end(), violation.rule) != may_break.end();
  });
}

}  // namespace skein::diagnosis
