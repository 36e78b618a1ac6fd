// skein: parse, call the workflow, print.
#include <cstdio>
#include <exception>
#include <vector>

#include <fmt/format.h>

#include "base/input_error.h"
#include "base/progress.h"
#include "command.h"
#include "workflow/version.h"

namespace skein::cli {
namespace {

int run(int argc, char** argv) {
  CLI::App app("Skein builds, checks and prices airline crew pairings.", "skein");
  app.set_version_flag("--version", workflow::version());
  app.require_subcommand(1);
  app.footer("skein COMMAND --help explains a command. Start with: skein demo");
  const std::vector<Command> commands = {
      make_generate(app), make_import(app),   make_check(app),  make_learn(app),
      make_predict(app),  make_why(app),      make_solve(app),  make_report(app),
      make_compare(app),  make_run(app),      make_export(app), make_serve(app),
      make_demo(app),     make_sequence(app), make_model(app),  make_experiment(app),
      make_bench(app)};

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kDone : kBadInput;
  }
  return run_chosen(commands);
}

}  // namespace
}  // namespace skein::cli

int main(int argc, char** argv) {
  try {
    return skein::cli::run(argc, argv);
  } catch (const skein::InputError& error) {
    skein::clear_progress_line();
    fmt::print(stderr, "skein: {}\n", error.what());
    return skein::cli::kBadInput;
  } catch (const std::exception& error) {
    skein::clear_progress_line();
    fmt::print(stderr, "skein: internal error: {}\n", error.what());
    return skein::cli::kInternalError;
  }
}
