#include "learning/stochastic_trainer.h"

#include <algorithm>

#include "factor_graph/vectors.h"

namespace skein::learning {

StochasticTrainer::StochasticTrainer(const Crf& crf, const StochasticOptions& options)
    : crf_(crf),
      lambda_(lambda_or_default(options.lambda, crf.samples())),
      rng_(options.seed),
      workspace_(crf.make_workspace()),
      w_(crf.dimension(), 0.0),
      steps_between_looks_(std::clamp<std::uint64_t>(crf.samples() / 64, 1, 16)),
      deadline_(options.deadline) {}

void StochasticTrainer::run_epoch() {
  begin_epoch();
  for (std::size_t k = 0; k < crf_.samples() && !deadline_.passed(); ++k) update(draw());
}

double StochasticTrainer::square_of_direction(std::size_t sample,
                                              std::span<const double> change) const {
  return crf_.square_of_features(sample, change) / lambda_n();
}

void StochasticTrainer::move_weights(std::size_t sample, double step,
                                     std::span<const double> change) {
  crf_.add_features(sample, change, -step / lambda_n(), w_);
}

void StochasticTrainer::follow_duals(const SampleRows& moments) {
  std::fill(w_.begin(), w_.end(), 0.0);
  AlignedVector change(moments.longest());
  for (std::size_t i = 0; i < crf_.samples(); ++i) {
    const std::span<double> own(change.data(), moments[i].size());
    crf_.fill_truth(i, own);
    factor_graph::add(-1, moments[i], own);
    crf_.add_features(i, own, 1 / lambda_n(), w_);
  }
}

double StochasticTrainer::dual_of(std::span<const double> gains) const {
  double sum = 0;
  for (double gain : gains) sum += gain;
  return sum / static_cast<double>(gains.size()) - lambda_ / 2 * factor_graph::product(w_, w_);
}

void StochasticTrainer::exchange(StateArchive& archive) {
  archive.exchange("random numbers", rng_);
  archive.exchange("oracle calls", counts_.oracle_calls);
  archive.exchange("updates", counts_.updates);
  archive.exchange("weights", w_);
  workspace_->exchange(archive);
  exchange_own(archive);
}

}  // namespace skein::learning
