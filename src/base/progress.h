// One line on a terminal that tells how far a long step is; plain log lines, now and then,
// elsewhere.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace skein {

class Progress {
 public:
  // `total` = 0: the end is not known. `unit` is what is counted, in the plural.
  Progress(std::string what, std::size_t total, std::string unit);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  void advance_to(std::size_t done);

 private:
  void show(std::size_t done);

  std::string what_;
  std::size_t total_;
  std::string unit_;
  double started_;
  double shown_;
  bool on_terminal_;
};

// Shows the text as the progress line; nothing where standard error is no terminal, or quiet.
void show_progress_line(const std::string& text);

// What stands before every progress line as long as this lives, such as the stage of a run.
class ProgressPrefix {
 public:
  explicit ProgressPrefix(std::function<std::string()> text);
  ProgressPrefix(const ProgressPrefix&) = delete;
  ProgressPrefix& operator=(const ProgressPrefix&) = delete;
  ~ProgressPrefix();
};

// Removes the progress line from the terminal, if one stands there, so that a message can be shown.
void clear_progress_line();

}  // namespace skein
