// Boosting of trees that choose.
//
// A round fits a tree of candidates and one of none to the slopes and curvatures of the likelihood
// of a softmax over what is allowed,
//
//    g = p - truth,    h = p (1 - p)
//
// (as LambdaMART does for other losses of ranked lists; Burges 2010), on some of the examples and
// columns, drawn by lot (Friedman 2002). Examples that are held out tell which round was best.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/clock.h"
#include "learning/choice_split.h"
#include "learning/choice_trees.h"

namespace skein::learning {

struct ChoiceTreesOptions {
  std::size_t rounds = 300;   // at most
  double rate = 0.1;          // share of a step that is taken; smaller needs more rounds
  std::size_t patience = 20;  // ends when the held-out loss has not fallen for so many; 0: never
  TreeOptions tree;
  double example_share = 0.7;  // of the examples, in a round
  double column_share = 0.5;   // of the columns, in a round
  ValidationOptions validation;
  // Train again on all examples, for as many rounds as were best with some held out.
  bool refit = false;
  std::uint64_t seed = 1;
  Deadline deadline;
};

struct ChoiceTreesCourse {
  ChoiceTrees model;              // of the best round
  std::vector<ChoiceFit> points;  // of what is held out, one for each round
  std::size_t best = 0;           // rounds that are kept
  double cpu_seconds = 0;
};

// The same for any number of threads. Throws InputError for examples that are not sound, and where
// there are none to learn from. A deadline ends it after the round at hand.
ChoiceTreesCourse train_trees(const ChoiceExamples& examples, const ChoiceTreesOptions& options,
                              Workers& workers);

}  // namespace skein::learning
