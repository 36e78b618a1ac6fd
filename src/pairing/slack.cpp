#include "pairing/slack.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace skein::pairing {
namespace {

using schedule::Flight;
using schedule::Schedule;

class SlackSurvey {
 public:
  SlackSurvey(const Schedule& schedule, const WorkRules& rules, StationId base,
              std::span<const Leg> legs)
      : schedule_(schedule),
        rules_(rules),
        base_(base),
        legs_(legs),
        duties_(split_into_duties(schedule, rules, legs)) {}

  std::vector<Slack> run() && {
    if (legs_.empty()) return {};
    for (std::size_t i = 0; i + 1 < legs_.size(); ++i) measure_connection(i);
    for (std::size_t i = 0; i + 1 < duties_.size(); ++i) measure_rest(i);
    for (const Duty& duty : duties_) measure_duty(duty);
    measure_whole();
    std::sort(found_.begin(), found_.end(),
              [](const Slack& a, const Slack& b) { return a.rule < b.rule; });
    return std::move(found_);
  }

 private:
  const Flight& flight(std::size_t leg) const { return schedule_.flight(legs_[leg].flight); }

  // Keeps the tightest of each rule.
  void keep(Slack slack) {
    const auto known = std::find_if(found_.begin(), found_.end(),
                                    [&](const Slack& other) { return other.rule == slack.rule; });
    if (known == found_.end()) {
      found_.push_back(std::move(slack));
    } else if (slack.room() < known->room()) {
      *known = std::move(slack);
    }
  }

  void at_most(Rule rule, Minutes actual, std::optional<Minutes> limit,
               std::vector<FlightId> flights) {
    if (!limit) return;
    keep({rule, std::move(flights), static_cast<double>(actual.count()),
          static_cast<double>(limit->count()), false, true});
  }
  void at_most(Rule rule, int actual, std::optional<int> limit, std::vector<FlightId> flights) {
    if (!limit) return;
    keep({rule, std::move(flights), static_cast<double>(actual), static_cast<double>(*limit), false,
          false});
  }
  void at_least(Rule rule, Minutes actual, Minutes limit, std::vector<FlightId> flights) {
    keep({rule, std::move(flights), static_cast<double>(actual.count()),
          static_cast<double>(limit.count()), true, true});
  }

  bool is_accepted(std::size_t leg, Minutes gap) const {
    const auto& accepted = rules_.accepted_connections;
    return gap >= Minutes(0) &&
           std::find(accepted.begin(), accepted.end(),
                     std::pair(flight(leg).id, flight(leg + 1).id)) != accepted.end();
  }

  void measure_connection(std::size_t leg) {
    const std::vector<FlightId> flights = {legs_[leg].flight, legs_[leg + 1].flight};
    const Minutes gap = gap_between(schedule_, legs_[leg], legs_[leg + 1]);
    if (!is_accepted(leg, gap)) {
      at_least(Rule::kMinConnection, gap, rules_.min_connection, flights);
    }
    if (!is_rest(rules_, gap)) at_most(Rule::kMaxSit, gap, rules_.max_sit, flights);
  }

  void measure_rest(std::size_t number) {
    const Duty& before = duties_[number];
    const Duty& after = duties_[number + 1];
    const bool at_base = flight(before.end - 1).destination == base_;
    Minutes least = rules_.min_rest;
    if (at_base) least = std::max(least, rules_.min_rest_at_base.value_or(least));
    if (rules_.rest_covers_previous_duty) least = std::max(least, before.span());
    at_least(Rule::kMinRest, after.report - before.release, least,
             {legs_[before.end - 1].flight, legs_[after.begin].flight});
  }

  void measure_duty(const Duty& duty) {
    std::vector<FlightId> flights;
    for (std::size_t i = duty.begin; i < duty.end; ++i) flights.push_back(legs_[i].flight);
    at_most(Rule::kMaxDutyFlying, duty.flying, rules_.max_duty_flying, flights);
    at_most(Rule::kMaxDutySpan, duty.span(), rules_.max_duty_span, flights);
    at_most(Rule::kMaxDutyLegs, duty.operated_legs, rules_.max_duty_legs, flights);
    if (duty.operated_legs == 0) return;
    const StationId from = flight(duty.begin).origin;
    if (rules_.duty_period_limits) {
      at_most(Rule::kDutyPeriodLimit, duty.duty_period(),
              duty_period_limit(schedule_, rules_, base_, from, duty.report, duty.operated_legs),
              flights);
    }
    if (rules_.flight_time_limits) {
      at_most(Rule::kFlightTimeLimit, duty.flying,
              flight_time_limit(schedule_, rules_, base_, from, duty.report), flights);
    }
  }

  void measure_whole() {
    const std::vector<FlightId> ends = {legs_.front().flight, legs_.back().flight};
    std::set<Day> days;
    for (std::size_t i = 0; i < legs_.size(); ++i) {
      days.insert(local_time(schedule_.station(base_).zone, flight(i).departure).day);
    }
    int landings = 0;
    Minutes flying;
    for (const Duty& duty : duties_) {
      landings += duty.operated_legs;
      flying += duty.flying;
    }
    at_most(Rule::kMaxDuties, static_cast<int>(duties_.size()), rules_.max_duties, ends);
    at_most(Rule::kMaxDays, static_cast<int>(days.size()), rules_.max_days, ends);
    at_most(Rule::kMaxLandings, landings, rules_.max_landings, ends);
    at_most(Rule::kMaxFlying, flying, rules_.max_flying, ends);
  }

  const Schedule& schedule_;
  const WorkRules& rules_;
  StationId base_;
  std::span<const Leg> legs_;
  std::vector<Duty> duties_;
  std::vector<Slack> found_;
};

}  // namespace

std::vector<Slack> slacks(const Schedule& schedule, const WorkRules& rules, StationId base,
                          std::span<const Leg> legs) {
  return SlackSurvey(schedule, rules, base, legs).run();
}

}  // namespace skein::pairing
