#include "predictor/simple_models.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "base/input_error.h"

namespace skein::predictor {
namespace {

using learning::ChoiceExamples;

constexpr double kSure = 0.9;          // of what is thought to be right
constexpr double kNeverSeen = 1e-3;    // weight of what was never done
constexpr double kFirstOfAll = 2e-3;   // and of the first candidate
constexpr double kWeightOfNear = 0.1;  // of similar slots, beside the same ones

// Weights of what is allowed, as logarithms of shares.
template <class WeightOf>
std::vector<float> shares(const ChoiceExamples& examples, WeightOf weight_of) {
  const std::size_t labels = examples.places + 1;
  std::vector<float> logarithms(examples.size() * labels, -std::numeric_limits<float>::infinity());
  std::vector<double> weights(labels);
  for (std::size_t k = 0; k < examples.size(); ++k) {
    double sum = 0;
    for (std::size_t y = 0; y < labels; ++y) {
      weights[y] = examples.allowed[k * labels + y] != 0 ? weight_of(k, y) : 0;
      sum += weights[y];
    }
    for (std::size_t y = 0; y < labels; ++y) {
      if (weights[y] > 0) {
        logarithms[k * labels + y] = static_cast<float>(std::log(weights[y] / sum));
      }
    }
  }
  return logarithms;
}

std::uint64_t channel(std::span<const std::string> channels, const char* name) {
  const auto at = std::ranges::find(channels, name);
  if (at != channels.end()) return static_cast<std::uint64_t>(at - channels.begin());
  throw InputError({"", 0, "features", fmt::format("there is no channel {}", in_quotes(name)),
                    "learn with what crews did before (history)"});
}

}  // namespace

std::vector<float> FirstModel::scores(const ChoiceExamples& examples, Workers& /*workers*/) const {
  const double others = (1 - kSure) / static_cast<double>(examples.places);
  return shares(examples, [&](std::size_t, std::size_t y) { return y == 0 ? kSure : others; });
}

FrequentModel::FrequentModel(std::span<const std::string> channels, Question question)
    : question_(question) {
  if (question != Question::kNext) {
    exact_ = channel(channels, question == Question::kStarts ? "started before" : "layover before");
    return;
  }
  exact_ = channel(channels, "taken exactly");
  near_ = channel(channels, "taken nearly");
  none_exact_ = channel(channels, "ended here exactly");
  none_near_ = channel(channels, "ended here near");
}

std::vector<float> FrequentModel::scores(const ChoiceExamples& examples,
                                         Workers& /*workers*/) const {
  const std::size_t places = examples.places;
  const auto value = [&](std::size_t k, std::uint64_t channel, std::size_t place) {
    return static_cast<double>(examples.values[(k * examples.channels + channel) * places + place]);
  };
  return shares(examples, [&](std::size_t k, std::size_t y) {
    if (question_ != Question::kNext) {
      const double yes = value(k, exact_, 0);
      return kNeverSeen + (y == 0 ? yes : 1 - yes);
    }
    if (y < places) {
      return (y == 0 ? kFirstOfAll : kNeverSeen) + value(k, exact_, y) +
             kWeightOfNear * value(k, near_, y);
    }
    return kNeverSeen + value(k, none_exact_, 0) + kWeightOfNear * value(k, none_near_, 0);
  });
}

void FrequentModel::exchange(StateArchive& archive) {
  archive.exchange("exact", exact_);
  archive.exchange("near", near_);
  archive.exchange("none exact", none_exact_);
  archive.exchange("none near", none_near_);
  archive.exchange_whole("question", question_);
}

}  // namespace skein::predictor
