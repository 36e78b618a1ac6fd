// Local time at a station, from the IANA time zone database of the system.
#pragma once

#include <memory>
#include <string>

#include "base/calendar.h"
#include "base/units.h"

namespace skein::schedule {

class TimeZone {
 public:
  TimeZone();  // UTC

  // Throws InputError where the database has no zone of that name.
  static TimeZone named(const std::string& name);

  const std::string& name() const;
  // Local time minus UTC at that moment, daylight saving included.
  Minutes offset_at(Instant instant) const;

  friend bool operator==(const TimeZone& a, const TimeZone& b) { return a.name() == b.name(); }

 private:
  struct Offsets;
  explicit TimeZone(std::shared_ptr<const Offsets> offsets) : offsets_(std::move(offsets)) {}

  std::shared_ptr<const Offsets> offsets_;
};

// Date and time of day on the clocks of a zone.
struct LocalTime {
  Day day;
  Minutes minute_of_day;
};
LocalTime local_time(const TimeZone& zone, Instant instant);

// The moment at which the clocks of a zone show `minute_of_day` on `day`. Where they show it twice
// (clocks set back), the first; where never (set forward), the moment of the change.
Instant instant_of_local(const TimeZone& zone, Day day, Minutes minute_of_day);

}  // namespace skein::schedule
