#include "features/choice_features.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "base/random.h"
#include "pairing/cost.h"

namespace skein::features {
namespace {

using history::NextFlight;
using pricing::CrewState;
using schedule::Flight;

constexpr std::size_t kHoursOfClock = 8;
// What limits are taken for where the rules have none: those of the default preset.
constexpr Minutes kUsualSpan = hours(12);
constexpr Minutes kUsualFlying = hours(8);
constexpr int kUsualDays = 4;

constexpr std::array kGap{30.0,  45.0,  60.0,  75.0,  90.0,  120.0,  180.0,  270.0, 420.0,
                          570.0, 630.0, 690.0, 740.0, 850.0, 1050.0, 1440.0, 2160.0};
constexpr std::array kLength{45.0, 90.0, 150.0, 240.0, 360.0};
constexpr std::array kRank{0.0, 1.0, 2.0, 3.0, 5.0, 8.0, 13.0};
constexpr std::array kCount{0.0, 1.0, 2.0, 4.0, 8.0, 16.0};
constexpr std::array kCost{0.0, 30.0, 90.0, 180.0, 300.0, 450.0, 600.0, 900.0};
constexpr std::array kCostAbove{0.0, 20.0, 60.0, 120.0, 250.0, 500.0};
constexpr std::array kShort{0.0, 10.0, 30.0, 90.0};
constexpr std::array kShareOfLimit{0.0, 0.25, 0.5, 0.7, 0.85, 1.0};
constexpr std::array kWayHome{0.0, 90.0, 180.0, 360.0, 720.0, 1440.0};
constexpr std::array kDaysLeft{-1.0, 0.0, 1.0, 2.0, 3.0};
constexpr std::array kDutiesLeft{0.0, 1.0, 2.0, 3.0};
constexpr std::array kLegs{1.0, 2.0, 3.0, 4.0, 5.0};
constexpr std::array kTraffic{-7.0, -5.0, -3.5, -2.0, -1.0};  // logarithms of shares
constexpr std::array kShare{0.0, 0.1, 0.35, 0.7, 1.0};

double minutes(Minutes length) {
  return length.count();
}

// A few numbers that are the same for the same name, and hardly for any other.
NameVector vector_of(const std::string& name, std::uint64_t seed) {
  NameVector vector{};
  Rng numbers = Rng(seed).split(name);
  const double scale = 1 / std::sqrt(static_cast<double>(vector.size()));
  for (float& number : vector) number = static_cast<float>(scale * numbers.normal());
  return vector;
}

}  // namespace

// What is the same for all candidates.
struct ChoiceFeatures::Landing {
  FlightId id;
  const Flight& flight;
  StationId base;
  const CrewState* state = nullptr;
  std::optional<SlotView::After> past;
};

ChoiceFeatures::ChoiceFeatures(const plan::Month& month, const FeatureOptions& options,
                               const SlotView* past)
    : schedule_(month.schedule),
      work_(month.rules.work),
      cost_(month.rules.cost),
      options_(options),
      past_(options.history ? past : nullptr),
      models_(month.schedule, month.rules),
      next_(month.schedule, month.rules, options.candidates),
      fair_(month.schedule, month.rules, next_),
      traffic_(month.schedule.stations().size(), 0.0) {
  const double each = 1 / static_cast<double>(std::max<std::size_t>(1, schedule_.flights().size()));
  for (const FlightId id : schedule_.flight_ids()) {
    const Flight& flight = schedule_.flight(id);
    const auto& from = schedule_.station(flight.origin).zone;
    const auto& to = schedule_.station(flight.destination).zone;
    traffic_[flight.origin] += each;
    departure_minute_.push_back(local_time(from, flight.departure).minute_of_day.count());
    arrival_minute_.push_back(local_time(to, flight.arrival).minute_of_day.count());
    before_.push_back(past_ != nullptr ? past_->before(id) : SlotView::Before{});
  }
  for (const StationId station : schedule_.station_ids()) {
    ways_home_.push_back(schedule_.station(station).is_base
                             ? std::make_unique<WaysHome>(schedule_, work_.min_connection, station)
                             : nullptr);
    station_names_.push_back(vector_of(schedule_.station(station).code, options_.name_seed));
  }
  for (const std::string& fleet : schedule_.fleets()) {
    fleet_names_.push_back(vector_of(fleet, options_.name_seed));
  }
  collect_names();
}

// With the first flight in all roles: which channels there are does not depend on values.
void ChoiceFeatures::collect_names() {
  if (schedule_.flights().empty()) return;
  const FlightId first(0);
  const Landing any{first, schedule_.flight(first), StationId::none(), nullptr, std::nullopt};
  const std::vector<NextFlight> one{{first, 0, std::nullopt}};
  Channels channels(&names_);
  put_landing(any, channels);
  put_candidate(any, one, 0, channels);
  Channels of_flight(&flight_names_);
  put_flight(first, false, of_flight);
}

std::vector<NextFlight> ChoiceFeatures::candidates(const Chooser& chooser) const {
  const bool known = options_.state && chooser.state != nullptr;
  return next_.after(chooser.flight, known ? models_.of(chooser.base) : nullptr,
                     known ? chooser.state : nullptr);
}

ChoiceFeatures::Landing ChoiceFeatures::landing(const Chooser& chooser, bool with_past) const {
  Landing landing{chooser.flight, schedule_.flight(chooser.flight), StationId::none(), nullptr,
                  std::nullopt};
  if (options_.state && chooser.state != nullptr) {
    landing.base = chooser.base;
    landing.state = chooser.state;
  }
  if (with_past && past_ != nullptr) {
    const int legs = landing.state != nullptr ? landing.state->duty_legs : 0;
    landing.past = past_->after(chooser.flight, landing.base, legs);
  }
  return landing;
}

void ChoiceFeatures::describe(const Chooser& chooser, std::span<const NextFlight> candidates,
                              bool with_past, std::span<float> values) const {
  const std::size_t places = options_.candidates.most;
  const Landing landed = landing(chooser, with_past);
  Channels shared;
  put_landing(landed, shared);
  Channels own;
  for (std::size_t place = 0; place < candidates.size(); ++place) {
    own.clear();
    put_candidate(landed, candidates, place, own);
    std::size_t channel = 0;
    for (const float value : shared.values()) values[channel++ * places + place] = value;
    for (const float value : own.values()) values[channel++ * places + place] = value;
  }
}

void ChoiceFeatures::put_landing(const Landing& landing, Channels& channels) const {
  const StationId here = landing.flight.destination;
  channels.put("candidate", 1);
  channels.clock("landed at", kHoursOfClock, arrival_minute_[landing.id]);
  channels.hats("landed after", kLength, minutes(landing.flight.duration()));
  channels.flag("at a base", schedule_.station(here).is_base);
  channels.hats("traffic here", kTraffic, std::log(traffic_[here] + 1e-4));
  channels.flag("came from a base", schedule_.station(landing.flight.origin).is_base);
  put_name("came from", station_names_[landing.flight.origin], channels);
  put_name("here", station_names_[here], channels);
  put_name("fleet", fleet_names_[landing.flight.fleet], channels);
  channels.put("fair share of ends", fair_.ends(landing.id));
  if (options_.state) put_crew(landing, channels);
  if (!options_.history) return;
  const SlotView::After* past = landing.past ? &*landing.past : nullptr;
  const auto of = [&](double share) { return past ? std::optional(share) : std::nullopt; };
  const SlotView::After none{};
  const SlotView::After& known = past ? *past : none;
  channels.put("past flights exact", std::log1p(known.count.exact) / 2);
  channels.put("past flights near", std::log1p(known.count.near) / 2);
  channels.put("past flights alike", std::log1p(known.count.alike) / 2);
  channels.hats("ended here exact", kShare, known.count.exact > 0 ? of(known.ends.exact) : of(0));
  channels.put("ended here exactly", known.ends.exact);
  channels.put("ended here near", known.ends.near);
  channels.put("ended here alike", known.ends.alike);
}

void ChoiceFeatures::put_crew(const Landing& landing, Channels& channels) const {
  const CrewState* state = landing.state;
  const auto of = [&](auto value) {
    return state ? std::optional(static_cast<double>(value(*state))) : std::nullopt;
  };
  const double span_limit = minutes(work_.max_duty_span.value_or(kUsualSpan));
  const double flying_limit = minutes(work_.max_duty_flying.value_or(kUsualFlying));
  channels.flag("crew known", state != nullptr);
  channels.flag("at own base", state != nullptr && state->station == landing.base);
  channels.hats("duty legs", kLegs, of([](const CrewState& s) { return s.duty_legs; }));
  channels.hats("duty flying", kShareOfLimit,
                of([&](const CrewState& s) { return minutes(s.duty_flying) / flying_limit; }));
  channels.hats("duty span", kShareOfLimit, of([&](const CrewState& s) {
                  return minutes(s.free_from - s.report) / span_limit;
                }));
  channels.hats("days left", kDutiesLeft, of([&](const CrewState& s) {
                  return work_.max_days.value_or(kUsualDays) - s.days;
                }));
  channels.hats("duties left", kDutiesLeft, of([&](const CrewState& s) {
                  return work_.max_duties.value_or(kUsualDays) - s.duties;
                }));
  std::optional<double> home;
  if (state != nullptr && ways_home_[landing.base]) {
    const auto arrival = ways_home_[landing.base]->after(landing.id);
    home = arrival ? minutes(*arrival - state->free_from) : kWayHome.back();
  }
  channels.hats("way home", kWayHome, home);
}

void ChoiceFeatures::put_candidate(const Landing& landing, std::span<const NextFlight> all,
                                   std::size_t place, Channels& channels) const {
  const NextFlight& next = all[place];
  const Flight& flight = schedule_.flight(next.flight);
  const double gap = minutes(flight.departure - landing.flight.arrival);
  channels.hats("gap", kGap, gap);
  channels.hats("rank", kRank, static_cast<double>(place));
  channels.hats("rank of all", kRank, static_cast<double>(next.rank));
  channels.clock("departs at", kHoursOfClock, departure_minute_[next.flight]);
  channels.hats("duration", kLength, minutes(flight.duration()));
  const auto departure = [&](std::size_t k) { return schedule_.flight(all[k].flight).departure; };
  channels.hats("after the candidate before", kShort,
                place > 0 ? minutes(flight.departure - departure(place - 1)) : kShort.back());
  channels.hats(
      "before the next candidate", kShort,
      place + 1 < all.size() ? minutes(departure(place + 1) - flight.departure) : kShort.back());
  channels.flag("last candidate", place + 1 == all.size());
  std::size_t same = 0;
  std::size_t rank_of_kind = 0;  // among connections, or among rests
  const bool rests = flight.departure - landing.flight.arrival >= next_.least_rest_gap();
  for (std::size_t k = 0; k < place; ++k) {
    const Flight& other = schedule_.flight(all[k].flight);
    if (other.destination == flight.destination) ++same;
    const bool other_rests = other.departure - landing.flight.arrival >= next_.least_rest_gap();
    if (rests == other_rests) ++rank_of_kind;
  }
  channels.hats("earlier ones to there", kCount, static_cast<double>(same));
  channels.flag("rests", rests);
  channels.hats("rank of rests", kRank,
                rests ? std::optional(static_cast<double>(rank_of_kind)) : std::nullopt);
  channels.flag("back to where it came from", flight.destination == landing.flight.origin);
  channels.flag("same aircraft", flight.tail.exists() && flight.tail == landing.flight.tail);
  channels.flag("other aircraft", flight.tail.exists() && landing.flight.tail.exists() &&
                                      flight.tail != landing.flight.tail);
  channels.flag("to a base", schedule_.station(flight.destination).is_base);
  channels.hats("traffic there", kTraffic, std::log(traffic_[flight.destination] + 1e-4));
  put_name("to", station_names_[flight.destination], channels);
  put_costs(landing, all, place, channels);
  put_station(landing, next, channels);
  if (options_.state) put_crew_after(landing, next, channels);
  if (options_.history) put_past(landing, next, channels);
}

// What planners minimize: of the candidate, and against the others.
void ChoiceFeatures::put_costs(const Landing& landing, std::span<const NextFlight> all,
                               std::size_t place, Channels& channels) const {
  const auto cost_of = [&](const NextFlight& next) {
    const Minutes gap = schedule_.flight(next.flight).departure - landing.flight.arrival;
    return pairing::gap_cost(cost_, gap).amount();
  };
  const double own = cost_of(all[place]);
  double least = own;
  std::size_t cheaper = 0;
  for (const NextFlight& next : all) {
    const double cost = cost_of(next);
    least = std::min(least, cost);
    if (cost < own) ++cheaper;
  }
  channels.hats("cost of the gap", kCost, own);
  channels.hats("cost above the cheapest", kCostAbove, own - least);
  channels.hats("cheaper ones", kRank, static_cast<double>(cheaper));
}

// Who else could take the candidate, and what else there is to take.
void ChoiceFeatures::put_station(const Landing& landing, const NextFlight& next,
                                 Channels& channels) const {
  const StationId here = landing.flight.destination;
  const FleetId fleet = landing.flight.fleet;
  const Instant arrival = landing.flight.arrival;
  const Instant departure = schedule_.flight(next.flight).departure;
  const Instant latest = departure - work_.min_connection;
  const auto count = [](std::size_t flights) { return static_cast<double>(flights); };
  channels.hats("later arrivals", kCount,
                count(arrivals_within(here, fleet, arrival + Minutes(1), latest + Minutes(1))));
  channels.hats("arrivals before", kCount,
                count(arrivals_within(here, fleet, arrival - hours(3), arrival)));
  channels.hats(
      "departures after", kCount,
      count(departures_within(here, fleet, departure + Minutes(1), departure + hours(2))));
  channels.hats("fair share", kShare, fair_.share(landing.id, next.flight));
  channels.put("fair share of starts", fair_.starts(next.flight));
  // Crews that come to rest, and those that leave rested.
  const Instant rested = departure - next_.least_rest_gap();
  channels.hats("rested arrivals", kCount,
                count(arrivals_within(here, fleet, rested - hours(8), rested + Minutes(1))));
  channels.hats("arrivals rested since", kCount,
                rested > arrival ? std::optional(count(arrivals_within(
                                       here, fleet, arrival + Minutes(1), rested + Minutes(1))))
                                 : std::nullopt);
}

void ChoiceFeatures::put_crew_after(const Landing& landing, const NextFlight& next,
                                    Channels& channels) const {
  const CrewState* after = next.after ? &*next.after : nullptr;
  const auto of = [&](auto value) {
    return after ? std::optional(static_cast<double>(value(*after))) : std::nullopt;
  };
  const double span_limit = minutes(work_.max_duty_span.value_or(kUsualSpan));
  const double flying_limit = minutes(work_.max_duty_flying.value_or(kUsualFlying));
  const int days = work_.max_days.value_or(kUsualDays);
  const int duties = work_.max_duties.value_or(kUsualDays);
  channels.flag("to own base", after != nullptr && after->station == landing.base);
  channels.hats("flying then", kShareOfLimit,
                of([&](const CrewState& s) { return minutes(s.duty_flying) / flying_limit; }));
  channels.hats("span then", kShareOfLimit, of([&](const CrewState& s) {
                  return minutes(s.free_from - s.report) / span_limit;
                }));
  channels.hats("legs then", kLegs, of([](const CrewState& s) { return s.duty_legs; }));
  channels.hats("days left then", kDutiesLeft,
                of([&](const CrewState& s) { return days - s.days; }));
  channels.hats("duties left then", kDutiesLeft,
                of([&](const CrewState& s) { return duties - s.duties; }));

  std::optional<double> home;
  std::optional<double> slack;
  bool in_duty = false;
  bool stuck = after != nullptr;
  if (after != nullptr && ways_home_[landing.base]) {
    const auto arrival = ways_home_[landing.base]->after(next.flight);
    home = arrival ? minutes(*arrival - after->free_from) : kWayHome.back();
    if (arrival) {
      const double to_come = minutes(*arrival - after->free_from) / minutes(kDay);
      in_duty = *arrival - after->report <= work_.max_duty_span.value_or(kUsualSpan);
      slack = days - after->days - std::floor(to_come);
      stuck = !in_duty && after->duties >= duties;
    }
  }
  channels.hats("way home then", kWayHome, home);
  channels.hats("days to spare then", kDaysLeft, slack);
  channels.flag("home in the duty", in_duty && after->station != landing.base);
  channels.flag("no way home", stuck);
}

void ChoiceFeatures::put_past(const Landing& landing, const NextFlight& next,
                              Channels& channels) const {
  PastShares shares;
  double from = 0;
  double starts = 0;
  double layover = 0;
  double known = 0;
  if (landing.past) {
    const Flight& flight = schedule_.flight(next.flight);
    const Minutes gap = flight.departure - landing.flight.arrival;
    shares = landing.past->next(past_->number(flight.destination), gap);
    const SlotView::Before& before = before_[next.flight];
    from = before.from(past_->number(landing.flight.origin), gap);
    starts = before.starts;
    layover = before.layover;
    known = std::log1p(before.count) / 2;
  }
  const auto of = [&](double share) { return landing.past ? std::optional(share) : std::nullopt; };
  channels.put("taken exactly", shares.exact);
  channels.put("taken nearly", shares.near);
  channels.hats("taken exact", kShare, of(shares.exact));
  channels.hats("taken near", kShare, of(shares.near));
  channels.hats("taken alike", kShare, of(shares.alike));
  channels.hats("taken from there", kShare, of(from));
  channels.put("its past flights", known);
  channels.put("it started pairings", starts);
  channels.put("it came after layovers", layover);
}

void ChoiceFeatures::put_name(const char* what, const NameVector& vector,
                              Channels& channels) const {
  if (!options_.names) return;
  for (std::size_t k = 0; k < vector.size(); ++k) {
    channels.put(channels.named() ? fmt::format("{} {}", what, k) : "", vector[k]);
  }
}

void ChoiceFeatures::describe(FlightId flight, bool with_past, std::span<float> values) const {
  Channels channels;
  put_flight(flight, with_past, channels);
  std::ranges::copy(channels.values(), values.begin());
}

void ChoiceFeatures::put_flight(FlightId id, bool with_past, Channels& channels) const {
  const Flight& flight = schedule_.flight(id);
  const schedule::Station& origin = schedule_.station(flight.origin);
  const std::vector<FlightId>& landings = next_.arrivals(flight.origin, flight.fleet);
  const auto count = [&](Minutes from, Minutes to) {
    return static_cast<double>(arrivals_within(flight.origin, flight.fleet, flight.departure - from,
                                               flight.departure - to));
  };
  const auto last =
      std::ranges::upper_bound(landings, flight.departure - work_.min_connection, {},
                               [&](FlightId landing) { return schedule_.flight(landing).arrival; });
  std::optional<double> gap;
  if (last != landings.begin()) {
    gap = minutes(flight.departure - schedule_.flight(*std::prev(last)).arrival);
  }
  channels.put("flight", 1);
  channels.flag("from a base", origin.is_base);
  channels.flag("to a base", schedule_.station(flight.destination).is_base);
  channels.clock("departs at", kHoursOfClock, departure_minute_[id]);
  channels.clock("departs from a base at", kHoursOfClock,
                 origin.is_base ? std::optional<double>(departure_minute_[id]) : std::nullopt);
  channels.hats("duration", kLength, minutes(flight.duration()));
  channels.hats("traffic", kTraffic, std::log(traffic_[flight.origin] + 1e-4));
  channels.hats("since the last arrival", kGap, gap);
  channels.hats("arrivals before", kCount, count(hours(4), work_.min_connection));
  channels.hats("departures before", kCount,
                static_cast<double>(departures_within(
                    flight.origin, flight.fleet, flight.departure - hours(4), flight.departure)));
  channels.hats("rested arrivals", kCount,
                count(next_.least_rest_gap() + hours(8), next_.least_rest_gap()));
  put_name("from", station_names_[flight.origin], channels);
  if (!options_.history) return;
  const SlotView::Before none;
  const SlotView::Before& before = with_past && past_ != nullptr ? before_[id] : none;
  const auto of = [&](double share) {
    return before.count > 0 ? std::optional(share) : std::nullopt;
  };
  channels.put("past flights", std::log1p(before.count) / 2);
  channels.put("started before", before.starts);
  channels.put("layover before", before.layover);
  channels.hats("started pairings", kShare, of(before.starts));
  channels.hats("came after layovers", kShare, of(before.layover));
}

std::size_t ChoiceFeatures::arrivals_within(StationId station, FleetId fleet, Instant from,
                                            Instant to) const {
  const auto at = [&](FlightId id) { return schedule_.flight(id).arrival; };
  const auto& all = next_.arrivals(station, fleet);
  const auto begin = std::ranges::lower_bound(all, from, {}, at);
  const auto end = std::ranges::lower_bound(all, to, {}, at);
  return begin < end ? static_cast<std::size_t>(end - begin) : 0;
}

std::size_t ChoiceFeatures::departures_within(StationId station, FleetId fleet, Instant from,
                                              Instant to) const {
  const auto at = [&](FlightId id) { return schedule_.flight(id).departure; };
  const auto& all = next_.departures(station, fleet);
  const auto begin = std::ranges::lower_bound(all, from, {}, at);
  const auto end = std::ranges::lower_bound(all, to, {}, at);
  return begin < end ? static_cast<std::size_t>(end - begin) : 0;
}

std::vector<learning::NameChannels> name_channels(std::span<const std::string> channels) {
  constexpr std::size_t kSize = std::tuple_size_v<NameVector>;
  std::vector<learning::NameChannels> found;
  for (std::size_t c = 0; c + kSize <= channels.size(); ++c) {
    for (const char* what : {"came from", "here", "fleet", "to", "from"}) {
      if (channels[c] == fmt::format("{} 0", what)) found.push_back({c, kSize});
    }
  }
  return found;
}

}  // namespace skein::features
