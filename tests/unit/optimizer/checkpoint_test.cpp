// Runs that are killed and taken up again end like those that were not.
#include "base/checkpoint.h"

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/workers.h"
#include "generator/airline.h"
#include "optimizer/column_generation.h"
#include "optimizer/diving.h"
#include "optimizer/optimizer.h"
#include "optimizer/state.h"
#include "seeding/greedy.h"
#include "support/scratch_folder.h"

namespace skein::optimizer {
namespace {

namespace fs = std::filesystem;

struct Killed {};

plan::Month small_month(std::uint64_t seed) {
  generator::AirlineOptions airline;
  airline.flights = 300;
  airline.seed = seed;
  return std::move(generator::generate_airline(airline).front().month);
}

void expect_same(const Result& result, const Result& expected) {
  EXPECT_EQ(result.plan, expected.plan);
  EXPECT_EQ(result.cost, expected.cost);
  EXPECT_EQ(result.bound, expected.bound);
  EXPECT_EQ(result.bound_kind, expected.bound_kind);
  EXPECT_EQ(result.lp, expected.lp);
  EXPECT_EQ(result.proof.prices.flight, expected.proof.prices.flight);
  EXPECT_EQ(result.proof.prices.base, expected.proof.prices.base);
  EXPECT_EQ(result.proof.cuts, expected.proof.cuts);
  EXPECT_EQ(result.stopped, expected.stopped);
}

class ResumedOptimization : public testing::Test {
 protected:
  explicit ResumedOptimization(std::uint64_t seed = 4) : month_(small_month(seed)) {
    starts_.push_back(seeding::plan_greedily(month_.schedule, month_.rules).plan);
  }

  Result optimize(const std::vector<plan::Plan>& starts, Checkpoint* checkpoint,
                  const Observer& observer = {}) {
    Options options = options_;
    options.checkpoint = checkpoint;
    return optimizer::optimize(month_.schedule, month_.rules, starts, workers_, options, observer);
  }

  static CheckpointOptions every_step(const fs::path& file) { return {file, "test", {}, 0}; }

  // The innermost level that is under way in a checkpoint.
  static std::string level_in(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    for (const char* level : {"column generation", "dive", "proofs", "improvement"}) {
      if (bytes.find(level) != std::string::npos) return level;
    }
    return bytes.find("pairings kept") != std::string::npos ? "windows" : "between stages";
  }

  // The checkpoints of all steps but the last, by the level that is under way.
  std::map<std::string, std::vector<fs::path>> checkpoints_of(Result& result) {
    std::map<std::string, std::vector<fs::path>> kept;
    const fs::path file = scratch_ / "state";
    std::size_t count = 0;
    Checkpoint checkpoint(every_step(file));
    // Called before the next one takes its place.
    const CheckpointLevel level(&checkpoint, "test", [&](StateArchive&) {
      if (!fs::exists(file)) return;
      const fs::path copy = scratch_ / ("state" + std::to_string(count++));
      fs::copy_file(file, copy);
      kept[level_in(copy)].push_back(copy);
    });
    result = optimize(starts_, &checkpoint);
    return kept;
  }

  // From up to `most` checkpoints of each level, evenly spread, the first and last among them.
  void expect_same_from(const std::map<std::string, std::vector<fs::path>>& kept,
                        const Result& expected, std::size_t most) {
    for (const auto& [level, files] : kept) {
      const std::size_t picked = std::min(most, files.size());
      for (std::size_t k = 0; k < picked; ++k) {
        const std::size_t at = picked > 1 ? k * (files.size() - 1) / (picked - 1) : 0;
        SCOPED_TRACE(level + ", checkpoint " + std::to_string(at));
        CheckpointOptions seldom = every_step(files[at]);
        seldom.seconds_between = 1000;
        Checkpoint checkpoint(seldom);
        checkpoint.resume();
        const CheckpointLevel outer(&checkpoint, "test", [](StateArchive&) {});
        EXPECT_TRUE(outer.resumed());
        expect_same(optimize({}, &checkpoint), expected);
      }
    }
  }

