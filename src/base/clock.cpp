#include "base/clock.h"

#include <chrono>
#include <csignal>
#include <fstream>

#include <sys/resource.h>
#include <unistd.h>

namespace skein {
namespace {

volatile std::sig_atomic_t interrupt_flag = 0;

void on_signal(int signal) {
  if (interrupt_flag != 0) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
  interrupt_flag = 1;
}

}  // namespace

double wall_seconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double peak_memory_mb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

double current_memory_mb() {
  // The second number are the pages in memory.
  std::ifstream file("/proc/self/statm");
  double size = 0;
  double resident = 0;
  file >> size >> resident;
  return resident * static_cast<double>(::sysconf(_SC_PAGESIZE)) / (1024.0 * 1024.0);
}

Deadline Deadline::in_seconds(double seconds) {
  Deadline deadline;
  deadline.at_ = wall_seconds() + seconds;
  return deadline;
}

bool Deadline::passed() const {
  return interrupted() || wall_seconds() >= at_;
}

Deadline Deadline::share(double part, double since) const {
  if (at_ == std::numeric_limits<double>::infinity()) return *this;
  return in_seconds(part * (seconds_left() + since) - since);
}

Deadline Deadline::sooner_by(double seconds) const {
  Deadline deadline;
  deadline.at_ = at_ - seconds;
  return deadline;
}

double Deadline::seconds_left() const {
  return interrupted() ? 0 : at_ - wall_seconds();
}

void catch_interrupts() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
}

bool interrupted() {
  return interrupt_flag != 0;
}

}  // namespace skein
