#include "support/map_samples.h"

#include <algorithm>
#include <numeric>

namespace skein::test {

using learning::ChoiceGraph;
using learning::MapSequences;

MapSequences map_words(Rng& rng, std::size_t words) {
  constexpr std::uint32_t kLabels = 3;
  MapSequences data;
  data.labels = kLabels;
  data.shape = {4, 4, 1};
  for (std::size_t s = 0; s < words; ++s) {
    data.begins.push_back(data.truth.size());
    auto label = static_cast<std::uint32_t>(rng.below(kLabels));
    for (int t = rng.between(1, 5); t > 0; --t) {
      data.truth.push_back(label);
      for (std::uint32_t k = 0; k < data.shape.size(); ++k) {
        data.maps.push_back(rng.chance(k % kLabels == label ? 0.7 : 0.2) ? 1.0F : 0.0F);
      }
      label =
          static_cast<std::uint32_t>(rng.chance(0.7) ? label + 1 : rng.below(kLabels)) % kLabels;
    }
  }
  return data;
}

namespace {

// Different next flights for the flights of a sample, or none.
std::vector<std::uint32_t> planted_choices(Rng& rng, const Connections& plan) {
  std::vector<std::uint32_t> nexts(std::max(plan.nexts, plan.flights));
  std::iota(nexts.begin(), nexts.end(), 0U);
  rng.shuffle(std::span(nexts));
  nexts.resize(plan.flights);
  for (std::uint32_t& next : nexts) {
    if (next >= plan.nexts || rng.chance(0.2)) next = static_cast<std::uint32_t>(plan.nexts);
  }
  return nexts;
}

ChoiceGraph graph_of(Rng& rng, const Connections& plan, std::span<const std::uint32_t> truth) {
  const std::size_t labels = plan.nexts + 1;
  std::vector<char> allowed(plan.flights * labels, 1);
  for (std::size_t f = 0; f < plan.flights; ++f) {
    const auto next = rng.below(plan.nexts);
    if (next != truth[f]) allowed[f * labels + next] = 0;
  }
  ChoiceGraph graph(plan.flights, labels, allowed);
  for (std::uint32_t next = 0; next < plan.nexts; ++next) {
    std::vector<learning::PlaceLabel> takers;
    for (std::size_t f = 0; f < plan.flights; ++f) takers.push_back({f, next});
    graph.add_at_most_one(takers);
  }
  return graph;
}

}  // namespace

// A map has a position for each next flight. Its first channel is 1; the second shows, with noise,
// whether the next flight is the planted one.
MapSequences map_connections(Rng& rng, std::size_t samples, const Connections& plan) {
  MapSequences data;
  data.labels = plan.nexts + 1;
  data.shape = {1, plan.nexts, 2};
  for (std::size_t i = 0; i < samples; ++i) {
    data.begins.push_back(data.truth.size());
    const std::vector<std::uint32_t> truth = planted_choices(rng, plan);
    for (std::uint32_t choice : truth) {
      for (std::uint32_t next = 0; next < plan.nexts; ++next) {
        data.maps.push_back(1.0F);
        const double sign = next == choice ? 1 : -1;
        data.maps.push_back(static_cast<float>(sign + plan.noise * rng.normal()));
      }
    }
    data.graphs.push_back(graph_of(rng, plan, truth));
    data.truth.insert(data.truth.end(), truth.begin(), truth.end());
  }
  return data;
}

MapSequences with_names(Rng& rng, const MapSequences& data) {
  MapSequences named = data;
  named.shape.channels -= 1;
  named.maps.clear();
  for (std::size_t k = 0; k < data.maps.size(); ++k) {
    if (k % data.shape.channels < named.shape.channels) {
      named.maps.push_back(data.maps[k]);
    } else {
      named.ids.push_back(rng.chance(0.05) ? 0 : data.maps[k] < 0 ? 1 : 2);
    }
  }
  return named;
}

std::vector<std::uint32_t> labels_of(const MapSequences& data,
                                     const std::vector<std::uint32_t>& labels, std::size_t i) {
  const std::size_t end = i + 1 < data.begins.size() ? data.begins[i + 1] : labels.size();
  return {labels.begin() + static_cast<std::ptrdiff_t>(data.begins[i]),
          labels.begin() + static_cast<std::ptrdiff_t>(end)};
}

}  // namespace skein::test
