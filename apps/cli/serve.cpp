#include <chrono>
#include <filesystem>
#include <memory>
#include <thread>

#include <fmt/format.h>

#include "base/clock.h"
#include "base/log.h"
#include "command.h"
#include "server/http_server.h"

namespace skein::cli {
namespace {

struct ServeCommand {
  CommonOptions common;
  server::ServeOptions options;

  int run() {
    catch_interrupts();
    options.program = std::filesystem::read_symlink("/proc/self/exe");
    server::HttpServer server(options);
    fmt::print("{}\n", server.address());
    std::fflush(stdout);
    log_message("open this address in a browser on this machine; Ctrl-C ends the server");
    const Deadline deadline = common.deadline();
    std::thread answering([&server] { server.run(); });
    while (!interrupted() && !deadline.passed()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    server.stop();
    answering.join();
    log_message("stopping; a job that runs saves what it has");
    return kDone;
  }
};

}  // namespace

Command make_serve(CLI::App& parent) {
  auto command = std::make_shared<ServeCommand>();
  CLI::App* app = parent.add_subcommand("serve", "months and plans as pages in your browser");
  app->add_option("folder", command->options.folder, "folder with months, plans and models")
      ->required();
  app->add_option("--port", command->options.port, "0 = any that is free")
      ->capture_default_str()
      ->check(CLI::Range(0, 65'535));
  add_common_options(*app, command->common);
  app->footer(
      "Only this machine can reach the pages, and only with the address that is printed. What "
      "jobs\n"
      "write goes to the folder jobs in the served one.\n\n"
      "Example: skein serve runs");
  return {app, [command] {
            apply_verbosity(command->common);
            return command->run();
          }};
}

}  // namespace skein::cli
