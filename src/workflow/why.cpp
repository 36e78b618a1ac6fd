#include "workflow/why.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/calendar.h"
#include "base/input_error.h"
#include "base/workers.h"
#include "features/slot_history.h"
#include "predictor/month_scorer.h"
#include "report/text.h"
#include "seeding/joint_chains.h"
#include "seeding/why.h"
#include "workflow/check.h"
#include "workflow/version.h"

namespace skein::workflow {
namespace {

using nlohmann::ordered_json;

constexpr int kLikeGap = 30;           // minutes by which a past connection may have been longer
constexpr std::size_t kMonthText = 7;  // 2008-01

FlightId find_flight(const WhyRequest& request, const schedule::Schedule& schedule) {
  const FlightId flight = schedule.find_flight(request.flight);
  if (flight.exists()) return flight;
  throw InputError({request.month, 0, "flight",
                    in_quotes(request.flight) + " is not in the schedule",
                    "give the id of a flight, such as " + schedule.flights().items().front().id});
}

// What crews did after flights like this one, in the months that the model has learnt from, as
// connections to the candidates of today.
std::vector<seeding::PastConnection> past_connections(const predictor::ConnectionModel& model,
                                                      const schedule::Schedule& schedule,
                                                      const pricing::FlightOutlook& outlook,
                                                      FlightId flight) {
  const features::SlotView view(model.past, schedule);
  const Instant landed = schedule.flight(flight).arrival;
  std::map<std::pair<std::string, FlightId>, int> counts;
  for (const auto& like : view.after(flight, StationId::none(), 0).flights) {
    const std::string month =
        format_day(Day(std::chrono::days(like.past->slot.day))).substr(0, kMonthText);
    if (like.past->next_destination == features::PastFlight::kNone) {
      ++counts[{month, FlightId::none()}];
      continue;
    }
    for (const pricing::NextFlight& next : outlook.next) {
      const schedule::Flight& candidate = schedule.flight(next.flight);
      const auto gap = static_cast<int>((candidate.departure - landed).count());
      if (view.number(candidate.destination) != like.past->next_destination) continue;
      if (std::abs(gap - like.past->gap) > kLikeGap) continue;
      ++counts[{month, next.flight}];
      break;
    }
  }
  std::vector<seeding::PastConnection> past;
  for (const auto& [what, count] : counts) past.push_back({what.first, flight, what.second, count});
  return past;
}

std::string name_of(const schedule::Schedule& schedule, FlightId flight) {
  return flight.exists() ? schedule.flight(flight).id : "ends here";
}

std::string line_of(const schedule::Schedule& schedule, FlightId id) {
  const schedule::Flight& flight = schedule.flight(id);
  return fmt::format("{}, {} to {}, {} to {}", flight.id, schedule.station(flight.origin).code,
                     schedule.station(flight.destination).code, format_instant(flight.departure),
                     format_instant(flight.arrival));
}

std::string past_text(const seeding::WhyChoice& choice) {
  std::string text;
  for (const seeding::PastMonth& month : choice.past) {
    text += fmt::format("{}{} in {}", text.empty() ? "" : ", ", month.count, month.month);
  }
  return text.empty() ? "-" : text;
}

std::string table_of(const schedule::Schedule& schedule, const seeding::Why& why) {
  report::TextTable table({"next", "to", "leaves after", "likely", "done before", "in the month"});
  const Instant landed = schedule.flight(why.flight).arrival;
  for (const seeding::WhyChoice& choice : why.choices) {
    const bool chosen = choice.next == why.best_jointly;
    if (!choice.next.exists()) {
      table.add({"ends here", "", "", report::percent(choice.probability), past_text(choice),
                 chosen ? "chosen" : ""});
      continue;
    }
    const schedule::Flight& next = schedule.flight(choice.next);
    const std::string taken =
        chosen                ? "chosen"
        : !choice.may_connect ? "not allowed"
        : choice.taken_by.exists()
            ? fmt::format("after {} ({})", schedule.flight(choice.taken_by).id,
                          report::percent(choice.taken_with))
            : "starts a pairing";
    table.add({next.id, schedule.station(next.destination).code,
               format_duration(next.departure - landed), report::percent(choice.probability),
               past_text(choice), taken});
  }
  return table.text();
}

std::string text_of(const schedule::Schedule& schedule, const seeding::Why& why) {
  std::string text = line_of(schedule, why.flight) + "\n";
  text += fmt::format("starts a pairing with {}, comes after a layover with {}\n",
                      report::percent(why.starts), report::percent(why.layover));
  text += why.previous.exists()
              ? fmt::format("in the month it comes after {}\n\n", schedule.flight(why.previous).id)
              : "in the month it starts a pairing\n\n";
  text += table_of(schedule, why);
  if (!why.changed) return text + "\nthe likeliest choice is free\n";
  text +=
      fmt::format("\nalone it would go on with {}; that no flight is used twice changes it to {}",
                  name_of(schedule, why.best_alone), name_of(schedule, why.best_jointly));
  text += std::isfinite(why.given_up) ? fmt::format(", {:.1f} times less likely\n", why.given_up)
                                      : std::string("\n");
  return text;
}

ordered_json json_of(const schedule::Schedule& schedule, const seeding::Why& why) {
  ordered_json summary;
  summary["command"] = "why";
  summary["version"] = version();
  summary["flight"] = schedule.flight(why.flight).id;
  summary["starts"] = why.starts;
  summary["layover"] = why.layover;
  const auto name = [&](FlightId flight) {
    return flight.exists() ? ordered_json(schedule.flight(flight).id) : ordered_json(nullptr);
  };
  summary["previous"] = name(why.previous);
  summary["best_alone"] = name(why.best_alone);
  summary["best_jointly"] = name(why.best_jointly);
  summary["changed"] = why.changed;
  for (const seeding::WhyChoice& choice : why.choices) {
    summary["choices"].push_back({{"next", name(choice.next)},
                                  {"probability", choice.probability},
                                  {"may_connect", choice.may_connect},
                                  {"taken_by", name(choice.taken_by)},
                                  {"past", choice.past_count}});
  }
  return summary;
}

}  // namespace

WhyOutcome explain_flight(const WhyRequest& request) {
  Workers workers(request.threads);
  const predictor::ConnectionModel model = predictor::read_connection_model(request.model);
  const plan::Month month = read_month_with_rules(request.month, request.rules);
  const FlightId flight = find_flight(request, month.schedule);
  const predictor::MonthScorer scorer(model, month, workers);
  const pricing::ConnectionScores scores = scorer.scores(workers);
  const seeding::JointLinks joint = seeding::decode_jointly(month.schedule, month.rules, scores);
  const seeding::Why why = seeding::explain(
      month.schedule, month.rules, scores, joint.links,
      past_connections(model, month.schedule, scores.outlook[flight], flight), flight);
  return {text_of(month.schedule, why), json_of(month.schedule, why).dump(2) + "\n"};
}

}  // namespace skein::workflow
