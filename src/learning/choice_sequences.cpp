#include "learning/choice_sequences.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "base/input_error.h"

namespace skein::learning {
namespace {

constexpr std::uint32_t kNothing = ChoiceExamples::kNothing;

[[noreturn]] void fail(const char* field, std::string problem) {
  throw InputError({"", 0, field, std::move(problem), "make the examples anew"});
}

// Examples that are joined by what they compete for.
class Components {
 public:
  explicit Components(std::size_t count) : parents_(count) {
    std::iota(parents_.begin(), parents_.end(), 0U);
  }
  std::uint32_t of(std::uint32_t k) {
    while (parents_[k] != k) k = parents_[k] = parents_[parents_[k]];
    return k;
  }
  // The first of a component stands for it.
  void join(std::uint32_t a, std::uint32_t b) {
    a = of(a);
    b = of(b);
    parents_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parents_;
};

Components components_of(const ChoiceExamples& examples) {
  Components components(examples.size());
  std::unordered_map<std::uint64_t, std::uint32_t> first_taker;
  for (std::size_t k = 0; k < examples.size(); ++k) {
    for (std::size_t place = 0; place < examples.places; ++place) {
      const std::uint32_t resource = examples.resource[k * examples.places + place];
      if (resource == kNothing) continue;
      const std::uint64_t key = (std::uint64_t{examples.group[k]} << 32) | resource;
      const auto [at, is_first] = first_taker.emplace(key, static_cast<std::uint32_t>(k));
      if (!is_first) components.join(at->second, static_cast<std::uint32_t>(k));
    }
  }
  return components;
}

// Channels of a candidate next to each other, as networks want them.
void append_map(const ChoiceExamples& examples, std::size_t k, kernels::Numbers<float>& maps) {
  const float* values = examples.values.data() + k * examples.channels * examples.places;
  for (std::size_t place = 0; place < examples.places; ++place) {
    for (std::size_t c = 0; c < examples.channels; ++c) {
      maps.push_back(values[c * examples.places + place]);
    }
  }
}

MapSequences maps_in_order(const ChoiceExamples& examples, std::span<const std::uint32_t> order) {
  MapSequences data;
  data.labels = examples.places + 1;
  data.shape = {1, examples.places, examples.channels};
  data.maps.reserve(order.size() * data.shape.size());
  for (const std::uint32_t k : order) {
    append_map(examples, k, data.maps);
    data.truth.push_back(examples.truth[k]);
  }
  return data;
}

}  // namespace

void require_whole(const ChoiceExamples& examples) {
  const std::size_t count = examples.size();
  const std::size_t places = examples.places;
  if (places == 0 || examples.channels == 0) fail("channels", "there are no candidates or values");
  if (examples.values.size() != count * places * examples.channels ||
      examples.allowed.size() != count * (places + 1) ||
      examples.resource.size() != count * places || examples.group.size() != count) {
    fail("examples", fmt::format("arrays do not fit {} examples of {} candidates", count, places));
  }
  for (std::size_t k = 0; k < count; ++k) {
    const char* allowed = examples.allowed.data() + k * (places + 1);
    if (allowed[places] == 0) fail("allowed", fmt::format("example {} may not choose none", k + 1));
    if (examples.truth[k] > places || allowed[examples.truth[k]] == 0) {
      fail("truth", fmt::format("example {} may not choose what it chose", k + 1));
    }
  }
}

ChoiceGraph choice_graph(const ChoiceExamples& examples, std::span<const std::uint32_t> places) {
  const std::size_t labels = examples.places + 1;
  std::vector<char> allowed;
  allowed.reserve(places.size() * labels);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<PlaceLabel>> takers;
  for (std::size_t at = 0; at < places.size(); ++at) {
    const std::size_t k = places[at];
    const auto own = examples.allowed.begin() + static_cast<std::ptrdiff_t>(k * labels);
    allowed.insert(allowed.end(), own, own + static_cast<std::ptrdiff_t>(labels));
    for (std::uint32_t place = 0; place < examples.places; ++place) {
      const std::uint32_t resource = examples.resource[k * examples.places + place];
      if (resource != kNothing) takers[{examples.group[k], resource}].push_back({at, place});
    }
  }
  ChoiceGraph graph(places.size(), labels, allowed);
  for (const auto& [resource, choices] : takers) graph.add_at_most_one(choices);
  return graph;
}

ChoiceSequences choice_sequences(const ChoiceExamples& examples,
                                 const ChoiceSequenceOptions& options) {
  require_whole(examples);
  Components components = components_of(examples);
  ChoiceSequences result;
  result.order.resize(examples.size());
  std::iota(result.order.begin(), result.order.end(), 0U);
  std::ranges::stable_sort(result.order, {}, [&](std::uint32_t k) { return components.of(k); });
  result.maps = maps_in_order(examples, result.order);
  std::vector<std::size_t>& begins = result.maps.begins;
  for (std::size_t at = 0; at < result.order.size(); ++at) {
    const bool same =
        at > 0 && components.of(result.order[at]) == components.of(result.order[at - 1]);
    if (!same || at - begins.back() == options.most_places) begins.push_back(at);
  }
  for (std::size_t i = 0; i < begins.size(); ++i) {
    const std::size_t end = i + 1 < begins.size() ? begins[i + 1] : result.order.size();
    result.maps.graphs.push_back(
        choice_graph(examples, std::span(result.order).subspan(begins[i], end - begins[i])));
  }
  return result;
}

MapSequences choice_maps(const ChoiceExamples& examples) {
  require_whole(examples);
  std::vector<std::uint32_t> order(examples.size());
  std::iota(order.begin(), order.end(), 0U);
  MapSequences data = maps_in_order(examples, order);
  if (!order.empty()) data.begins.push_back(0);
  return data;
}

}  // namespace skein::learning
