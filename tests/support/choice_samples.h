// Small examples of choices with a planted rule, for tests.
#pragma once

#include "base/random.h"
#include "learning/choice_examples.h"

namespace skein::test {

struct ChoicePlan {
  std::size_t examples = 200;
  std::size_t groups = 1;
  std::size_t places = 6;
  std::size_t channels = 5;  // at least 3
  double noise = 0.2;        // of what the rule says
  // Examples of a group choose among the same candidates, each of which is taken once at most: they
  // are those of an assignment of the highest value. Else each has candidates of its own.
  bool collide = false;
};

// The rule: 2 x1 x2 + x3 of a candidate, and some constant for none. Channels are standard normal,
// the last is the same for all candidates of an example. Some places have no candidate, some may
// not be chosen.
learning::ChoiceExamples planted_choices(Rng& rng, const ChoicePlan& plan);

// The assignment of the highest score in which nothing is taken twice within a group; by example, a
// place, or the number of places.
std::vector<std::uint32_t> best_together(const learning::ChoiceExamples& examples,
                                         const std::vector<float>& scores);

// Of the examples by themselves.
std::vector<std::uint32_t> best_alone(const learning::ChoiceExamples& examples,
                                      const std::vector<float>& scores);

double share_wrong(const std::vector<std::uint32_t>& choices,
                   const std::vector<std::uint32_t>& truth);

}  // namespace skein::test
