#include "system/run_program.h"

#include <cstdlib>

#include <fmt/format.h>
#include <sys/wait.h>

#include "base/text_source.h"
#include "support/scratch_folder.h"

namespace skein::test {

RunOutcome run_skein(const std::string& arguments, double interrupt_after) {
  const ScratchFolder scratch;
  const std::string limit =
      interrupt_after > 0 ? fmt::format("timeout --signal=INT {} ", interrupt_after) : "";
  const std::string command =
      fmt::format("{}{} {} >{} 2>{} </dev/null", limit, SKEIN_PROGRAM, arguments,
                  (scratch / "out").string(), (scratch / "err").string());
  RunOutcome outcome;
  const int status = std::system(command.c_str());
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  outcome.output = read_text(scratch / "out");
  outcome.messages = read_text(scratch / "err");
  return outcome;
}

}  // namespace skein::test