  test::ScratchFolder scratch_;
  Workers workers_{2};
  plan::Month month_;
  std::vector<plan::Plan> starts_;
  Options options_;
};

TEST_F(ResumedOptimization, EndsTheSameFromEveryLevel) {
  const Result expected = optimize(starts_, nullptr);
  Result kept;
  const auto checkpoints = checkpoints_of(kept);
  expect_same(kept, expected);
  for (const char* level : {"column generation", "windows", "improvement"}) {
    EXPECT_TRUE(checkpoints.contains(level)) << level;
  }
  expect_same_from(checkpoints, expected, 3);
}

TEST_F(ResumedOptimization, EndsTheSameWithoutBaseRowsAndWithWindows) {
  options_.base_rows = false;
  options_.window = 5 * kDay;
  options_.overlap = 2 * kDay;
  const Result expected = optimize(starts_, nullptr);
  Result kept;
  const auto checkpoints = checkpoints_of(kept);
  expect_same(kept, expected);
  for (const char* level : {"windows", "proofs", "improvement"}) {
    EXPECT_TRUE(checkpoints.contains(level)) << level;
  }
  expect_same_from(checkpoints, expected, 3);
}

// Killed in the middle of a step, over and over.
TEST_F(ResumedOptimization, EndsTheSameAfterManyKills) {
  const Result expected = optimize(starts_, nullptr);
  int kills = 0;
  for (;; ++kills) {
    ASSERT_LT(kills, 100);
    Checkpoint checkpoint(every_step(scratch_ / "state"));
    if (fs::exists(checkpoint.file())) checkpoint.resume();
    int left = 9;
    try {
      expect_same(optimize(starts_, &checkpoint,
                           [&](const Progress&) {
                             if (--left < 0) throw Killed();
                           }),
                  expected);
      break;
    } catch (const Killed&) {
    }
  }
  EXPECT_GT(kills, 3);
}

TEST_F(ResumedOptimization, ADiveEndsTheSameFromEveryStep) {
  const auto targets = base_targets(month_.schedule);
  pricing::Pricer pricer(month_.schedule, month_.rules, workers_);
  Master master(month_.schedule, month_.rules, whole_month(month_.schedule, targets));
  for (const Candidate& pairing : candidates_of(month_.schedule, starts_.front())) {
    master.add(pairing);
  }
  const LpResult lp = generate_columns(master, pricer);
  Relaxation solved{{}, lp.shares, lp.prices, {}};
  for (std::size_t j = 0; j < master.columns(); ++j) solved.pool.push_back(master.pairing(j));

  DivingOptions options;
  const auto dive_from = [&](Relaxation& relaxation, Checkpoint* checkpoint, int steps_to_live) {
    const CheckpointLevel level(checkpoint, "whole",
                                [&](StateArchive& archive) { exchange(archive, relaxation); });
    options.checkpoint = checkpoint;
    return dive(month_.schedule, month_.rules, pricer, targets, relaxation, options,
                [&](const DiveReport&) {
                  if (--steps_to_live < 0) throw Killed();
                });
  };
  Relaxation whole = solved;
  const Dived expected = dive_from(whole, nullptr, 1000);
  for (int steps = 1; steps < 8; ++steps) {
    const fs::path file = scratch_ / "dive";
    Checkpoint first(every_step(file));
    Relaxation relaxation = solved;
    ASSERT_THROW(dive_from(relaxation, &first, steps), Killed);
    Checkpoint second(every_step(file));
    second.resume();
    Relaxation read;
    const Dived dived = dive_from(read, &second, 1000);
    EXPECT_EQ(dived.taken, expected.taken) << steps;
    EXPECT_EQ(dived.shares, expected.shares) << steps;
    EXPECT_EQ(read.pool, whole.pool) << steps;
  }
}

// A month on which cuts raise the bound.
class ResumedWithCuts : public ResumedOptimization {
 protected:
  ResumedWithCuts() : ResumedOptimization(1) {}
};

TEST_F(ResumedWithCuts, EndsTheSame) {
  const Result expected = optimize(starts_, nullptr);
  ASSERT_EQ(expected.bound_kind, BoundKind::kCuts);
  Result kept;
  const auto checkpoints = checkpoints_of(kept);
  expect_same(kept, expected);
  expect_same_from(checkpoints, expected, 3);
}

}  // namespace
}  // namespace skein::optimizer
