#include "predictor/crossings.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <tuple>

namespace skein::predictor {
namespace {

using learning::ChoiceExamples;

constexpr double kMostHours = 4;
// Scores below this count as this: what is as good as impossible says nothing of crossings.
constexpr float kLeastScore = -12;
constexpr int kSweeps = 1000;
constexpr double kSettled = 1e-9;

float hours_between(Instant from, Instant to) {
  return static_cast<float>(std::min(kMostHours, (to - from).count() / 60.0));
}

// Crews that meet, and what they may take.
class Meetings {
 public:
  explicit Meetings(const ScoredMonth& scored) : scored_(scored), order_(scored.flights.size()) {
    const pairing::WorkRules& work = scored.month->rules.work;
    rest_ = work.min_rest + work.briefing + work.debriefing;
    std::iota(order_.begin(), order_.end(), 0U);
    std::ranges::stable_sort(order_, {},
                             [&](std::uint32_t k) { return std::tuple(place_of(k), landing(k)); });
  }

  // Calls use(first, second) for examples of one group, station and fleet, the first of which
  // lands before the second. Crews that land at once are in no order.
  template <class Use>
  void for_each(std::size_t neighbours, Use use) const {
    for (std::size_t at = 0; at < order_.size(); ++at) {
      const std::size_t end = std::min(order_.size(), at + 1 + neighbours);
      for (std::size_t next = at + 1; next < end; ++next) {
        if (place_of(order_[at]) != place_of(order_[next])) break;
        if (landing(order_[at]) < landing(order_[next])) use(order_[at], order_[next]);
      }
    }
  }

  // Where the flight stands among those that may be taken.
  std::optional<std::uint32_t> place_in(std::uint32_t example, FlightId flight) const {
    const std::size_t places = scored_.examples->places;
    for (std::uint32_t place = 0; place < places; ++place) {
      if (flight_at({example, place}) == flight) return place;
    }
    return std::nullopt;
  }

  FlightId flight_at(const ChoiceAt& choice) const {
    const ChoiceExamples& examples = *scored_.examples;
    const std::uint32_t flight = examples.resource[choice.example * examples.places + choice.place];
    return flight == ChoiceExamples::kNothing ? FlightId::none() : FlightId(flight);
  }
  float score(const ChoiceAt& choice) const {
    return std::max(kLeastScore,
                    scored_.scores[choice.example * (scored_.examples->places + 1) + choice.place]);
  }
  Instant landing(std::uint32_t k) const { return flight(scored_.flights[k]).arrival; }
  Instant departure(FlightId id) const { return flight(id).departure; }

  // Where `first` takes the later flight, and `second` the earlier.
  CrossingFeatures features(std::uint32_t first, std::uint32_t second, FlightId earlier,
                            FlightId later) const {
    const bool first_rests = departure(later) - landing(first) >= rest_;
    const bool second_rests = departure(earlier) - landing(second) >= rest_;
    return {first_rests ? 0.0F : 1.0F, first_rests && !second_rests ? 1.0F : 0.0F,
            second_rests ? 1.0F : 0.0F, hours_between(landing(first), landing(second)),
            hours_between(departure(earlier), departure(later))};
  }

 private:
  const schedule::Flight& flight(FlightId id) const { return scored_.month->schedule.flight(id); }
  std::tuple<std::uint32_t, StationId, FleetId> place_of(std::uint32_t k) const {
    const schedule::Flight& own = flight(scored_.flights[k]);
    return {scored_.examples->group[k], own.destination, own.fleet};
  }

  const ScoredMonth& scored_;
  std::vector<std::uint32_t> order_;  // by group, station and fleet, then by landing
  Minutes rest_;
};

class CrossingSearch {
 public:
  CrossingSearch(const ScoredMonth& scored, const CrossingOptions& options)
      : meetings_(scored),
        places_(static_cast<std::uint32_t>(scored.examples->places)),
        least_score_(static_cast<float>(std::log(options.least_probability))) {
    meetings_.for_each(options.neighbours, [&](std::uint32_t first, std::uint32_t second) {
      add_crossings(first, second);
    });
  }

  std::vector<Crossing> take() && { return std::move(found_); }

