#include "workflow/sequence.h"

#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "command.h"
#include "report/text.h"

namespace skein::cli {
namespace {

std::string errors_line(std::size_t wrong, std::size_t all, const std::string& thing) {
  return fmt::format("{} of {} wrong, {}", report::grouped(wrong), report::counted(all, thing),
                     report::percent(static_cast<double>(wrong) / static_cast<double>(all)));
}

struct LearnCommand {
  CommonOptions common;
  workflow::LearnRequest request;
  bool force = false;

  int run() {
    catch_interrupts();
    request.when_exists = when_exists(force);
    request.threads = static_cast<std::size_t>(common.threads);
    request.trainer.seed = common.seed;
    request.trainer.deadline = common.deadline();
    request.training.deadline = request.trainer.deadline;
    if (!common.quiet) {
      fmt::print("{:>6} {:>12} {:>9} {:>14} {:>14} {:>10}\n", "epoch", "oracle calls", "CPU s",
                 "objective", "lower bound", "test error");
    }
    const workflow::LearnOutcome outcome = workflow::learn_sequences(
        request, [&](const learning::TrainingPoint& point) { show(point); });
    fmt::print("trained on {} ({}), fold {} apart, lambda {:.3g}\n",
               report::counted(outcome.train_words, "word"),
               report::counted(outcome.train_letters, "letter"), request.fold, outcome.lambda);
    fmt::print("test: {}; {}\n", errors_line(outcome.wrong_letters, outcome.test_letters, "letter"),
               errors_line(outcome.wrong_words, outcome.test_words, "word"));
    fmt::print("model written to {}\n", request.output.string());
    common.write_summary(outcome.summary);
    return learning::ended_by_itself(outcome.stopped) ? kDone : kLimitReached;
  }

 private:
  void show(const learning::TrainingPoint& point) const {
    if (common.quiet) return;
    const std::string bound =
        std::isfinite(point.lower_bound) ? fmt::format("{:.8f}", point.lower_bound) : "-";
    fmt::print("{:>6} {:>12} {:>9.2f} {:>14.8f} {:>14} {:>10}\n", point.epoch,
               point.counts.oracle_calls, point.cpu_seconds, point.primal, bound,
               report::percent(point.error));
    std::fflush(stdout);
  }
};

struct TestCommand {
  CommonOptions common;
  workflow::TestRequest request;

  int run() const {
    const workflow::TestOutcome outcome = workflow::test_sequences(request);
    fmt::print("fold {}: {}; {}\n", outcome.fold,
               errors_line(outcome.wrong_letters, outcome.letters, "letter"),
               errors_line(outcome.wrong_words, outcome.words, "word"));
    common.write_summary(outcome.summary);
    return kDone;
  }
};

Command make_learn(CLI::App& parent) {
  auto command = std::make_shared<LearnCommand>();
  workflow::LearnRequest& request = command->request;
  CLI::App* app = parent.add_subcommand("learn", "train a chain of letters on handwritten words");
  app->add_option("data", request.data, "letter.data, plain or gzip")->required();
  app->add_option("--fold", request.fold, "fold to test on; the others are trained on")
      ->capture_default_str();
  app->add_option("--order", request.order, "labels that a label depends on, 1 or 2")
      ->capture_default_str()
      ->check(CLI::IsMember({1, 2}));
  app->add_option("--trainer", request.trainer.name, "how to train")
      ->capture_default_str()
      ->check(CLI::IsMember(learning::trainer_names()));
  app->add_option("--epochs", request.training.epochs, "passes over the words")
      ->capture_default_str();
  app->add_option("--gap", request.training.gap,
                  "stop when the objective is proven to be this near to its least value")
      ->check(CLI::NonNegativeNumber);
  app->add_option("--lambda", request.trainer.lambda, "weight of ||w||^2 / 2; else 1/words")
      ->check(CLI::PositiveNumber);
  app->add_option("--uniform", request.trainer.uniform_share,
                  "share of words drawn with equal chances, the others by their gaps (sdca, bcfw)")
      ->check(CLI::Range(0.0, 1.0));
  app->add_option("--checkpoint", request.training.checkpoint,
                  "file to keep the state in; if it is there, training goes on from it");
  add_output_option(*app, request.output, command->force, "model folder");
  add_common_options(*app, command->common);
  app->footer("Example: skein sequence learn letter.data.gz --fold 0 --epochs 20 -o model");
  return {app, [command] {
            apply_verbosity(command->common);
            return command->run();
          }};
}

Command make_test(CLI::App& parent) {
  auto command = std::make_shared<TestCommand>();
  workflow::TestRequest& request = command->request;
  CLI::App* app = parent.add_subcommand("test", "read handwritten words with a trained model");
  app->add_option("model", request.model, "folder that `skein sequence learn` wrote")->required();
  app->add_option("data", request.data, "letter.data, plain or gzip")->required();
  app->add_option("--fold", request.fold, "fold to read; else the one that was kept apart");
  app->add_option("--predictions", request.predictions, "CSV file to write the words to, as read");
  add_common_options(*app, command->common);
  app->footer("Example: skein sequence test model letter.data.gz --predictions read.csv");
  return {app, [command] {
            apply_verbosity(command->common);
            return command->run();
          }};
}

}  // namespace

Command make_sequence(CLI::App& parent) {
  CLI::App* app = parent.add_subcommand("sequence", "labelled sequences: handwritten words");
  app->require_subcommand(1);
  const std::vector<Command> commands = {make_learn(*app), make_test(*app)};
  return {app, [commands] {
            for (const Command& command : commands) {
              if (command.app->parsed()) return command.run();
            }
            return static_cast<int>(kBadInput);
          }};
}

}  // namespace skein::cli
