// Units of time and money. Time is counted in whole minutes, as airlines do; money in the cost
// units of the rules (100 per hour in the default preset).
#pragma once

#include <compare>
#include <cstdint>

namespace skein {

// A length of time.
class Minutes {
 public:
  constexpr Minutes() = default;
  constexpr explicit Minutes(std::int64_t count) : count_(static_cast<std::int32_t>(count)) {}

  constexpr std::int32_t count() const { return count_; }
  constexpr double hours() const { return count_ / 60.0; }

  friend constexpr auto operator<=>(Minutes, Minutes) = default;
  friend constexpr Minutes operator+(Minutes a, Minutes b) { return Minutes(a.count_ + b.count_); }
  friend constexpr Minutes operator-(Minutes a, Minutes b) { return Minutes(a.count_ - b.count_); }
  friend constexpr Minutes operator-(Minutes a) { return Minutes(-a.count_); }
  friend constexpr Minutes operator*(std::int32_t times, Minutes a) {
    return Minutes(std::int64_t{times} * a.count_);
  }
  constexpr Minutes& operator+=(Minutes other) { return *this = *this + other; }
  constexpr Minutes& operator-=(Minutes other) { return *this = *this - other; }

 private:
  std::int32_t count_ = 0;
};

constexpr Minutes hours(std::int64_t count) {
  return Minutes(60 * count);
}
constexpr Minutes kDay = hours(24);

// A moment: minutes since 1970-01-01T00:00Z.
class Instant {
 public:
  constexpr Instant() = default;
  constexpr explicit Instant(std::int64_t minutes_since_epoch)
      : minutes_(static_cast<std::int32_t>(minutes_since_epoch)) {}

  constexpr std::int32_t minutes_since_epoch() const { return minutes_; }

  friend constexpr auto operator<=>(Instant, Instant) = default;
  friend constexpr Minutes operator-(Instant a, Instant b) {
    return Minutes(std::int64_t{a.minutes_} - b.minutes_);
  }
  friend constexpr Instant operator+(Instant a, Minutes b) {
    return Instant(std::int64_t{a.minutes_} + b.count());
  }
  friend constexpr Instant operator-(Instant a, Minutes b) {
    return Instant(std::int64_t{a.minutes_} - b.count());
  }

 private:
  std::int32_t minutes_ = 0;
};

// An amount of money.
class Cost {
 public:
  constexpr Cost() = default;
  constexpr explicit Cost(double amount) : amount_(amount) {}

  constexpr double amount() const { return amount_; }

  friend constexpr auto operator<=>(Cost, Cost) = default;
  friend constexpr Cost operator+(Cost a, Cost b) { return Cost(a.amount_ + b.amount_); }
  friend constexpr Cost operator-(Cost a, Cost b) { return Cost(a.amount_ - b.amount_); }
  friend constexpr Cost operator-(Cost a) { return Cost(-a.amount_); }
  friend constexpr Cost operator*(double times, Cost a) { return Cost(times * a.amount_); }
  constexpr Cost& operator+=(Cost other) { return *this = *this + other; }
  constexpr Cost& operator-=(Cost other) { return *this = *this - other; }

 private:
  double amount_ = 0;
};

// A price per hour, charged by the minute: rate * length.
class HourlyRate {
 public:
  constexpr HourlyRate() = default;
  constexpr explicit HourlyRate(double per_hour) : per_hour_(per_hour) {}

  constexpr double per_hour() const { return per_hour_; }

  friend constexpr auto operator<=>(HourlyRate, HourlyRate) = default;
  friend constexpr Cost operator*(HourlyRate rate, Minutes length) {
    return Cost(rate.per_hour_ * length.count() / 60.0);
  }

 private:
  double per_hour_ = 0;
};

}  // namespace skein
