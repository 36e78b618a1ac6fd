// How the values of the optimizer go into checkpoints, and come back to the last bit.
#pragma once

#include <string_view>
#include <vector>

#include "base/state_archive.h"
#include "cover/problem.h"
#include "optimizer/column_generation.h"
#include "optimizer/master.h"
#include "optimizer/proof.h"
#include "optimizer/relaxation.h"
#include "pricing/prices.h"

namespace skein::optimizer {

void exchange(StateArchive& archive, std::string_view name, std::vector<Candidate>& pairings);
void exchange(StateArchive& archive, std::string_view name, pricing::OpenFlights& open);
void exchange(StateArchive& archive, std::string_view name, pricing::Prices& prices);
void exchange(StateArchive& archive, cover::LpSolution& solution);
void exchange(StateArchive& archive, LpResult& result);
void exchange(StateArchive& archive, Relaxation& relaxation);
void exchange(StateArchive& archive, Proof& proof);

}  // namespace skein::optimizer
