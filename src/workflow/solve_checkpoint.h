// The checkpoint of `skein solve`: a file beside the plan folder, as long as the plan is not done.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "base/checkpoint.h"
#include "plan/clusters_csv.h"
#include "plan/month_folder.h"
#include "plan/plan.h"
#include "pricing/prices.h"
#include "workflow/solve.h"

namespace skein::workflow {

// What the optimizer is given to begin with; none of it need be there.
struct Beginning {
  std::vector<plan::Plan> plans;
  std::vector<plan::Cluster> clusters;
  pricing::Prices prices;
};

// plans/january -> plans/january.checkpoint
std::filesystem::path checkpoint_file(const std::filesystem::path& output);

// Whether there is an earlier run to go on from, and it is asked for. Refuses to begin anew over an
// earlier run, unless files may be replaced: that may be hours of work.
bool finds_checkpoint(const SolveRequest& request);

// For this very run: all that its result depends on is a trait. Goes on from the file if `resume`;
// null if no checkpoints are asked for.
std::unique_ptr<Checkpoint> make_checkpoint(const SolveRequest& request, const plan::Month& month,
                                            const Beginning& given, bool resume);

}  // namespace skein::workflow
