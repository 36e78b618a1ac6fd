#include "pricing/completion_bound.h"

#include <algorithm>
#include <limits>

#include "base/vector_code.h"

namespace skein::pricing {
namespace {

constexpr std::size_t kMostLayers = 6;
constexpr int kMostLegs = 8;  // that are told apart
// Of a duty: numbers of legs, times levels of flying. With links, places are many, and flying is
// told less finely.
constexpr std::size_t kMostStates = 112;
constexpr std::size_t kLeastStates = 28;
constexpr std::size_t kLane = 16;  // floats; flights start at multiples of it

// low[i] = min(low[i], cost + other[i])
SKEIN_VECTOR_CODE void lower(float* low, const float* other, float cost, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    const float candidate = cost + other[i];
    low[i] = candidate < low[i] ? candidate : low[i];
  }
}

}  // namespace

CompletionBound::CompletionBound(const Connections& connections, const DutyStarts& starts,
                                 const CrewGroup& group)
    : connections_(connections), group_(group) {
  const pairing::WorkRules& work = connections.rules().work;
  rest_at_base_ = work.rest_at_base_allowed;
  guaranteed_ = connections.rules().cost.guaranteed_flying;
  rate_ = connections.guarantee_per_minute();
  const std::size_t duties =
      work.max_duties ? static_cast<std::size_t>(*work.max_duties) : kMostLayers + 1;
  layers_ = std::max<std::size_t>(1, std::min(duties, kMostLayers));
  top_repeats_ = duties > kMostLayers;
  longest_duty_ = work.max_duty_span.value_or(Minutes(std::numeric_limits<std::int32_t>::max()));

  // Without a limit on flying, no more than the guarantee matters.
  most_flying_ = starts.most_flying();
  saturates_ = most_flying_ > kDay;
  if (work.max_duty_legs && legs_matter(*work.max_duty_legs)) {
    leg_counts_ = static_cast<std::size_t>(*work.max_duty_legs) + 1;
  }
  if (saturates_) most_flying_ = guaranteed_;
  ride_home_ = IdVector<FlightId, double>(connections.flights());
}

// Whether duties of flights as long as the fleet's are on average run out of legs before they run
// out of flying.
bool CompletionBound::legs_matter(int max_legs) const {
  if (max_legs > kMostLegs) return false;
  double flying = 0;
  double flights = 0;
  for (const schedule::Flight& flight : connections_.schedule().flights()) {
    if (flight.fleet != group_.fleet) continue;
    flying += (flight.arrival - flight.departure).count();
    flights += 1;
  }
  return max_legs * flying < most_flying_.count() * flights;
}

void CompletionBound::set_shape(const ClusterLinks* links, int max_cuts) {
  links_ = links;
  cut_layers_ = links == nullptr ? 1 : static_cast<std::size_t>(max_cuts) + 2;
  width_ = layers_ * cut_layers_;
  const std::size_t states =
      links == nullptr ? kMostStates : std::max(kLeastStates, 2 * kMostStates / cut_layers_);
  const auto most = static_cast<std::int32_t>(std::max<std::size_t>(1, states / leg_counts_));
  step_ = std::max(1, (most_flying_.count() + most - 1) / most);
  levels_ = static_cast<std::size_t>(most_flying_.count() / step_) + 1;
  stride_ = (leg_counts_ * levels_ * width_ + kLane - 1) / kLane * kLane;
  guarantee_.clear();
  for (std::size_t level = 0; level < levels_; ++level) {
    const Minutes flown(static_cast<std::int32_t>(level) * step_);
    guarantee_.push_back(static_cast<float>(connections_.guarantee(flown)));
  }
  tabulate_flown();
  const std::size_t flights = connections_.flights();
  after_.resize(flights * stride_);
  rest_.resize(flights * width_);
  start_.resize(flights * width_);
  linked_start_.resize(links == nullptr ? 0 : flights * width_);
}

void CompletionBound::tabulate_flown() {
  flown_.clear();
  for (Minutes flying; flying <= std::max(most_flying_, guaranteed_); flying += Minutes(1)) {
    Flown& flown = flown_.emplace_back();
    flown.level = std::min(static_cast<std::size_t>(flying.count() / step_), levels_ - 1);
    flown.cut_off = flying < guaranteed_ ? flying.count() % step_ * rate_ : 0;
  }
}

void CompletionBound::compute(const LegCosts& costs, FlightRange range, const ClusterLinks* links,
                              int max_cuts) {
  set_shape(links, max_cuts);
  range_ = range;
  least_start_.assign(connections_.schedule().stations().size(), kNone);
  for (std::size_t i = range.end; i-- > range.begin;) complete(FlightId(i), costs);
}

