#include "support/enumeration.h"

#include <string>

#include "base/calendar.h"
#include "pairing/legality.h"

namespace skein::test {
namespace {

using pairing::Extent;
using pairing::Leg;
using pairing::Pairing;
using pairing::Role;
using schedule::Schedule;

class Enumeration {
 public:
  Enumeration(const Schedule& schedule, const pairing::Rules& rules)
      : schedule_(schedule), rules_(rules) {}

  std::vector<Pairing> run() {
    for (StationId base : schedule_.bases()) {
      base_ = base;
      go_on(0);
    }
    return std::move(found_);
  }

 private:
  void go_on(std::size_t from) {
    for (std::size_t next = from; next < schedule_.flights().size(); ++next) {
      for (Role role : {Role::kOperate, Role::kDeadhead}) {
        legs_.push_back({FlightId(next), role});
        if (violations(schedule_, rules_.work, base_, legs_, Extent::kBeginning).empty()) {
          keep_if_whole();
          go_on(next + 1);
        }
        legs_.pop_back();
      }
    }
  }

  void keep_if_whole() {
    bool operates = false;
    for (const Leg& leg : legs_) operates |= leg.role == Role::kOperate;
    if (operates && violations(schedule_, rules_.work, base_, legs_).empty()) {
      found_.push_back({"", base_, legs_});
    }
  }

  const Schedule& schedule_;
  const pairing::Rules& rules_;
  StationId base_;
  std::vector<Leg> legs_;
  std::vector<Pairing> found_;
};

}  // namespace

std::vector<Pairing> all_legal_pairings(const Schedule& schedule, const pairing::Rules& rules) {
  return Enumeration(schedule, rules).run();
}

Schedule tiny_schedule(Rng& rng, int flights, int bases, int fleets) {
  schedule::ScheduleBuilder builder;
  const std::vector<std::string> codes = {"AAA", "BBB", "CCC", "DDD"};
  const std::vector<std::string> zones = {"UTC", "America/Denver", "America/New_York", "UTC"};
  for (std::size_t i = 0; i < codes.size(); ++i) {
    schedule::Station station;
    station.code = codes[i];
    station.zone = schedule::TimeZone::named(zones[i]);
    station.position = schedule::Position{40, -30.0 * static_cast<double>(i)};
    station.is_base = static_cast<int>(i) < bases;
    station.crews = station.is_base ? rng.between(1, 10) : 0;
    builder.add_station(station);
  }
  const Instant begin = start_of(Day(std::chrono::days(13'930)));
  const int days = rng.between(1, 3);
  std::size_t at = 0;
  Instant time = begin + Minutes(rng.between(300, 700));
  for (int i = 0; i < flights; ++i) {
    std::size_t to = rng.below(codes.size());
    if (to == at) to = (to + 1) % codes.size();
    const Minutes length(rng.between(40, 260));
    schedule::FlightRecord record;
    record.number = std::to_string(i);
    record.id = "F" + std::to_string(i);
    record.origin = codes[at];
    record.destination = codes[to];
    record.departure = time;
    record.arrival = time + length;
    record.fleet = "fleet" + std::to_string(rng.below(static_cast<std::uint64_t>(fleets)));
    builder.add_flight(record);
    // An aircraft goes on, rests, or another one starts somewhere.
    at = to;
    time =
        record.arrival + Minutes(rng.chance(0.25) ? rng.between(500, 900) : rng.between(25, 120));
    if (rng.chance(0.25) || time > begin + days * kDay) {
      at = rng.below(2);
      time = begin + Minutes(rng.between(240, days * 1440 - 400));
    }
  }
  return std::move(builder).build();
}

}  // namespace skein::test
