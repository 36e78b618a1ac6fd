// Pairwise terms between flights that compete for the same next flights: crews that cross.
//
// Of two crews at a station, i lands before k, and both could take either of two flights, j before
// l. They go on in order (i takes j, k takes l) or cross (i takes l, k takes j). That no flight is
// taken twice does not tell which, and where scores are about linear in the time between flights,
// those of both ways together are about the same. So a crossing has a score of its own,
//
//    max  sum_f s_f(y_f) + sum over crossings in y of u c,    no flight taken twice
//
// linear in what is known of the crossing, c. It is a factor of two binary variables, which AD3
// takes as it is. Only crossings whose two connections are likely enough are looked at, between
// crews that land soon after each other.
//
// The weights u are learnt last, on days that the scores were not learnt from, from pairs of crews
// who took two flights that both could have taken. All else as it was, they crossed with the chance
//
//    p = sigma( s_il + s_kj - s_ij - s_kl + u c )
//
// so u maximizes a composite likelihood (Besag 1975; Varin, Reid and Firth 2011), with a prior of
// the size that scores have: the scores do not change, and where little is seen, little is learnt.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"
#include "learning/choice_examples.h"
#include "plan/month_folder.h"
#include "predictor/joint_choices.h"

namespace skein::predictor {

// What is known of a crossing: whether both crews connect within a duty, only the first rests, or
// both rest; hours between the landings and between the departures, of 4 at most.
constexpr std::size_t kCrossingFeatures = 5;
using CrossingFeatures = std::array<float, kCrossingFeatures>;
using CrossingWeights = std::array<double, kCrossingFeatures>;

struct CrossingOptions {
  std::size_t neighbours = 4;  // landings after each that may cross it
  // Of both connections; less looks at more crossings, and takes longer.
  double least_probability = 0.02;
};

// Examples of one month, with the flight of each; scores are logarithms of probabilities, by
// example and place.
struct ScoredMonth {
  const plan::Month* month = nullptr;
  const learning::ChoiceExamples* examples = nullptr;
  std::span<const FlightId> flights;
  std::span<const float> scores;
};

struct Crossing {
  ChoiceAt first;   // of the crew that lands first: the later flight
  ChoiceAt second;  // of the other crew: the earlier flight
  CrossingFeatures features{};
};

// Between examples of the same group.
std::vector<Crossing> crossings_of(const ScoredMonth& scored, const CrossingOptions& options = {});

// The scores of crossings, as joint choices take them.
std::vector<PairScore> pair_scores(std::span<const Crossing> crossings,
                                   const CrossingWeights& weights);

// Two crews that took flights which both could have taken.
struct SwapSeen {
  CrossingFeatures features{};
  double advantage = 0;  // of crossing, by the scores
  bool crossed = false;
};

std::vector<SwapSeen> swaps_seen(const ScoredMonth& scored, const CrossingOptions& options = {});

// `deviation` is that of the prior.
CrossingWeights learn_crossings(std::span<const SwapSeen> swaps, double deviation = 0.5);

}  // namespace skein::predictor