void CompletionBound::complete(FlightId flight, const LegCosts& costs) {
  if (!costs.is_usable(flight)) return leave_out(flight);
  find_rests(flight);
  end_duty(flight);
  const LegTimes& leg = connections_.times(flight);
  for (FlightId next : connections_.sits(flight)) {
    // Later ones wait longer still.
    if (!in_range(next)) break;
    if (connections_.times(next).departure - leg.departure >= longest_duty_) break;
    if (connections_.times(next).arrival - leg.departure > longest_duty_) continue;
    if (!costs.is_usable(next)) continue;
    add_connection(flight, next, costs);
  }
  for (const auto& [from, next] : connections_.accepted(flight)) {
    if (in_range(next) && costs.is_usable(next)) add_connection(from, next, costs);
  }
  find_starts(flight, costs);
  find_ride_home(flight, costs);
}

// Nobody gets aboard.
void CompletionBound::leave_out(FlightId flight) {
  const std::size_t first = flight.index() * width_;
  std::fill(&start_[first], &start_[first] + width_, kNone);
  if (links_ != nullptr) std::fill(&linked_start_[first], &linked_start_[first] + width_, kNone);
  ride_home_[flight] = kNone;
}

void CompletionBound::end_duty(FlightId flight) {
  const bool home = connections_.times(flight).destination == group_.base;
  float* low = after_of(flight);
  const float* rest = &rest_[flight.index() * width_];
  // A pairing that has to go on along its link does not end here.
  const std::size_t may_end = links_ == nullptr ? 0 : layers_;
  for (std::size_t level = 0; level < levels_; ++level) {
    for (std::size_t place = 0; place < width_; ++place) {
      const float end = home && place >= may_end ? 0.0F : kNone;
      *low++ = guarantee_[level] + std::min(end, rest[place]);
    }
  }
  // However many legs there were.
  const std::size_t size = levels_ * width_;
  for (std::size_t legs = 1; legs < leg_counts_; ++legs, low += size) {
    std::copy(low - size, low, low);
  }
}

void CompletionBound::add_connection(FlightId flight, FlightId next, const LegCosts& costs) {
  const double waiting = connections_.cost(flight, next);
  if (costs.may_ride(next)) {
    ride_on(flight, next, static_cast<float>(waiting + costs.deadhead[next]));
  }
  if (!costs.may_operate[next]) return;
  const double cut_off = connections_.times(next).duration().count() % step_ * rate_;
  work_on(flight, next, static_cast<float>(waiting + costs.operate[next] - cut_off));
}

void CompletionBound::ride_on(FlightId flight, FlightId next, float cost) {
  float* low = after_of(flight);
  const float* then = after_of(next);
  if (links_ == nullptr) return lower(low, then, cost, leg_counts_ * levels_ * width_);
  for (std::size_t state = 0; state < leg_counts_ * levels_; ++state) {
    const std::size_t first = state * width_ + layers_;
    lower(low + first, then + first, cost, width_ - layers_);
  }
}

void CompletionBound::work_on(FlightId flight, FlightId next, float cost) {
  if (leg_counts_ == 1) return work_on(flight, next, cost, 0, 0);
  for (std::size_t legs = 0; legs + 1 < leg_counts_; ++legs) {
    work_on(flight, next, cost, legs, legs + 1);
  }
}

void CompletionBound::work_on(FlightId flight, FlightId next, float cost, std::size_t legs_before,
                              std::size_t legs_after) {
  const Minutes flying = connections_.times(next).duration();
  const std::size_t steps = static_cast<std::size_t>(flying.count() / step_);
  float* low = after_of(flight) + legs_before * levels_ * width_;
  const float* then = after_of(next) + legs_after * levels_ * width_;
  const std::size_t fitting = levels_ - std::min(steps, levels_);
  if (links_ == nullptr) {
    lower(low, then + steps * width_, cost, fitting * width_);
  } else {
    const bool is_linked = links_->lead(flight, next);
    for (std::size_t level = 0; level < fitting; ++level) {
      lower_places(low + level * width_, then, cost, level + steps, is_linked, next);
    }
  }
  if (!saturates_) return;
  const bool is_linked = links_ != nullptr && links_->lead(flight, next);
  for (std::size_t level = fitting; level < levels_; ++level) {
    lower_places(low + level * width_, then, cost, levels_ - 1, is_linked, next);
  }
}

