#include "learning/make_trainer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/input_error.h"
#include "learning/bcfw.h"
#include "learning/lbfgs.h"
#include "learning/oeg.h"
#include "learning/sag.h"
#include "learning/sdca.h"

namespace skein::learning {
namespace {

template <class Own>
Own own_options(const TrainerOptions& options) {
  Own own;
  own.lambda = options.lambda;
  own.seed = options.seed;
  own.deadline = options.deadline;
  return own;
}

// Of sdca and bcfw.
template <class Own>
Own dual_options(const TrainerOptions& options) {
  Own own = own_options<Own>(options);
  own.uniform_share = options.uniform_share.value_or(own.uniform_share);
  own.averaged = options.averaged.value_or(own.averaged);
  return own;
}

std::unique_ptr<Trainer> make_sag(const Crf& crf, const TrainerOptions& options, bool skips) {
  SagOptions own = own_options<SagOptions>(options);
  own.skips_line_searches = skips;
  return std::make_unique<Sag>(crf, own);
}

std::unique_ptr<Trainer> make_lbfgs(const Crf& crf, const TrainerOptions& options,
                                    Workers& workers) {
  return std::make_unique<Lbfgs>(
      crf,
      std::make_unique<Objective>(crf, lambda_or_default(options.lambda, crf.samples()), workers));
}

}  // namespace

const std::vector<std::string>& trainer_names() {
  static const std::vector<std::string> names{"sdca",         "bcfw", "sag-nus",
                                              "sag-nus-star", "oeg",  "lbfgs"};
  return names;
}

std::unique_ptr<Trainer> make_trainer(const Crf& crf, const TrainerOptions& options,
                                      Workers& workers) {
  if (options.name == "sdca") {
    return std::make_unique<Sdca>(crf, dual_options<SdcaOptions>(options));
  }
  if (options.name == "bcfw") {
    return std::make_unique<Bcfw>(crf, dual_options<BcfwOptions>(options));
  }
  if (options.name == "sag-nus") return make_sag(crf, options, false);
  if (options.name == "sag-nus-star") return make_sag(crf, options, true);
  if (options.name == "oeg") {
    return std::make_unique<Oeg>(crf, own_options<OegOptions>(options));
  }
  if (options.name == "lbfgs") return make_lbfgs(crf, options, workers);
  throw InputError({"", 0, "trainer", fmt::format("{} is no trainer", in_quotes(options.name)),
                    fmt::format("choose one of {}", fmt::join(trainer_names(), ", "))});
}

}  // namespace skein::learning
