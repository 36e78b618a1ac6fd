// Examples of one choice among some candidates, in a fixed order, or none of them; what is chosen
// is used up, so no two examples of a group may choose the same. Flights whose crews choose the
// next flight are such examples, a month is a group.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace skein::learning {

struct ChoiceExamples {
  static constexpr std::uint32_t kNothing = ~std::uint32_t{0};

  std::size_t channels = 0;  // n_d: values that describe a candidate
  std::size_t places = 20;   // candidates, at most
  // By example, channel and place, places innermost; 0 where there is no candidate.
  std::vector<float> values;
  // By example and place, and one more for "none", which is always allowed.
  std::vector<char> allowed;
  // By example and place: what the candidate uses up; kNothing where it is nothing, or there is no
  // candidate.
  std::vector<std::uint32_t> resource;
  // By example: the place that was chosen, or `places` for none. To predict, any.
  std::vector<std::uint32_t> truth;
  // By example; examples of a group stand together.
  std::vector<std::uint32_t> group;

  std::size_t size() const { return truth.size(); }
  // One that may be chosen need not use anything up: answers to questions of yes or no do not.
  bool has_candidate(std::size_t example, std::size_t place) const {
    return allowed[example * (places + 1) + place] != 0 ||
           resource[example * places + place] != kNothing;
  }
};

}  // namespace skein::learning
