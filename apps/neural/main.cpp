// skein-neural: the neural networks that structured learning is compared with.
#include <cstdio>
#include <exception>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/input_error.h"
#include "base/log.h"
#include "base/progress.h"
#include "neural/letters.h"

namespace skein::neural {
namespace {

enum ExitCode : int { kDone = 0, kInternalError = 1, kBadInput = 2, kLimitReached = 3 };

struct LettersCommand {
  LetterRequest request;
  std::string model;
  std::optional<double> time_limit;
  bool force = false;
  bool quiet = false;

  void add_to(CLI::App& app) {
    app.add_option("model", model, "what to train")
        ->required()
        ->check(CLI::IsMember(model_names()));
    app.add_option("--data", request.data, "letter.data, plain or gzip")->required();
    app.add_option("--split", request.split,
                   "CSV file with columns word (1 is the first) and part (train, validation, test "
                   "or unused)")
        ->required();
    app.add_option("-o,--output", request.output, "folder for what is learnt and read")->required();
    app.add_flag("--force", force, "replace the files of an output folder that exists");
    app.add_option("--settings", request.settings,
                   "settings.json of an earlier run: train with its choice only");
    app.add_option("--seed", request.seed, "where chance plays a part: same seed, same result")
        ->capture_default_str();
    app.add_option("--threads", request.threads, "cores to use")
        ->capture_default_str()
        ->check(CLI::Range(1, 1024));
    app.add_option("--time-limit", time_limit, "stop after so many seconds, keep the best")
        ->check(CLI::NonNegativeNumber);
    app.add_flag("-q,--quiet", quiet, "only warnings and results");
    app.footer(
        "Example: skein-neural letters cnn-crf --data letter.data.gz --split split.csv -o cnn-crf");
  }

  int run() {
    catch_interrupts();
    set_verbosity(quiet ? Verbosity::kQuiet : Verbosity::kNormal);
    request.model = model_named(model).value();
    request.when_exists = force ? WhenFolderExists::kReplaceFiles : WhenFolderExists::kRefuse;
    if (time_limit) request.deadline = Deadline::in_seconds(*time_limit);
    const LetterOutcome outcome = learn_letters(request);
    fmt::print("{}, {} parameters, {} epochs, {:.1f} CPU s\n", model, outcome.parameters,
               outcome.epochs, outcome.training_cpu_seconds);
    fmt::print(
        "test: {} of {} letters wrong, {:.2f} %\n", outcome.wrong_letters, outcome.letters,
        100 * static_cast<double>(outcome.wrong_letters) / static_cast<double>(outcome.letters));
    fmt::print("written to {}\n", request.output.string());
    return outcome.stopped == Stop::kDone ? kDone : kLimitReached;
  }
};

int run(int argc, char** argv) {
  CLI::App app("Neural networks, as baselines for what Skein learns.", "skein-neural");
  app.require_subcommand(1);
  LettersCommand letters;
  letters.add_to(*app.add_subcommand("letters", "read handwritten words"));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kDone : kBadInput;
  }
  return letters.run();
}

}  // namespace
}  // namespace skein::neural

int main(int argc, char** argv) {
  try {
    return skein::neural::run(argc, argv);
  } catch (const skein::InputError& error) {
    skein::clear_progress_line();
    fmt::print(stderr, "skein-neural: {}\n", error.what());
    return skein::neural::kBadInput;
  } catch (const std::exception& error) {
    skein::clear_progress_line();
    fmt::print(stderr, "skein-neural: internal error: {}\n", error.what());
    return skein::neural::kInternalError;
  }
}
