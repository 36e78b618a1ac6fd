#include "base/checkpoint.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/files.h"
#include "base/input_error.h"
#include "base/log.h"

namespace skein {
namespace {

// Of the time between two writings, that a writing may take: a fiftieth.
constexpr double kLeastPause = 50;

constexpr const char* kRemedy =
    "go on with what the run was begun with, or begin anew with --force";

}  // namespace

Checkpoint::Checkpoint(CheckpointOptions options)
    : options_(std::move(options)), next_(wall_seconds() + options_.seconds_between) {}

Checkpoint::~Checkpoint() = default;

void Checkpoint::resume() {
  remove_leftovers(options_.file);
  reader_ = std::make_unique<StateReader>(options_.file, options_.kind, kRemedy);
  exchange_traits(*reader_);
  reader_->exchange("levels", unread_);
}

void Checkpoint::exchange_traits(StateArchive& archive) {
  for (const RunTrait& trait : options_.traits) {
    std::string value = trait.value;
    archive.exchange_text(trait.name, value);
    if (value != trait.value) {
      throw InputError({options_.file, 0, trait.name,
                        fmt::format("the checkpoint is of a run with {}, and this one has {}",
                                    in_quotes(value), in_quotes(trait.value)),
                        kRemedy});
    }
  }
}

bool Checkpoint::enter(std::string_view name, std::function<void(StateArchive&)> exchange) {
  levels_.push_back({std::string(name), std::move(exchange)});
  if (unread_ == 0) return false;
  std::uint64_t depth = 0;
  reader_->exchange(name, depth);
  if (depth != levels_.size()) reader_->fail(name, "belongs to another place of the run");
  levels_.back().exchange(*reader_);
  if (--unread_ == 0) reader_.reset();
  return true;
}

void Checkpoint::step() {
  if (wall_seconds() < next_ || deadline_.passed()) return;
  const double begin = wall_seconds();
  try {
    write();
    ++written_;
  } catch (const InputError& error) {
    // The work goes on without; perhaps there is room the next time.
    log_warning("{}", error.what());
  }
  const double end = wall_seconds();
  seconds_writing_ += end - begin;
  if (options_.seconds_between > 0) {
    next_ = end + std::max(options_.seconds_between, kLeastPause * (end - begin));
  }
}

void Checkpoint::write() {
  StateWriter writer(options_.kind);
  exchange_traits(writer);
  std::uint64_t count = levels_.size();
  writer.exchange("levels", count);
  for (std::uint64_t depth = 1; depth <= count; ++depth) {
    const Level& level = levels_[depth - 1];
    std::uint64_t own = depth;
    writer.exchange(level.name, own);
    level.exchange(writer);
  }
  std::error_code ignored;
  std::filesystem::create_directories(options_.file.parent_path(), ignored);
  writer.write(options_.file);
}

void Checkpoint::remove() {
  remove_leftovers(options_.file);
  std::error_code ignored;
  std::filesystem::remove(options_.file, ignored);
}

CheckpointLevel::CheckpointLevel(Checkpoint* checkpoint, std::string_view name,
                                 std::function<void(StateArchive&)> exchange)
    : checkpoint_(checkpoint) {
  if (checkpoint_ != nullptr) resumed_ = checkpoint_->enter(name, std::move(exchange));
}

CheckpointLevel::~CheckpointLevel() {
  if (checkpoint_ != nullptr) checkpoint_->leave();
}

void CheckpointLevel::step() {
  if (checkpoint_ != nullptr) checkpoint_->step();
}

}  // namespace skein
