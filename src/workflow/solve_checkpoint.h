// The checkpoint of `skein solve`: a file beside the plan folder, as long as the plan is not done.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "base/checkpoint.h"
#include "plan/clusters_csv.h"
#include "plan/month_folder.h"
#include "plan/plan.h"
#include "workflow/solve.h"

namespace skein::workflow {

// plans/january -> plans/january.checkpoint
std::filesystem::path checkpoint_file(const std::filesystem::path& output);

// Whether there is an earlier run to go on from, and it is asked for. Refuses to begin anew over an
// earlier run, unless files may be replaced: that may be hours of work.
bool finds_checkpoint(const SolveRequest& request);

// For this very run: all that its result depends on is a trait. `starts` are the plans that were
// given, `clusters` those that were. Goes on from the file if `resume`; null if no checkpoints are
// asked for.
std::unique_ptr<Checkpoint> make_checkpoint(const SolveRequest& request, const plan::Month& month,
                                            const std::vector<plan::Plan>& starts,
                                            const std::vector<plan::Cluster>& clusters,
                                            bool resume);

}  // namespace skein::workflow