 private:
  void add_crossings(std::uint32_t first, std::uint32_t second) {
    for (const ChoiceAt& late : likely_choices(first)) {
      const FlightId later = meetings_.flight_at(late);
      if (!meetings_.place_in(second, later)) continue;
      for (const ChoiceAt& early : likely_choices(second)) {
        const FlightId earlier = meetings_.flight_at(early);
        if (meetings_.departure(earlier) >= meetings_.departure(later)) continue;
        if (!meetings_.place_in(first, earlier)) continue;
        found_.push_back({late, early, meetings_.features(first, second, earlier, later)});
      }
    }
  }

  std::vector<ChoiceAt> likely_choices(std::uint32_t example) const {
    std::vector<ChoiceAt> likely;
    for (std::uint32_t place = 0; place < places_; ++place) {
      const ChoiceAt choice{example, place};
      if (!meetings_.flight_at(choice).exists()) continue;
      if (meetings_.score(choice) >= least_score_) likely.push_back(choice);
    }
    return likely;
  }

  Meetings meetings_;
  std::uint32_t places_;
  float least_score_;
  std::vector<Crossing> found_;
};

double product(const CrossingWeights& weights, const CrossingFeatures& features) {
  double sum = 0;
  for (std::size_t f = 0; f < kCrossingFeatures; ++f) {
    sum += weights[f] * static_cast<double>(features[f]);
  }
  return sum;
}

}  // namespace

std::vector<Crossing> crossings_of(const ScoredMonth& scored, const CrossingOptions& options) {
  return CrossingSearch(scored, options).take();
}

std::vector<PairScore> pair_scores(std::span<const Crossing> crossings,
                                   const CrossingWeights& weights) {
  std::vector<PairScore> scores;
  scores.reserve(crossings.size());
  for (const Crossing& crossing : crossings) {
    scores.push_back({crossing.first, crossing.second, product(weights, crossing.features)});
  }
  return scores;
}

std::vector<SwapSeen> swaps_seen(const ScoredMonth& scored, const CrossingOptions& options) {
  const Meetings meetings(scored);
  const std::vector<std::uint32_t>& truth = scored.examples->truth;
  std::vector<SwapSeen> swaps;
  meetings.for_each(options.neighbours, [&](std::uint32_t first, std::uint32_t second) {
    if (truth[first] == scored.examples->places || truth[second] == scored.examples->places) return;
    const FlightId by_first = meetings.flight_at({first, truth[first]});
    const FlightId by_second = meetings.flight_at({second, truth[second]});
    const auto of_first = meetings.place_in(first, by_second);
    const auto of_second = meetings.place_in(second, by_first);
    if (!of_first || !of_second) return;
    if (meetings.departure(by_first) == meetings.departure(by_second)) return;
    const bool crossed = meetings.departure(by_first) > meetings.departure(by_second);
    const auto sum = [&](std::uint32_t a, std::uint32_t b) {
      return static_cast<double>(meetings.score({first, a}) + meetings.score({second, b}));
    };
    const double as_seen = sum(truth[first], truth[second]) - sum(*of_first, *of_second);
    const FlightId earlier = crossed ? by_second : by_first;
    const FlightId later = crossed ? by_first : by_second;
    swaps.push_back(
        {meetings.features(first, second, earlier, later), crossed ? as_seen : -as_seen, crossed});
  });
  return swaps;
}

// One weight after the other, by steps that never go too far: the curvature of log sigma is 1/4 at
// most.
CrossingWeights learn_crossings(std::span<const SwapSeen> swaps, double deviation) {
  const double precision = 1 / (deviation * deviation);
  CrossingWeights weights{};
  double most = 1;
  for (int sweep = 0; sweep < kSweeps && most > kSettled; ++sweep) {
    most = 0;
    for (std::size_t f = 0; f < kCrossingFeatures; ++f) {
      double slope = -precision * weights[f];
      double curvature = precision;
      for (const SwapSeen& swap : swaps) {
        const auto value = static_cast<double>(swap.features[f]);
        const double odds = swap.advantage + product(weights, swap.features);
        slope += value * ((swap.crossed ? 1 : 0) - 1 / (1 + std::exp(-odds)));
        curvature += value * value / 4;
      }
      weights[f] += slope / curvature;
      most = std::max(most, std::abs(slope / curvature));
    }
  }
  return weights;
}

}  // namespace skein::predictor
