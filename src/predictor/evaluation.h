// How often a predictor is right about what crews did, given the true state of each crew before its
// choice (teacher forcing).
#pragma once

#include <cstddef>

#include "base/workers.h"
#include "predictor/connection_model.h"

namespace skein::predictor {

// What is known of the days that are tested.
enum class KnownPast {
  kLearnt,       // what the model has learnt from
  kEarlierDays,  // and all days of the month before that of the flight
};

struct EvaluationOptions {
  DayRange days;
  KnownPast past = KnownPast::kEarlierDays;
  std::int32_t second_half = std::numeric_limits<std::int32_t>::max();  // its first day
  bool with_state = true;
};

// Wrong choices, out-of-reach ones included.
struct ErrorCount {
  std::size_t wrong = 0;
  std::size_t all = 0;

  double percent() const {
    return all == 0 ? 0 : 100 * static_cast<double>(wrong) / static_cast<double>(all);
  }
};

struct ErrorCounts {
  ErrorCount all;
  ErrorCount hubs, elsewhere;
  ErrorCount first_half, second_half;
};

struct Evaluation {
  ErrorCounts alone;           // each flight for itself
  ErrorCounts joint;           // with at most one flight before each
  std::size_t collisions = 0;  // flights that are chosen again, where each is for itself
  features::OutOfReach out_of_reach;
  double loss = 0;  // mean of -log p(truth), of those in reach
  ErrorCount starts;
  ErrorCount layover;
  double seconds = 0;  // CPU, to score and to choose jointly
};

Evaluation evaluate(const ConnectionModel& model, const MonthChoices& month,
                    const EvaluationOptions& options, Workers& workers);

}  // namespace skein::predictor