// low[place] = min(low[place], cost + then[state][what is left of it after `next`])
void CompletionBound::lower_places(float* low, const float* then, float cost, std::size_t state,
                                   bool is_linked, FlightId next) const {
  then += state * width_;
  if (links_ == nullptr) return lower(low, then, cost, width_);
  const int before = is_linked ? 0 : links_->before(next);
  const int given_back = is_linked ? 1 : 0;
  const int used = before + links_->after(next) - given_back;  // of what may be cut
  // The fewest cuts left, as layers, with which the flight may be operated.
  const int first = is_linked ? 0 : 1 + before;
  const int last = std::min(static_cast<int>(cut_layers_), static_cast<int>(cut_layers_) + used);
  if (first < last) {
    lower(low + static_cast<std::size_t>(first) * layers_,
          then + static_cast<std::size_t>(first - used) * layers_, cost,
          static_cast<std::size_t>(last - first) * layers_);
  }
  // Those who follow a link with the most left have no more than that.
  if (last < static_cast<int>(cut_layers_)) {
    const std::size_t top = (cut_layers_ - 1) * layers_;
    lower(low + top, then + top, cost, layers_);
  }
}

void CompletionBound::find_starts(FlightId flight, const LegCosts& costs) {
  const Minutes flying = connections_.times(flight).duration();
  const std::size_t steps = static_cast<std::size_t>(flying.count() / step_);
  const double cut_off = flying.count() % step_ * rate_;
  const auto ride = static_cast<float>(costs.deadhead[flight]);
  const auto work = static_cast<float>(costs.operate[flight] - cut_off);
  const bool may_work = costs.may_operate[flight] && (steps < levels_ || saturates_);
  const std::size_t worked =
      std::min<std::size_t>(1, leg_counts_ - 1) * levels_ + flown(flying).level;
  const float* then = after_of(flight);
  float* start = &start_[flight.index() * width_];
  std::fill(start, start + width_, kNone);
  const std::size_t first = links_ == nullptr ? 0 : layers_;
  lower(start + first, then + first, ride, width_ - first);
  if (may_work) lower_places(start, then, work, worked, false, flight);
  float& least = least_start_[connections_.times(flight).origin.index()];
  for (std::size_t place = 0; place < width_; ++place) least = std::min(least, start[place]);
  if (links_ == nullptr) return;
  float* linked = &linked_start_[flight.index() * width_];
  std::fill(linked, linked + width_, kNone);
  if (may_work) lower_places(linked, then, work, worked, true, flight);
}

void CompletionBound::find_rests(FlightId flight) {
  float* rest = &rest_[flight.index() * width_];
  std::fill(rest, rest + width_, kNone);
  const LegTimes& leg = connections_.times(flight);
  if (layers_ == 1 || (leg.destination == group_.base && !rest_at_base_)) return;
  const float least = least_start_[leg.destination.index()];
  const std::size_t first = links_ == nullptr ? 0 : layers_;
  const auto rests = connections_.rests(flight);
  if (links_ != nullptr) {
    const FlightId next = links_->next[flight];
    const bool may_follow =
        next.exists() && in_range(next) && std::binary_search(rests.begin(), rests.end(), next);
    const auto waiting = may_follow ? static_cast<float>(connections_.cost(flight, next)) : 0.0F;
    if (may_follow) add_rest(&linked_start_[next.index() * width_], waiting, 0, rest);
  }
  for (FlightId next : rests) {
    if (!in_range(next)) break;
    const Minutes gap = connections_.times(next).departure - leg.arrival;
    // More duties and cuts to come never cost more: the other layers lie below the first.
    if (least + connections_.least_gap_cost_from(gap) >= rest[first + 1]) break;
    const auto waiting = static_cast<float>(connections_.cost(flight, next));
    add_rest(&start_[next.index() * width_], waiting, first, rest);
  }
}

// From the layers of fewer duties left, for places from `first_place` on.
void CompletionBound::add_rest(const float* starts, float waiting, std::size_t first_place,
                               float* rest) const {
  for (std::size_t place = first_place; place < width_; place += layers_) {
    lower(rest + place + 1, starts + place, waiting, layers_ - 1);
    if (!top_repeats_) continue;
    float& top = rest[place + layers_ - 1];
    top = std::min(top, waiting + starts[place + layers_ - 1]);
  }
}

void CompletionBound::find_ride_home(FlightId flight, const LegCosts& costs) {
  const LegTimes& leg = connections_.times(flight);
  double& least = ride_home_[flight];
  least = leg.destination == group_.base ? 0 : kNone;
  if (least == 0) return;
  const auto take = [&](FlightId next, double before) {
    least = std::min(
        least, before + connections_.cost(flight, next) + costs.deadhead[next] + ride_home_[next]);
  };
  for (FlightId next : connections_.sits(flight)) {
    if (!in_range(next)) break;
    take(next, 0);
  }
  for (const auto& accepted : connections_.accepted(flight)) {
    if (in_range(accepted.second)) take(accepted.second, 0);
  }
  const double next_duty = connections_.guarantee(Minutes(0));
  for (FlightId next : connections_.rests(flight)) {
    if (!in_range(next)) break;
    const Minutes gap = connections_.times(next).departure - leg.arrival;
    if (next_duty + connections_.least_gap_cost_from(gap) >= least) break;
    take(next, next_duty);
  }
}

}  // namespace skein::pricing
