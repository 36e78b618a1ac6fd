// A long run that can be taken up again: at finished steps its state goes to a file, and a run that
// is given the file goes on from there, as if it had never stopped.
//
// Work is nested: a month is optimized, and within that its relaxation is solved. Each level of it
// that is under way keeps a state of its own (CheckpointLevel), the outer before the inner, and the
// file holds those of all levels. They are read in the same way: who enters a level gets its state
// from the file, as long as the file has more levels.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/state_archive.h"

namespace skein {

// What the result of a run depends on. A checkpoint is for runs of which all traits are the same.
struct RunTrait {
  std::string name;   // "month", "options"
  std::string value;  // shown where it differs
};

struct CheckpointOptions {
  std::filesystem::path file;
  std::string kind;  // of the run, in one word
  std::vector<RunTrait> traits;
  // At least so long between two writings, and fifty times as long as the last one took. 0: every
  // step is written.
  double seconds_between = 30;
};

class Checkpoint {
 public:
  explicit Checkpoint(CheckpointOptions options);
  Checkpoint(const Checkpoint&) = delete;
  Checkpoint& operator=(const Checkpoint&) = delete;
  ~Checkpoint();

  const std::filesystem::path& file() const { return options_.file; }

  // From now on, levels that are entered get their states from the file. Throws InputError for one
  // that is damaged, or of another run.
  void resume();

  // Steps after this, or after an interrupt, were cut short, and are not kept.
  void set_deadline(const Deadline& deadline) { deadline_ = deadline; }

  // The run is over, and nothing is left to go on from.
  void remove();

  int written() const { return written_; }
  double seconds_writing() const { return seconds_writing_; }

 private:
  friend class CheckpointLevel;
  struct Level {
    std::string name;
    std::function<void(StateArchive&)> exchange;
  };

  // True if the state of the level was read.
  bool enter(std::string_view name, std::function<void(StateArchive&)> exchange);
  void leave() { levels_.pop_back(); }
  void step();
  void write();
  void exchange_traits(StateArchive& archive);

  CheckpointOptions options_;
  Deadline deadline_;
  std::vector<Level> levels_;            // under way, outer first
  std::unique_ptr<StateReader> reader_;  // while the file has more levels
  std::uint64_t unread_ = 0;             // levels
  double next_;                          // when to write
  int written_ = 0;
  double seconds_writing_ = 0;
};

// A part of the run that is under way, from its beginning to its end.
class CheckpointLevel {
 public:
  // `exchange` is called at finished steps, and at once where there is a state to go on from; what
  // it names must live as long as this. `checkpoint` may be null: then nothing is kept.
  CheckpointLevel(Checkpoint* checkpoint, std::string_view name,
                  std::function<void(StateArchive&)> exchange);
  CheckpointLevel(const CheckpointLevel&) = delete;
  CheckpointLevel& operator=(const CheckpointLevel&) = delete;
  ~CheckpointLevel();

  // Whether the level goes on from where it stood; else it begins.
  bool resumed() const { return resumed_; }

  // A step is finished; the state of all levels is such that the next one can begin.
  void step();

 private:
  Checkpoint* checkpoint_;
  bool resumed_ = false;
};

}  // namespace skein
