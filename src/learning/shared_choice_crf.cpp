#include "learning/shared_choice_crf.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/input_error.h"
#include "factor_graph/vectors.h"

namespace skein::learning {
namespace {

std::size_t features_of_candidate(const Sequences& sequences) {
  const std::size_t candidates = sequences.labels() - 1;
  if (candidates == 0 || sequences.features() % candidates != 0) {
    throw InputError({"", 0, "features",
                      fmt::format("{} of a place cannot be shared out among {} candidates",
                                  sequences.features(), candidates),
                      "let the network keep a column for each candidate"});
  }
  return sequences.features() / candidates;
}

}  // namespace

SharedChoiceCrf::SharedChoiceCrf(const Sequences& sequences, std::vector<ChoiceGraph> graphs,
                                 ChoiceMarginals marginals, const GraphSearchOptions& options,
                                 const SoftChoiceOptions& soft)
    : sequences_(sequences),
      choices_(sequences, std::move(graphs), options),
      marginals_(marginals),
      soft_(soft),
      features_(features_of_candidate(sequences)) {}

void SharedChoiceCrf::fill_scores(std::size_t sample, std::span<const double> w,
                                  std::span<double> scores) const {
  const double* none = w.data() + features_;
  const double* biases = none + features_;
  const double share = 1 / static_cast<double>(candidates());
  double* score = scores.data();
  for (std::size_t place = sequences_.begin(sample); place < sequences_.end(sample); ++place) {
    const float* x = sequences_.row(place).data();
    double of_none = 0;
    for (std::size_t t = 0; t < candidates(); ++t, x += features_) {
      double own = 0;
      double towards_none = 0;
      for (std::size_t j = 0; j < features_; ++j) {
        const auto value = static_cast<double>(x[j]);
        own += w[j] * value;
        towards_none += none[j] * value;
      }
      score[t] = own + biases[t];
      of_none += towards_none;
    }
    score[candidates()] = share * of_none + biases[candidates()];
    score += sequences_.labels();
  }
}

void SharedChoiceCrf::add_features(std::size_t sample, std::span<const double> moments,
                                   double scale, std::span<double> into) const {
  double* none = into.data() + features_;
  double* biases = none + features_;
  const double share = 1 / static_cast<double>(candidates());
  const double* moment = moments.data();
  for (std::size_t place = sequences_.begin(sample); place < sequences_.end(sample); ++place) {
    const float* x = sequences_.row(place).data();
    const double of_none = scale * share * moment[candidates()];
    for (std::size_t t = 0; t < candidates(); ++t, x += features_) {
      const double own = scale * moment[t];
      biases[t] += own;
      if (own == 0 && of_none == 0) continue;
      for (std::size_t j = 0; j < features_; ++j) {
        into[j] += own * static_cast<double>(x[j]);
        none[j] += of_none * static_cast<double>(x[j]);
      }
    }
    biases[candidates()] += scale * moment[candidates()];
    moment += sequences_.labels();
  }
}

double SharedChoiceCrf::square_of_features(std::size_t sample,
                                           std::span<const double> moments) const {
  std::vector<double> sum(dimension(), 0.0);
  add_features(sample, moments, 1, sum);
  return factor_graph::product(sum, sum);
}

double SharedChoiceCrf::infer(std::size_t sample, std::span<const double> scores,
                              std::span<double> beliefs, Workspace& workspace) const {
  if (marginals_ == ChoiceMarginals::kMostLikely) {
    return most_likely(sample, scores, beliefs, workspace);
  }
  SoftChoiceOptions options = soft_;
  if (marginals_ == ChoiceMarginals::kAlone) options.most_rounds = 0;
  return soft_choices(choices_.graph(sample), scores, beliefs, options);
}

void SharedChoiceCrf::fill_moments(std::size_t /*sample*/, std::span<const double> beliefs,
                                   std::span<double> moments) const {
  std::ranges::copy(beliefs, moments.begin());
}

void SharedChoiceCrf::fill_label_weights(std::span<const double> w,
                                         kernels::Matrix<float>& by_label) const {
  by_label.fill(0);
  const double share = 1 / static_cast<double>(candidates());
  for (std::size_t t = 0; t < candidates(); ++t) {
    for (std::size_t j = 0; j < features_; ++j) {
      by_label(t, t * features_ + j) = static_cast<float>(w[j]);
      by_label(candidates(), t * features_ + j) = static_cast<float>(share * w[features_ + j]);
    }
  }
}

std::vector<double> SharedChoiceCrf::plain_weights(std::span<const double> w) const {
  const std::size_t labels = sequences_.labels();
  const double share = 1 / static_cast<double>(candidates());
  std::vector<double> plain(choices_.dimension(), 0.0);
  for (std::size_t t = 0; t < candidates(); ++t) {
    for (std::size_t j = 0; j < features_; ++j) {
      double* of_feature = plain.data() + (t * features_ + j) * labels;
      of_feature[t] = w[j];
      of_feature[candidates()] = share * w[features_ + j];
    }
  }
  std::ranges::copy(w.subspan(2 * features_),
                    plain.begin() + static_cast<std::ptrdiff_t>(candidates() * features_ * labels));
  return plain;
}

std::vector<std::uint32_t> SharedChoiceCrf::predict(std::size_t sample, std::span<const double> w,
                                                    std::span<const double> of_rows) const {
  return choices_.predict(sample, plain_weights(w), of_rows);
}

}  // namespace skein::learning
