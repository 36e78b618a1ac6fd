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

std::unique_ptr<Trainer> make_sdca(const Crf& crf, const TrainerOptions& options) {
  SdcaOptions own;
  own.lambda = options.lambda;
  own.uniform_share = options.uniform_share.value_or(own.uniform_share);
  own.averaged = options.averaged.value_or(own.averaged);
  own.seed = options.seed;
  own.deadline = options.deadline;
  return std::make_unique<Sdca>(crf, own);
}

std::unique_ptr<Trainer> make_bcfw(const Crf& crf, const TrainerOptions& options) {
  BcfwOptions own;
  own.lambda = options.lambda;
  own.uniform_share = options.uniform_share.value_or(own.uniform_share);
  own.averaged = options.averaged.value_or(own.averaged);
  own.seed = options.seed;
  own.deadline = options.deadline;
  return std::make_unique<Bcfw>(crf, own);
}

std::unique_ptr<Trainer> make_sag(const Crf& crf, const TrainerOptions& options, bool skips) {
  SagOptions own;
  own.lambda = options.lambda;
  own.skips_line_searches = skips;
  own.seed = options.seed;
  own.deadline = options.deadline;
  return std::make_unique<Sag>(crf, own);
}

std::unique_ptr<Trainer> make_oeg(const Crf& crf, const TrainerOptions& options) {
  OegOptions own;
  own.lambda = options.lambda;
  own.seed = options.seed;
  own.deadline = options.deadline;
  return std::make_unique<Oeg>(crf, own);
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
  if (options.name == "sdca") return make_sdca(crf, options);
  if (options.name == "bcfw") return make_bcfw(crf, options);
  if (options.name == "sag-nus") return make_sag(crf, options, false);
  if (options.name == "sag-nus-star") return make_sag(crf, options, true);
  if (options.name == "oeg") return make_oeg(crf, options);
  if (options.name == "lbfgs") return make_lbfgs(crf, options, workers);
  throw InputError({"", 0, "trainer", fmt::format("{} is no trainer", in_quotes(options.name)),
                    fmt::format("choose one of {}", fmt::join(trainer_names(), ", "))});
}

}  // namespace skein::learning
