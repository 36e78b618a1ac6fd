#include "diagnosis/survey.h"

#include <algorithm>
#include <utility>

namespace skein::diagnosis {
namespace {

using pricing::FlightRange;
using schedule::Schedule;

// How far the days around reach, and how far apart flights are asked about separately.
constexpr Minutes kAround = 4 * kDay;
constexpr Minutes kApart = 2 * kDay;

std::vector<Flights> split_where_far_apart(const Schedule& schedule, const Flights& flights) {
  std::vector<Flights> parts;
  for (FlightId flight : flights) {
    const auto departure = [&](FlightId id) { return schedule.flight(id).departure; };
    if (parts.empty() || departure(flight) - departure(parts.back().back()) > kApart) {
      parts.emplace_back();
    }
    parts.back().push_back(flight);
  }
  return parts;
}

FlightRange range_around(const Schedule& schedule, const Flights& flights) {
  const Instant begin = schedule.flight(flights.front()).departure - kAround;
  const Instant end = schedule.flight(flights.back()).departure + kAround;
  FlightRange range{flights.front().index(), flights.back().index() + 1};
  while (range.begin > 0 && schedule.flight(FlightId(range.begin - 1)).departure >= begin) {
    --range.begin;
  }
  while (range.end < schedule.flights().size() &&
         schedule.flight(FlightId(range.end)).departure <= end) {
    ++range.end;
  }
  return range;
}

std::vector<Found> answer(const TravelRules& rules, const Question& question,
                          const std::vector<std::optional<Change>>& relaxed,
                          const WayLimits& limits) {
  const Journeys journeys(rules, question.base, question.flights, question.range, limits);
  std::vector<Found> found(relaxed.size());
  for (std::size_t r = 0; r < relaxed.size(); ++r) {
    for (FlightId flight : question.flights) {
      Journey journey = journeys.best(flight, relaxed[r]);
      if (journey.exists()) found[r].emplace(flight, std::move(journey));
    }
  }
  return found;
}

void keep_better(Found& best, Found&& more) {
  for (auto& [flight, journey] : more) {
    const auto place = best.find(flight);
    if (place == best.end()) {
      best.emplace(flight, std::move(journey));
    } else if (journey.is_better_than(place->second)) {
      place->second = std::move(journey);
    }
  }
}

}  // namespace

std::vector<Question> whole_month(const Schedule& schedule, const std::vector<StationId>& stations,
                                  const Flights& flights) {
  std::vector<Question> questions;
  if (flights.empty()) return questions;
  for (StationId station : stations) {
    questions.push_back({station, flights, {0, schedule.flights().size()}});
  }
  return questions;
}

std::vector<Question> days_around(const Schedule& schedule, const std::vector<StationId>& stations,
                                  const Flights& flights) {
  std::vector<Question> questions;
  for (const Flights& part : split_where_far_apart(schedule, flights)) {
    const FlightRange range = range_around(schedule, part);
    for (StationId station : stations) questions.push_back({station, part, range});
  }
  return questions;
}

std::vector<Found> survey(const TravelRules& rules, const std::vector<Question>& questions,
                          const std::vector<std::optional<Change>>& relaxed,
                          const WayLimits& limits, Workers& workers) {
  std::vector<std::vector<Found>> answers(questions.size());
  workers.run(questions.size(), [&](std::size_t number, std::size_t) {
    answers[number] = answer(rules, questions[number], relaxed, limits);
  });
  std::vector<Found> best(relaxed.size());
  for (std::vector<Found>& found : answers) {
    for (std::size_t r = 0; r < best.size(); ++r) keep_better(best[r], std::move(found[r]));
  }
  return best;
}

}  // namespace skein::diagnosis
