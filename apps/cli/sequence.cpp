#include "workflow/sequence.h"

#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "base/input_error.h"
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
  std::string features = "pixels";
  learning::StructCknOptions kernels;
  std::size_t patch = 5;
  std::string scaling = "mean-norm";

  int run() {
    catch_interrupts();
    request.when_exists = when_exists(force);
    request.threads = static_cast<std::size_t>(common.threads);
    request.trainer.seed = common.seed;
    request.trainer.deadline = common.deadline();
    request.training.deadline = request.trainer.deadline;
    if (features == "ckn") {
      require_duals();
      kernels.layers.front().patch = {patch, patch};
      kernels.scaling = learning::scaling_from(scaling);
      request.kernels = kernels;
    }
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
  // Features change from round to round, so only trainers that keep duals can go on.
  void require_duals() const {
    if (request.trainer.name == "sdca" || request.trainer.name == "bcfw") return;
    throw InputError({"", 0, "--trainer",
                      fmt::format("{} cannot train on features that change", request.trainer.name),
                      "use sdca or bcfw with --features ckn"});
  }

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

  int run() {
    request.threads = static_cast<std::size_t>(common.threads);
    const workflow::TestOutcome outcome = workflow::test_sequences(request);
    fmt::print("fold {}: {}; {}\n", outcome.fold,
               errors_line(outcome.wrong_letters, outcome.letters, "letter"),
               errors_line(outcome.wrong_words, outcome.words, "word"));
    common.write_summary(outcome.summary);
    return kDone;
  }
};

Command make_sequence_learn(CLI::App& parent) {
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
  app->add_option("--features", command->features,
                  "what the chain sees: pixels, or maps of a convolutional kernel network (ckn)")
      ->capture_default_str()
      ->check(CLI::IsMember({"pixels", "ckn"}));
  app->add_option("--epochs", request.training.epochs, "passes over the words (pixels)")
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
  learning::StructCknOptions& kernels = command->kernels;
  const std::string group = "Kernel network (--features ckn)";
  app->add_option("--filters", kernels.layers.front().filters, "filters of the network")
      ->capture_default_str()
      ->check(CLI::Range(1, 10'000))
      ->group(group);
  app->add_option("--patch", command->patch, "rows and columns of a patch")
      ->capture_default_str()
      ->check(CLI::Range(1, 16))
      ->group(group);
  app->add_option("--sigma", kernels.layers.front().kernel.sigma,
                  "width of the kernel exp((u - 1) / sigma^2)")
      ->capture_default_str()
      ->check(CLI::Range(0.01, 100.0))
      ->group(group);
  app->add_option("--scaling", command->scaling, "how features are scaled for the chain")
      ->capture_default_str()
      ->check(CLI::IsMember(learning::scaling_names()))
      ->group(group);
  app->add_option("--norm", kernels.norm, "norm of scaled features")
      ->capture_default_str()
      ->check(CLI::PositiveNumber)
      ->group(group);
  app->add_option("--context", kernels.context,
                  "how much more freely biases and pairs of letters are learnt than maps")
      ->capture_default_str()
      ->check(CLI::PositiveNumber)
      ->group(group);
  app->add_option("--first-epochs", kernels.first_epochs,
                  "passes over the words with filters as k-means found them")
      ->capture_default_str()
      ->check(CLI::PositiveNumber)
      ->group(group);
  app->add_option("--rounds", kernels.rounds,
                  "rounds in which filters learn from the chain; 0: they stay")
      ->capture_default_str()
      ->group(group);
  app->add_option("--round-epochs", kernels.epochs, "passes over the words after each round")
      ->capture_default_str()
      ->check(CLI::PositiveNumber)
      ->group(group);
  app->add_option("--validation-fold", request.validation_fold,
                  "fold that is not trained on, but decides which round was the best")
      ->group(group);
  add_output_option(*app, request.output, command->force, "model folder");
  add_common_options(*app, command->common);
  app->footer(
      "Examples: skein sequence learn letter.data.gz --fold 0 --epochs 20 -o model\n"
      "          skein sequence learn letter.data.gz --fold 0 --features ckn -o model");
  return {app, [command] {
            apply_verbosity(command->common);
            return command->run();
          }};
}

Command make_sequence_test(CLI::App& parent) {
  auto command = std::make_shared<TestCommand>();
  workflow::TestRequest& request = command->request;
  CLI::App* app = parent.add_subcommand("test", "read handwritten words with a trained model");
  app->add_option("model", request.model,
                  "model that `skein sequence learn` wrote: its file, or the folder")
      ->required();
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
  const std::vector<Command> commands = {make_sequence_learn(*app), make_sequence_test(*app)};
  return {app, [commands] { return run_chosen(commands); }};
}

}  // namespace skein::cli
