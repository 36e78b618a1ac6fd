#include "learning/choice_split.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/input_error.h"

namespace skein::learning {
namespace {

constexpr double kLeastLogarithm = -50;  // of a truth that was thought impossible

[[noreturn]] void fail(const char* field, std::string problem, std::string remedy) {
  throw InputError({"", 0, field, std::move(problem), std::move(remedy)});
}

// First examples of groups, and the end.
std::vector<std::uint32_t> begins_of_groups(const ChoiceExamples& examples) {
  std::vector<std::uint32_t> begins;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    if (i == 0 || examples.group[i] != examples.group[i - 1]) {
      begins.push_back(static_cast<std::uint32_t>(i));
    }
  }
  begins.push_back(static_cast<std::uint32_t>(examples.size()));
  return begins;
}

void require_learnable(const ChoiceExamples& examples) {
  if (examples.size() == 0) fail("examples", "there are none", "give some to learn from");
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const std::size_t truth = examples.truth[i];
    if (truth <= examples.places && examples.allowed[i * (examples.places + 1) + truth] != 0) {
      continue;
    }
    fail("truth", fmt::format("example {} chose what it may not", i + 1),
         "allow it, or leave the example out");
  }
}

// How many of so many come last.
std::size_t held_out(std::size_t count, double share) {
  return static_cast<std::size_t>(std::lround(share * static_cast<double>(count)));
}

}  // namespace

ChoiceSplit split_examples(const ChoiceExamples& examples, const ValidationOptions& options) {
  require_learnable(examples);
  if (!(options.share >= 0 && options.share < 1)) {
    fail("validation", fmt::format("{} is no share", options.share), "give one from 0 to below 1");
  }
  const std::vector<std::uint32_t> begins = begins_of_groups(examples);
  const std::size_t groups = begins.size() - 1;
  const bool by_groups = options.hold_out == HoldOut::kLastGroups && groups > 1;
  std::size_t groups_out = 0;
  if (by_groups && options.share > 0) {
    groups_out = std::clamp<std::size_t>(held_out(groups, options.share), 1, groups - 1);
  }
  ChoiceSplit split;
  for (std::size_t g = 0; g < groups; ++g) {
    const std::size_t size = begins[g + 1] - begins[g];
    std::size_t out = held_out(size, options.share);
    if (by_groups) out = g + groups_out >= groups ? size : 0;
    for (std::uint32_t i = begins[g]; i < begins[g + 1]; ++i) {
      (i + out < begins[g + 1] ? split.training : split.validation).push_back(i);
    }
  }
  if (split.training.empty()) {
    fail("validation", "leaves nothing to learn from", "give a smaller share, or more examples");
  }
  return split;
}

ChoiceFit fit_of(const ChoiceExamples& examples, std::span<const float> scores) {
  const std::size_t classes = examples.places + 1;
  ChoiceFit fit;
  if (examples.size() == 0) return fit;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const auto own = scores.subspan(i * classes, classes);
    const auto most = static_cast<std::size_t>(std::ranges::max_element(own) - own.begin());
    const double of_truth = own[examples.truth[i]];
    fit.loss -= std::max(kLeastLogarithm, of_truth);
    fit.error += most != examples.truth[i] ? 1 : 0;
  }
  fit.loss /= static_cast<double>(examples.size());
  fit.error /= static_cast<double>(examples.size());
  return fit;
}

ChoiceExamples examples_of(const ChoiceExamples& examples, std::span<const std::uint32_t> members) {
  ChoiceExamples own;
  own.channels = examples.channels;
  own.places = examples.places;
  const auto append = [](const auto& from, std::size_t example, std::size_t size, auto& to) {
    const auto begin = from.begin() + static_cast<std::ptrdiff_t>(example * size);
    to.insert(to.end(), begin, begin + static_cast<std::ptrdiff_t>(size));
  };
  for (std::uint32_t i : members) {
    append(examples.values, i, examples.channels * examples.places, own.values);
    append(examples.allowed, i, examples.places + 1, own.allowed);
    append(examples.resource, i, examples.places, own.resource);
    append(examples.truth, i, 1, own.truth);
    append(examples.group, i, 1, own.group);
  }
  return own;
}

}  // namespace skein::learning
