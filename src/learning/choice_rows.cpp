#include "learning/choice_rows.h"

#include <algorithm>

namespace skein::learning {
namespace {

std::span<const char> allowed_places(const ChoiceExamples& examples, std::size_t example) {
  return std::span(examples.allowed).subspan(example * (examples.places + 1), examples.places);
}

float count_allowed(const ChoiceExamples& examples, std::size_t example) {
  const auto allowed = allowed_places(examples, example);
  return static_cast<float>(allowed.size()) -
         static_cast<float>(std::ranges::count(allowed, char{0}));
}

std::span<const float> channel_of(const ChoiceExamples& examples, std::size_t example,
                                  std::size_t channel) {
  return std::span(examples.values)
      .subspan((example * examples.channels + channel) * examples.places, examples.places);
}

}  // namespace

void fill_candidate_row(const ChoiceExamples& examples, std::size_t example, std::size_t place,
                        std::span<float> row) {
  const float* value = examples.values.data() + example * examples.channels * examples.places;
  for (std::size_t c = 0; c < examples.channels; ++c) row[c] = value[c * examples.places + place];
  row[examples.channels] = static_cast<float>(place);
  row[examples.channels + 1] = count_allowed(examples, example);
}

// Zeros where nothing may be chosen.
void fill_none_row(const ChoiceExamples& examples, std::size_t example, std::span<float> row) {
  const auto allowed = allowed_places(examples, example);
  std::ranges::fill(row, 0.0F);
  for (std::size_t c = 0; c < examples.channels; ++c) {
    const auto values = channel_of(examples, example, c);
    bool first = true;
    for (std::size_t place = 0; place < values.size(); ++place) {
      if (allowed[place] == 0) continue;
      row[2 * c] = first ? values[place] : std::min(row[2 * c], values[place]);
      row[2 * c + 1] = first ? values[place] : std::max(row[2 * c + 1], values[place]);
      first = false;
    }
  }
  row[2 * examples.channels] = count_allowed(examples, example);
}

}  // namespace skein::learning
