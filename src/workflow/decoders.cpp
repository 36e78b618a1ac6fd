#include "workflow/decoders.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/input_error.h"
#include "seeding/joint_chains.h"
#include "seeding/rolling_chains.h"
#include "seeding/scored_pairings.h"

namespace skein::workflow {

const std::vector<std::string>& decoder_names() {
  static const std::vector<std::string> names{"legal", "joint", "rolling", "greedy"};
  return names;
}

void require_decoder(const std::string& name) {
  if (std::ranges::find(decoder_names(), name) != decoder_names().end()) return;
  throw InputError({"", 0, "--decoder", in_quotes(name) + " is none",
                    fmt::format("use one of {}", fmt::join(decoder_names(), ", "))});
}

plan::Plan decode(const plan::Month& month, const predictor::MonthScorer& scorer,
                  const pricing::ConnectionScores& scores, const DecodingOptions& options) {
  if (options.decoder == "greedy") {
    seeding::GreedyChainsOptions greedy;
    greedy.period = options.period;
    return seeding::plan_greedy_chains(month.schedule, month.rules, scorer, greedy).plan;
  }
  if (options.decoder == "joint") {
    return seeding::plan_joint_chains(month.schedule, month.rules, scores).plan;
  }
  if (options.decoder == "rolling") {
    return seeding::plan_rolling_chains(month.schedule, month.rules, scorer).plan.plan;
  }
  seeding::ScoredOptions legal;
  legal.greedy.deadline = options.deadline;
  legal.replan.deadline = options.deadline;
  return seeding::plan_scored_pairings(month.schedule, month.rules, scorer, legal).plan;
}

}  // namespace skein::workflow
