// L-BFGS (Liu and Nocedal 1989) on the whole objective: the reference for its least value.
#pragma once

#include <functional>
#include <vector>

#include "base/clock.h"
#include "learning/objective.h"

namespace skein::learning {

struct LbfgsOptions {
  int memory = 20;  // pairs of steps and changes of the gradient that are kept
  int max_iterations = 1'000;
  // Stop when ||gradient|| <= this times max(1, ||w||).
  double tolerance = 1e-7;
  Deadline deadline;
};

struct LbfgsIteration {
  int iteration = 0;
  double value = 0;
  double gradient_norm = 0;
};

struct LbfgsResult {
  std::vector<double> weights;
  double value = 0;
  // P is lambda-strongly convex: its least value is at least value - ||gradient||^2 / (2 lambda).
  double lower_bound = 0;
  int iterations = 0;
  bool converged = false;
};

LbfgsResult minimize(Objective& objective, std::vector<double> start,
                     const LbfgsOptions& options = {},
                     const std::function<void(const LbfgsIteration&)>& observer = {});

}  // namespace skein::learning
