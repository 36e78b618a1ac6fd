// Dated pairings of a plan to entries of the airline's text form, and back.
#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "base/input_error.h"
#include "pairing/duty.h"
#include "plan/pairing_text.h"

namespace skein::plan {
namespace {

using schedule::Flight;
using schedule::Schedule;

// Far more than the pairings of the largest airline's month: beyond it a period is wrong.
constexpr std::size_t kMostPairings = 1'000'000;

Day day_of_first_departure(const Schedule& schedule, const Pairing& pairing) {
  return day_of(schedule.flight(pairing.legs.front().flight).departure);
}

// The flight that a word means. An id always tells; a number only where one flight fits, so that a
// writer can fall back on the id.
FlightId find_by_word(const Schedule& schedule, std::string_view word, std::string_view origin,
                      std::string_view destination, Instant departure) {
  const auto fits = [&](const Flight& flight) {
    return flight.departure == departure && schedule.station(flight.origin).code == origin &&
           schedule.station(flight.destination).code == destination;
  };
  const FlightId named = schedule.find_flight(word);
  if (named.exists() && fits(schedule.flight(named))) return named;

  const std::vector<Flight>& flights = schedule.flights().items();
  FlightId found;
  auto flight = std::lower_bound(flights.begin(), flights.end(), departure,
                                 [](const Flight& a, Instant at) { return a.departure < at; });
  for (; flight != flights.end() && flight->departure == departure; ++flight) {
    if (flight->number != word || !fits(*flight)) continue;
    if (found.exists()) return FlightId::none();
    found = FlightId(static_cast<std::size_t>(flight - flights.begin()));
  }
  return found;
}

TextLeg text_leg(const Schedule& schedule, const Leg& leg, Day date) {
  const Flight& flight = schedule.flight(leg.flight);
  TextLeg text;
  text.role = leg.role;
  text.origin = schedule.station(flight.origin).code;
  text.destination = schedule.station(flight.destination).code;
  text.day = static_cast<int>((day_of(flight.departure) - date).count()) + 1;
  text.departure = minute_of_day(flight.departure);
  const bool number_tells = find_by_word(schedule, flight.number, text.origin, text.destination,
                                         flight.departure) == leg.flight;
  text.flight = number_tells ? flight.number : flight.id;
  return text;
}

// The entry of a pairing, without number and dates.
TextPairing undated_entry(const Schedule& schedule, const pairing::WorkRules& rules,
                          const Pairing& pairing) {
  const Day date = day_of_first_departure(schedule, pairing);
  TextPairing entry;
  entry.name = schedule.station(pairing.base).code;
  for (const pairing::Duty& duty : pairing::split_into_duties(schedule, rules, pairing.legs)) {
    TextDuty legs;
    for (std::size_t i = duty.begin; i < duty.end; ++i) {
      legs.push_back(text_leg(schedule, pairing.legs[i], date));
    }
    entry.duties.push_back(std::move(legs));
  }
  return entry;
}

// The same entry with the smallest period, weekdays and exceptions that give these dates, which are
// in order and differ.
TextPairing dated_entry(TextPairing entry, const std::vector<Day>& dates) {
  entry.first = dates.front();
  entry.last = dates.back();
  for (const Day date : dates) {
    entry.weekdays[static_cast<std::size_t>(weekday_number(date) - 1)] = true;
  }
  const std::vector<Day> regular = entry.dates();
  std::set_difference(regular.begin(), regular.end(), dates.begin(), dates.end(),
                      std::back_inserter(entry.excluded));
  return entry;
}

// Splits sorted dates into lists without repetition: the n-th copy of a date goes to list n.
std::vector<std::vector<Day>> without_repetition(const std::vector<Day>& dates) {
  std::vector<std::vector<Day>> lists;
  std::size_t copy = 0;
  for (std::size_t i = 0; i < dates.size(); ++i) {
    copy = i > 0 && dates[i] == dates[i - 1] ? copy + 1 : 0;
    if (copy == lists.size()) lists.emplace_back();
    lists[copy].push_back(dates[i]);
  }
  return lists;
}

// Pairings that differ only in their dates.
struct Group {
  TextPairing entry;
  std::vector<Day> dates;
};

// Groups the pairings in the order in which they first occur.
std::vector<Group> group_pairings(const Schedule& schedule, const pairing::WorkRules& rules,
                                  const Plan& plan, std::vector<std::size_t>& left_out) {
  std::vector<Group> groups;
  std::unordered_map<std::string, std::size_t> group_by_text;
  for (std::size_t i = 0; i < plan.pairings.size(); ++i) {
    const Pairing& pairing = plan.pairings[i];
    if (pairing.legs.empty() || known_beginning(pairing).size() != pairing.legs.size()) {
      left_out.push_back(i);
      continue;
    }
    TextPairing entry = undated_entry(schedule, rules, pairing);
    const auto [place, is_new] =
        group_by_text.try_emplace(format_pairing_text({&entry, 1}), groups.size());
    if (is_new) groups.push_back({std::move(entry), {}});
    groups[place->second].dates.push_back(day_of_first_departure(schedule, pairing));
  }
  return groups;
}

StationId base_of(const Schedule& schedule, const TextPairing& entry) {
  const StationId named = schedule.find_station(entry.name);
  if (named.exists()) return named;
  const std::string& origin = entry.duties.at(0).at(0).origin;
  const StationId start = schedule.find_station(origin);
  if (start.exists()) return start;
  throw InputError({"", 0, fmt::format("pairing {}", entry.number),
                    fmt::format("neither its name {} nor its first station {} is a station",
                                in_quotes(entry.name), in_quotes(origin)),
                    "check that the pairings belong to this schedule"});
}

void require_bounded(std::span<const TextPairing> entries) {
  std::size_t pairings = 0;
  for (const TextPairing& entry : entries) {
    pairings += entry.dates().size();
    if (pairings <= kMostPairings) continue;
    throw InputError({"", 0, fmt::format("pairing {}", entry.number),
                      fmt::format("the entries stand for more than {} pairings", kMostPairings),
                      "check the first and last dates"});
  }
}

// Makes the pairings of one entry after another.
class PlanBuilder {
 public:
  explicit PlanBuilder(const Schedule& schedule) : schedule_(schedule) {}

