#include "system/run_program.h"

#include <cstdlib>

#include <fmt/format.h>
#include <sys/wait.h>

#include "base/text_source.h"
#include "support/scratch_folder.h"

namespace skein::test {

namespace {

// `limit` comes before the command, and `then` after it.
RunOutcome run_behind(const std::string& limit, const std::string& arguments,
                      const std::string& then = "") {
  const ScratchFolder scratch;
  const std::string command =
      fmt::format("{}{} {} >{} 2>{} </dev/null{}", limit, SKEIN_PROGRAM, arguments,
                  (scratch / "out").string(), (scratch / "err").string(), then);
  RunOutcome outcome;
  const int status = std::system(command.c_str());
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  outcome.output = read_text(scratch / "out");
  outcome.messages = read_text(scratch / "err");
  return outcome;
}

}  // namespace

RunOutcome run_skein(const std::string& arguments, double interrupt_after) {
  return run_behind(
      interrupt_after > 0 ? fmt::format("timeout --signal=INT {} ", interrupt_after) : "",
      arguments);
}

RunOutcome run_skein_until(const std::string& arguments, const std::string& file) {
  return run_behind(
      "", arguments,
      fmt::format(" & while kill -0 $! && [ ! -e {} ]; do sleep 0.02; done; kill -INT $!; wait $!",
                  file));
}

void run_skein_and_kill(const std::string& arguments, double seconds) {
  run_behind(fmt::format("timeout --signal=KILL {:.3f} ", seconds), arguments);
}

}  // namespace skein::test
