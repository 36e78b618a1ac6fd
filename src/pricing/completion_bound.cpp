#include "pricing/completion_bound.h"

#include <algorithm>
#include <limits>

#include "pricing/vector_code.h"

namespace skein::pricing {
namespace {

constexpr std::size_t kMostLayers = 6;
constexpr std::size_t kMostLevels = 112;
constexpr std::size_t kLane = 16;  // floats; rows start at multiples of it

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
  Minutes most = starts.most_flying();
  saturates_ = most > kDay;
  if (saturates_) most = guaranteed_;
  step_ = std::max(1, (most.count() + static_cast<std::int32_t>(kMostLevels) - 1) /
                          static_cast<std::int32_t>(kMostLevels));
  levels_ = static_cast<std::size_t>(most.count() / step_) + 1;
  stride_ = (levels_ + kLane - 1) / kLane * kLane;
  for (std::size_t level = 0; level < stride_; ++level) {
    const Minutes flown(static_cast<std::int32_t>(level) * step_);
    guarantee_.push_back(static_cast<float>(connections.guarantee(flown)));
  }

  const std::size_t flights = connections.flights();
  after_.resize(flights * layers_ * stride_);
  rest_.resize(flights * layers_);
  start_.resize(flights * layers_);
  ride_home_ = IdVector<FlightId, double>(flights);
}

void CompletionBound::compute(const LegCosts& costs, FlightRange range) {
  range_ = range;
  least_start_.assign(connections_.schedule().stations().size(), kNone);
  for (std::size_t i = range.end; i-- > range.begin;) complete(FlightId(i), costs);
}

void CompletionBound::complete(FlightId flight, const LegCosts& costs) {
  find_rests(flight);
  end_duty(flight);
  const LegTimes& leg = connections_.times(flight);
  for (FlightId next : connections_.sits(flight)) {
    // Later ones wait longer still.
    if (!in_range(next)) break;
    if (connections_.times(next).departure - leg.departure >= longest_duty_) break;
    if (connections_.times(next).arrival - leg.departure > longest_duty_) continue;
    add_connection(flight, next, costs);
  }
  for (const auto& [from, next] : connections_.accepted(flight)) {
    if (in_range(next)) add_connection(from, next, costs);
  }
  find_starts(flight, costs);
  find_ride_home(flight, costs);
}

void CompletionBound::end_duty(FlightId flight) {
  const bool home = connections_.times(flight).destination == group_.base;
  for (std::size_t layer = 0; layer < layers_; ++layer) {
    const float end = home ? 0.0F : kNone;
    const float least = std::min(end, rest_[flight.index() * layers_ + layer]);
    float* low = &after_[row(flight, layer)];
    for (std::size_t i = 0; i < stride_; ++i) low[i] = guarantee_[i] + least;
  }
}

void CompletionBound::add_connection(FlightId flight, FlightId next, const LegCosts& costs) {
  const double waiting = connections_.cost(flight, next);
  const Minutes flying = connections_.times(next).duration();
  const std::size_t steps = static_cast<std::size_t>(flying.count() / step_);
  const double cut_off = flying.count() % step_ * rate_;
  const auto ride = static_cast<float>(waiting + costs.deadhead[next]);
  const auto work = static_cast<float>(waiting + costs.operate[next] - cut_off);
  float* low = &after_[row(flight, 0)];
  const float* then = &after_[row(next, 0)];
  lower(low, then, ride, layers_ * stride_);
  if (!costs.may_operate[next]) return;
  for (std::size_t layer = 0; layer < layers_; ++layer) {
    float* own = low + layer * stride_;
    const float* other = then + layer * stride_;
    if (steps < levels_) lower(own, other + steps, work, levels_ - steps);
    if (!saturates_) continue;
    const float top = work + other[levels_ - 1];
    for (std::size_t i = levels_ - std::min(steps, levels_); i < levels_; ++i) {
      own[i] = std::min(own[i], top);
    }
  }
}

void CompletionBound::find_starts(FlightId flight, const LegCosts& costs) {
  const Minutes flying = connections_.times(flight).duration();
  const std::size_t steps = static_cast<std::size_t>(flying.count() / step_);
  const double cut_off = flying.count() % step_ * rate_;
  float& least = least_start_[connections_.times(flight).origin.index()];
  for (std::size_t layer = 0; layer < layers_; ++layer) {
    const float* then = &after_[row(flight, layer)];
    float cost = static_cast<float>(costs.deadhead[flight]) + then[0];
    if (costs.may_operate[flight] && (steps < levels_ || saturates_)) {
      const float work = static_cast<float>(costs.operate[flight] - cut_off);
      cost = std::min(cost, work + then[std::min(steps, levels_ - 1)]);
    }
    start_[flight.index() * layers_ + layer] = cost;
    least = std::min(least, cost);
  }
}

void CompletionBound::find_rests(FlightId flight) {
  float* rest = &rest_[flight.index() * layers_];
  std::fill(rest, rest + layers_, kNone);
  const LegTimes& leg = connections_.times(flight);
  if (layers_ == 1 || (leg.destination == group_.base && !rest_at_base_)) return;
  const float least = least_start_[leg.destination.index()];
  for (FlightId next : connections_.rests(flight)) {
    if (!in_range(next)) break;
    const Minutes gap = connections_.times(next).departure - leg.arrival;
    // More duties to come never cost more: the other layers lie below the first.
    if (least + connections_.least_gap_cost_from(gap) >= rest[1]) break;
    const auto waiting = static_cast<float>(connections_.cost(flight, next));
    const float* then = &start_[next.index() * layers_];
    for (std::size_t layer = 1; layer < layers_; ++layer) {
      rest[layer] = std::min(rest[layer], waiting + then[layer - 1]);
    }
    if (top_repeats_) {
      rest[layers_ - 1] = std::min(rest[layers_ - 1], waiting + then[layers_ - 1]);
    }
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
