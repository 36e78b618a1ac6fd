// Runs the program as a user would.
#pragma once

#include <string>
#include <vector>

namespace skein::test {

struct RunOutcome {
  int exit_code = 0;
  std::string output;    // standard output
  std::string messages;  // standard error
};

// `arguments` are for the shell: quote what needs it. An interrupt (Ctrl-C) is sent after so many
// seconds where that is positive.
RunOutcome run_skein(const std::string& arguments, double interrupt_after = 0);

// Sends the interrupt as soon as the file exists.
RunOutcome run_skein_until(const std::string& arguments, const std::string& file);

// Ends the program after so many seconds, without any chance to save what it has.
void run_skein_and_kill(const std::string& arguments, double seconds);

}  // namespace skein::test
