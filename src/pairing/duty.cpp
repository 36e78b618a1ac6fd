#include "pairing/duty.h"

namespace skein::pairing {
namespace {

Duty duty_of(const schedule::Schedule& schedule, const WorkRules& rules, std::span<const Leg> legs,
             std::size_t begin, std::size_t end) {
  Duty duty;
  duty.begin = begin;
  duty.end = end;
  duty.report = schedule.flight(legs[begin].flight).departure - rules.briefing;
  duty.release = schedule.flight(legs[end - 1].flight).arrival + rules.debriefing;
  duty.last_operated_arrival = duty.report;
  for (const Leg& leg : legs.subspan(begin, end - begin)) {
    if (leg.role != Role::kOperate) continue;
    const schedule::Flight& flight = schedule.flight(leg.flight);
    duty.flying += flight.duration();
    ++duty.operated_legs;
    duty.last_operated_arrival = flight.arrival;
  }
  return duty;
}

}  // namespace

Minutes gap_between(const schedule::Schedule& schedule, const Leg& leg, const Leg& next) {
  return schedule.flight(next.flight).departure - schedule.flight(leg.flight).arrival;
}

bool is_rest(const WorkRules& rules, Minutes gap) {
  return gap - rules.briefing - rules.debriefing >= rules.min_rest;
}

std::vector<Duty> split_into_duties(const schedule::Schedule& schedule, const WorkRules& rules,
                                    std::span<const Leg> legs) {
  std::vector<Duty> duties;
  std::size_t begin = 0;
  for (std::size_t end = 1; end <= legs.size(); ++end) {
    if (end < legs.size() && !is_rest(rules, gap_between(schedule, legs[end - 1], legs[end]))) {
      continue;
    }
    duties.push_back(duty_of(schedule, rules, legs, begin, end));
    begin = end;
  }
  return duties;
}

}  // namespace skein::pairing
