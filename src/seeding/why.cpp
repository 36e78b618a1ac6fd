#include "seeding/why.h"

#include <algorithm>
#include <limits>

#include "seeding/connection_mask.h"
#include "seeding/static_scorer.h"

namespace skein::seeding {
namespace {

using pricing::ConnectionScores;
using pricing::NextFlight;

void add_past(const std::vector<PastConnection>& past, FlightId flight, WhyChoice& choice) {
  for (const PastConnection& connection : past) {
    if (connection.flight != flight || connection.next != choice.next) continue;
    choice.past.push_back({connection.month, connection.count});
    choice.past_count += connection.count;
  }
}

// Flights that crews went on to in the past, and that are no candidates now.
std::vector<FlightId> only_in_past(const std::vector<PastConnection>& past, FlightId flight,
                                   const std::vector<WhyChoice>& choices) {
  std::vector<FlightId> found;
  for (const PastConnection& connection : past) {
    const FlightId next = connection.next;
    if (connection.flight != flight || !next.exists()) continue;
    const bool is_known = std::any_of(choices.begin(), choices.end(),
                                      [next](const WhyChoice& c) { return c.next == next; });
    if (!is_known && std::find(found.begin(), found.end(), next) == found.end()) {
      found.push_back(next);
    }
  }
  return found;
}

std::vector<WhyChoice> choices_of(const ConnectionScores& scores,
                                  const std::vector<PastConnection>& past, FlightId flight) {
  std::vector<WhyChoice> choices;
  const auto add = [&choices](FlightId next, double probability) {
    WhyChoice choice;
    choice.next = next;
    choice.probability = probability;
    choices.push_back(choice);
  };
  for (const NextFlight& next : scores.outlook[flight].next) add(next.flight, next.probability);
  for (FlightId next : only_in_past(past, flight, choices)) add(next, 0);
  add(FlightId::none(), scores.outlook[flight].ends);
  return choices;
}

}  // namespace

Why explain(const schedule::Schedule& schedule, const pairing::Rules& rules,
            const ConnectionScores& scores, const Links& joint,
            const std::vector<PastConnection>& past, FlightId flight) {
  Why why;
  why.flight = flight;
  why.previous = joint.previous[flight];
  why.starts = scores.starts[flight];
  why.layover = scores.layover[flight];
  why.choices = choices_of(scores, past, flight);
  double joint_probability = 0;
  for (WhyChoice& choice : why.choices) {
    add_past(past, flight, choice);
    if (choice.next == joint.next[flight]) joint_probability = choice.probability;
    if (!choice.next.exists()) continue;
    choice.may_connect = may_connect(schedule, rules.work, flight, choice.next);
    choice.taken_by = joint.previous[choice.next];
    if (choice.taken_by.exists()) {
      choice.taken_with = probability_of(scores.outlook[choice.taken_by], choice.next);
    }
  }
  std::stable_sort(
      why.choices.begin(), why.choices.end(),
      [](const WhyChoice& a, const WhyChoice& b) { return a.probability > b.probability; });
  why.best_alone = why.choices.front().next;
  why.best_jointly = joint.next[flight];
  why.changed = why.best_alone != why.best_jointly;
  const double best = why.choices.front().probability;
  why.given_up =
      joint_probability > 0 ? best / joint_probability : std::numeric_limits<double>::infinity();
  return why;
}

}  // namespace skein::seeding
