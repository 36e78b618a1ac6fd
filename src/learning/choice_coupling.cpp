#include "learning/choice_coupling.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

namespace skein::learning {
namespace {

constexpr double kForbidden = -std::numeric_limits<double>::infinity();
constexpr double kMostOdds = 1e12;

// Sum of all but one, or the largest of them.
double rest_of(std::span<const double> values, std::size_t but, Coupling kind) {
  double rest = 0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (k == but) continue;
    rest = kind == Coupling::kMostLikely ? std::max(rest, values[k]) : rest + values[k];
  }
  return rest;
}

}  // namespace

ChoiceCoupling::ChoiceCoupling(const ChoiceExamples& examples,
                               std::span<const std::uint32_t> members, Coupling kind)
    : kind_(kind),
      places_(examples.places),
      allowed_(examples.allowed),
      rivalry_(examples.size() * places_, kAlone),
      heard_(places_ + 1) {
  if (kind == Coupling::kNone) return;
  odds_.assign(rivalry_.size(), 0.0);
  std::vector<std::uint32_t> edges;
  for (std::uint32_t example : members) {
    for (std::size_t place = 0; place < places_; ++place) {
      if (allowed_[example * (places_ + 1) + place] == 0) continue;
      if (examples.resource[example * places_ + place] == ChoiceExamples::kNothing) continue;
      edges.push_back(static_cast<std::uint32_t>(example * places_ + place));
    }
  }
  const auto resource_of = [&](std::uint32_t edge) {
    return std::pair(examples.group[edge / places_], examples.resource[edge]);
  };
  std::ranges::sort(edges, [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(resource_of(a), a) < std::pair(resource_of(b), b);
  });
  for (auto begin = edges.begin(); begin != edges.end();) {
    const auto end = std::find_if(begin, edges.end(), [&](std::uint32_t edge) {
      return resource_of(edge) != resource_of(*begin);
    });
    if (end - begin > 1) {
      for (auto edge = begin; edge != end; ++edge) {
        rivalry_[*edge] = static_cast<std::uint32_t>(begins_.size());
      }
      begins_.push_back(static_cast<std::uint32_t>(rivals_.size()));
      rivals_.insert(rivals_.end(), begin, end);
    }
    begin = end;
  }
  begins_.push_back(static_cast<std::uint32_t>(rivals_.size()));
}

double ChoiceCoupling::message(std::size_t edge) const {
  const std::uint32_t rivalry = rivalry_[edge];
  if (rivalry == kAlone) return 0;
  double wanted = kind_ == Coupling::kMostLikely ? 0 : 1;
  for (std::size_t k = begins_[rivalry]; k < begins_[rivalry + 1]; ++k) {
    if (rivals_[k] == edge) continue;
    const double odds = odds_[rivals_[k]];
    wanted = kind_ == Coupling::kMostLikely ? std::max(wanted, odds) : wanted + odds;
  }
  return -std::log(std::max(1.0, wanted));
}

double ChoiceCoupling::hear(std::size_t example, std::span<const double> scores) {
  double most = kForbidden;
  for (std::size_t y = 0; y <= places_; ++y) {
    heard_[y] = kForbidden;
    if (allowed_[example * (places_ + 1) + y] == 0) continue;
    heard_[y] = scores[y] + (y < places_ ? message(example * places_ + y) : 0);
    most = std::max(most, heard_[y]);
  }
  return most;
}

void ChoiceCoupling::tell(std::size_t example, std::span<const double> scores) {
  const double most = hear(example, scores);
  for (double& value : heard_) value = std::exp(value - most);
  for (std::size_t place = 0; place < places_; ++place) {
    const std::size_t edge = example * places_ + place;
    if (rivalry_[edge] == kAlone) continue;
    const double odds = std::exp(scores[place] - most) / rest_of(heard_, place, kind_);
    odds_[edge] = odds < kMostOdds ? odds : kMostOdds;
  }
}

void ChoiceCoupling::fill_beliefs(std::size_t example, std::span<const double> scores,
                                  std::span<double> beliefs) {
  const double most = hear(example, scores);
  if (kind_ == Coupling::kMostLikely) {
    std::ranges::fill(beliefs, 0.0);
    beliefs[static_cast<std::size_t>(std::ranges::find(heard_, most) - heard_.begin())] = 1;
    return;
  }
  double sum = 0;
  for (std::size_t y = 0; y <= places_; ++y) sum += beliefs[y] = std::exp(heard_[y] - most);
  for (double& belief : beliefs) belief /= sum;
}

void ChoiceCoupling::infer(std::span<const std::uint32_t> examples, std::span<const double> scores,
                           int sweeps, std::span<double> beliefs) {
  const std::size_t classes = places_ + 1;
  for (int sweep = 0; kind_ != Coupling::kNone && sweep < sweeps; ++sweep) {
    for (std::size_t k = 0; k < examples.size(); ++k) {
      tell(examples[k], scores.subspan(k * classes, classes));
    }
  }
  for (std::size_t k = 0; k < examples.size(); ++k) {
    fill_beliefs(examples[k], scores.subspan(k * classes, classes),
                 beliefs.subspan(k * classes, classes));
  }
}

// Of the factors of examples and of resources, less that of their edges (Yedidia, Freeman and Weiss
// 2005).
double ChoiceCoupling::log_partition(std::span<const std::uint32_t> examples,
                                     std::span<const double> scores) {
  double sum = 0;
  for (std::size_t k = 0; k < examples.size(); ++k) {
    const double most = hear(examples[k], scores.subspan(k * (places_ + 1), places_ + 1));
    double exponentials = 0;
    for (double value : heard_) exponentials += std::exp(value - most);
    sum += most + std::log(exponentials);
    for (std::size_t edge = examples[k] * places_; edge < (examples[k] + 1) * places_; ++edge) {
      if (rivalry_[edge] != kAlone) sum -= std::log1p(odds_[edge] * std::exp(message(edge)));
    }
  }
  for (std::size_t rivalry = 0; rivalry + 1 < begins_.size(); ++rivalry) {
    double wanted = 0;
    for (std::size_t k = begins_[rivalry]; k < begins_[rivalry + 1]; ++k)
      wanted += odds_[rivals_[k]];
    sum += std::log1p(wanted);
  }
  return sum;
}

void ChoiceCoupling::exchange(StateArchive& archive) {
  archive.exchange("odds", std::span<double>(odds_));
}

std::vector<float> joint_log_beliefs(const ChoiceExamples& examples, std::span<const float> scores,
                                     const JointBeliefOptions& options) {
  std::vector<std::uint32_t> all(examples.size());
  std::iota(all.begin(), all.end(), 0U);
  ChoiceCoupling coupling(examples, all, Coupling::kMarginals);
  const std::vector<double> exact(scores.begin(), scores.end());
  std::vector<double> beliefs(exact.size(), 0.0);
  std::vector<double> before;
  for (int sweep = 0; sweep < options.most_sweeps; ++sweep) {
    before = beliefs;
    coupling.infer(all, exact, 1, beliefs);
    double change = 0;
    for (std::size_t k = 0; k < beliefs.size(); ++k) {
      change = std::max(change, std::abs(beliefs[k] - before[k]));
    }
    if (change <= options.tolerance) break;
  }
  std::vector<float> logarithms(beliefs.size());
  std::ranges::transform(beliefs, logarithms.begin(),
                         [](double belief) { return static_cast<float>(std::log(belief)); });
  return logarithms;
}

}  // namespace skein::learning
