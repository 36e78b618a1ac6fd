#include "schedule/time_zone.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <vector>

#include <date/tz.h>

#include "base/input_error.h"

namespace skein::schedule {

// Offsets in force from each change on. The database is asked once per zone; afterwards a look-up
// is a binary search in a few hundred entries.
struct TimeZone::Offsets {
  struct Change {
    Instant from;
    Minutes offset;
  };
  std::string name;
  std::vector<Change> changes;
};

namespace {

using Seconds = date::sys_seconds;

const date::time_zone& find_zone(const std::string& name) {
  try {
    return *date::locate_zone(name);
  } catch (const std::exception&) {
    throw InputError({"", 0, "time_zone", in_quotes(name) + " is not a known time zone",
                      "use an IANA name such as America/New_York"});
  }
}

Minutes to_minutes(std::chrono::seconds seconds) {
  return Minutes(std::chrono::floor<std::chrono::minutes>(seconds).count());
}

}  // namespace

TimeZone::TimeZone() : TimeZone(named("UTC")) {}

TimeZone TimeZone::named(const std::string& name) {
  static std::mutex mutex;
  static std::map<std::string, std::shared_ptr<const Offsets>> known;
  const std::lock_guard lock(mutex);
  const auto found = known.find(name);
  if (found != known.end()) return TimeZone(found->second);

  Offsets offsets{name, {}};
  const date::time_zone& zone = find_zone(name);
  const Seconds last(date::sys_days(date::year(2200) / 1 / 1));
  for (Seconds at(date::sys_days(date::year(1970) / 1 / 1)); at < last;) {
    const date::sys_info info = zone.get_info(at);
    offsets.changes.push_back(
        {Instant(to_minutes(at.time_since_epoch()).count()), to_minutes(info.offset)});
    at = info.end;
  }
  return TimeZone(known[name] = std::make_shared<const Offsets>(std::move(offsets)));
}

const std::string& TimeZone::name() const {
  return offsets_->name;
}

Minutes TimeZone::offset_at(Instant instant) const {
  const auto& changes = offsets_->changes;
  const auto after =
      std::upper_bound(changes.begin(), changes.end(), instant,
                       [](Instant at, const Offsets::Change& change) { return at < change.from; });
  return after == changes.begin() ? changes.front().offset : std::prev(after)->offset;
}

LocalTime local_time(const TimeZone& zone, Instant instant) {
  const Instant local = instant + zone.offset_at(instant);
  return {day_of(local), minute_of_day(local)};
}

Instant instant_of_local(const TimeZone& zone, Day day, Minutes minute_of_day) {
  const Instant local = start_of(day) + minute_of_day;
  // The offset at the answer is the one a day before or a day after: changes are further apart.
  const Minutes before = zone.offset_at(local - kDay);
  const Minutes after = zone.offset_at(local + kDay);
  const Instant early = local - before;
  if (zone.offset_at(early) == before) return early;
  const Instant late = local - after;
  if (zone.offset_at(late) == after) return late;
  // The clocks skip this time: look for the change between the two readings.
  Instant low = std::min(early, late);
  Instant high = std::max(early, late);
  while (high - low > Minutes(1)) {
    const Instant middle = low + Minutes((high - low).count() / 2);
    (zone.offset_at(middle) == before ? low : high) = middle;
  }
  return high;
}

}  // namespace skein::schedule
