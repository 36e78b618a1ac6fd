// Lets a deadline, or Ctrl-C, end a run of CLP that is under way.
#pragma once

#include <ClpEventHandler.hpp>
#include <ClpSimplex.hpp>

#include "base/clock.h"

namespace skein::cover {

class ClpDeadline final : public ClpEventHandler {
 public:
  explicit ClpDeadline(const Deadline& deadline) : deadline_(deadline) {}

  int event(Event which) override {
    constexpr int kGoOn = -1;
    constexpr int kStop = 5;
    const bool may_stop = which == endOfIteration || which == endOfFactorization;
    return may_stop && deadline_.passed() ? kStop : kGoOn;
  }
  ClpEventHandler* clone() const override { return new ClpDeadline(*this); }

  static void keep(ClpSimplex& simplex, const Deadline& deadline) {
    const ClpDeadline handler(deadline);
    simplex.passInEventHandler(&handler);  // which copies it
  }

 private:
  Deadline deadline_;
};

}  // namespace skein::cover
