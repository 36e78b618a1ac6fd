#include "learning/soft_choices.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace skein::learning {
namespace {

class SoftChoices {
 public:
  SoftChoices(const ChoiceGraph& graph, std::span<const double> scores, std::span<double> marginals)
      : graph_(graph),
        scores_(scores),
        marginals_(marginals),
        prices_(graph.parts_of_exclusions().size(), 0.0) {
    const auto& parts = graph.parts_of_exclusions();
    price_of_.assign(graph.parts(), kFree);
    for (std::size_t c = 0; c < parts.size(); ++c) {
      for (const std::uint32_t part : parts[c]) price_of_[part] = static_cast<std::uint32_t>(c);
    }
    values_.resize(graph.places());
  }

  double run(const SoftChoiceOptions& options) {
    spread();
    for (int round = 0; round < options.most_rounds && most_chosen() > 1 + options.tolerance;
         ++round) {
      set_prices();
      spread();
    }
    double value = 0;
    for (double of_place : values_) value += of_place;
    for (double price : prices_) value += price;
    return value;
  }

 private:
  static constexpr std::uint32_t kFree = ~std::uint32_t{0};

  double reduced(std::size_t part) const {
    return price_of_[part] == kFree ? scores_[part] : scores_[part] - prices_[price_of_[part]];
  }

  // v_i, and marginals by them.
  void spread() {
    const std::size_t labels = graph_.labels();
    for (std::size_t place = 0; place < graph_.places(); ++place) {
      const auto variables = graph_.variables_at(place);
      double most = -std::numeric_limits<double>::infinity();
      for (std::size_t y = 0; y < labels; ++y) {
        if (variables[y] == ChoiceGraph::kForbidden) continue;
        most = std::max(most, reduced(place * labels + y));
      }
      double sum = 0;
      for (std::size_t y = 0; y < labels; ++y) {
        double& own = marginals_[place * labels + y];
        own = variables[y] == ChoiceGraph::kForbidden
                  ? 0
                  : std::exp(reduced(place * labels + y) - most);
        sum += own;
      }
      for (std::size_t y = 0; y < labels; ++y) marginals_[place * labels + y] /= sum;
      values_[place] = most + std::log(sum);
    }
  }

  double most_chosen() const {
    double most = 0;
    for (const auto& parts : graph_.parts_of_exclusions()) {
      double chosen = 0;
      for (const std::uint32_t part : parts) chosen += marginals_[part];
      most = std::max(most, chosen);
    }
    return most;
  }

  // u_c = max(0, u_c + log of how often it is chosen).
  void set_prices() {
    const auto& exclusions = graph_.parts_of_exclusions();
    for (std::size_t c = 0; c < exclusions.size(); ++c) {
      double chosen = 0;
      for (const std::uint32_t part : exclusions[c]) chosen += marginals_[part];
      prices_[c] = chosen > 0 ? std::max(0.0, prices_[c] + std::log(chosen)) : 0;
    }
  }

  const ChoiceGraph& graph_;
  std::span<const double> scores_;
  std::span<double> marginals_;
  std::vector<double> prices_;
  std::vector<std::uint32_t> price_of_;  // by part
  std::vector<double> values_;           // v, by place
};

}  // namespace

double soft_choices(const ChoiceGraph& graph, std::span<const double> scores,
                    std::span<double> marginals, const SoftChoiceOptions& options) {
  return SoftChoices(graph, scores, marginals).run(options);
}

}  // namespace skein::learning
