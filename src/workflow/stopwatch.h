// What a command used, for its summary.
#pragma once

#include "base/clock.h"
#include "base/state_archive.h"
#include "plan/summary.h"

namespace skein::workflow {

class Stopwatch {
 public:
  double cpu() const { return cpu_seconds() - cpu_started_; }
  double wall() const { return wall_seconds() - wall_started_; }
  void fill_in(plan::Summary& summary) const {
    summary.cpu_seconds = cpu();
    summary.wall_seconds = wall();
    summary.peak_memory_mb = peak_memory_mb();
  }

  // A run that is taken up again has used what it had before.
  void exchange(StateArchive& archive) {
    double cpu = this->cpu();
    double wall = this->wall();
    archive.exchange("CPU seconds", cpu);
    archive.exchange("wall seconds", wall);
    cpu_started_ = cpu_seconds() - cpu;
    wall_started_ = wall_seconds() - wall;
  }

 private:
  double cpu_started_ = cpu_seconds();
  double wall_started_ = wall_seconds();
};

}  // namespace skein::workflow
