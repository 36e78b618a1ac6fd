// Time and memory that the program has used, and limits on it.
#pragma once

#include <limits>

namespace skein {

double wall_seconds();  // since some fixed moment
double cpu_seconds();   // of this process, all threads
double peak_memory_mb();
double current_memory_mb();

// When work must stop: a time limit, or the user's Ctrl-C.
class Deadline {
 public:
  Deadline() = default;  // no limit
  static Deadline in_seconds(double seconds);

  bool passed() const;
  double seconds_left() const;
  // When this share of the time is over that was left so many seconds ago.
  Deadline share(double part, double since = 0) const;
  Deadline sooner_by(double seconds) const;

 private:
  double at_ = std::numeric_limits<double>::infinity();
};

// After this, Ctrl-C (SIGINT) and SIGTERM only set a flag, and a second one ends the program.
void catch_interrupts();
bool interrupted();

}  // namespace skein