  void add(const TextPairing& entry) {
    const StationId base = base_of(schedule_, entry);
    for (const Day date : entry.dates()) {
      plan_.pairings.push_back({unused_name(entry.number, date), base, {}});
      for (const TextDuty& duty : entry.duties) {
        for (const TextLeg& leg : duty) add_leg(leg, date);
      }
    }
  }

  Plan take() && { return std::move(plan_); }

 private:
  // Entries may have the same number and differ in their variant, or in nothing at all.
  std::string unused_name(int number, Day date) {
    std::string name = fmt::format("{}/{}", number, format_day(date));
    const int uses = ++uses_[name];
    return uses == 1 ? name : fmt::format("{}/{}", name, uses);
  }

  void add_leg(const TextLeg& leg, Day date) {
    const Instant departure = start_of(date) + (leg.day - 1) * kDay + leg.departure;
    const FlightId flight =
        find_by_word(schedule_, leg.flight, leg.origin, leg.destination, departure);
    Pairing& pairing = plan_.pairings.back();
    if (!flight.exists()) {
      plan_.unknown_legs.push_back(
          {plan_.pairings.size() - 1, pairing.legs.size(),
           schedule::default_flight_id(leg.flight, leg.origin, departure) + '/' + leg.destination});
    }
    pairing.legs.push_back({flight, leg.role});
  }

  const Schedule& schedule_;
  Plan plan_;
  std::unordered_map<std::string, int> uses_;
};

}  // namespace

std::vector<Day> TextPairing::dates() const {
  std::vector<Day> left_out = excluded;
  std::sort(left_out.begin(), left_out.end());
  std::vector<Day> result;
  for (Day day = first; day <= last; day += std::chrono::days(1)) {
    if (!weekdays[static_cast<std::size_t>(weekday_number(day) - 1)]) continue;
    if (std::binary_search(left_out.begin(), left_out.end(), day)) continue;
    result.push_back(day);
  }
  return result;
}

TextPairings to_text_pairings(const Schedule& schedule, const pairing::WorkRules& rules,
                              const Plan& plan) {
  TextPairings result;
  for (Group& group : group_pairings(schedule, rules, plan, result.left_out)) {
    std::sort(group.dates.begin(), group.dates.end());
    for (const std::vector<Day>& dates : without_repetition(group.dates)) {
      result.entries.push_back(dated_entry(group.entry, dates));
      result.entries.back().number = static_cast<int>(result.entries.size());
    }
  }
  return result;
}

Plan from_text_pairings(const Schedule& schedule, std::span<const TextPairing> entries) {
  require_bounded(entries);
  PlanBuilder builder(schedule);
  for (const TextPairing& entry : entries) builder.add(entry);
  return std::move(builder).take();
}

}  // namespace skein::plan
