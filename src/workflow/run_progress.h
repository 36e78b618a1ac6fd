// How far a run of several stages is, with an estimate of the time that it still takes.
//
// The estimate begins with what stages took on a machine of two cores, by the number of flights. It
// is then scaled by what the stages done so far did take, against what was expected of them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/progress.h"

namespace skein::workflow {

struct ExpectedStage {
  std::string name;
  double seconds = 0;
};

// On a machine of two cores; from no more than the sizes of months, so half or twice as much is
// likely.
double expected_learning(std::size_t flights);
double expected_prediction(std::size_t flights);
double expected_covering(std::size_t flights);
double expected_optimization(std::size_t flights);
double expected_report(std::size_t flights);

class RunProgress {
 public:
  RunProgress(std::vector<ExpectedStage> stages, Deadline deadline);

  // A stage begins: says so, and stands before all progress lines until it ends.
  void begin(std::size_t stage);
  void end(std::size_t stage, double seconds);  // done now, or before by another run
  double seconds_left() const;                  // about

 private:
  std::string line() const;

  std::vector<ExpectedStage> stages_;
  std::vector<bool> is_done_;
  Deadline deadline_;
  std::size_t current_ = 0;
  double began_ = 0;           // the current stage
  double taken_ = 0;           // by stages that are done
  double expected_taken_ = 0;  // what was expected of them
  ProgressPrefix prefix_;
};

}  // namespace skein::workflow
