#include "neural/letters.h"

#include <cmath>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/input_error.h"
#include "base/log.h"
#include "base/progress.h"
#include "neural/matrix_library.h"
#include "neural/split.h"
#include "neural/training.h"
#include "sequence/letter_data.h"

namespace skein::neural {
namespace {

// A trial ends when the error has not fallen for so many epochs.
constexpr int kPatience = 6;

const char* stop_name(Stop stop) {
  switch (stop) {
    case Stop::kDone:
      return "done";
    case Stop::kTimeLimit:
      return "time_limit";
    case Stop::kInterrupted:
      return "interrupted";
  }
  return "";
}

void require_words(const std::vector<std::size_t>& words, const LetterRequest& request,
                   const std::string& part, const std::string& remedy) {
  if (!words.empty()) return;
  throw InputError({request.split, 0, "part", fmt::format("no word is for {}", part), remedy});
}

// The curves of all trainings, as CSV.
class Curves {
 public:
  void add_trial(std::size_t trial, int epoch, double loss, double validation_error) {
    csv_ += fmt::format("{},{},{},{},\n", trial, epoch, loss, validation_error);
  }
  void add_last(int epoch, double loss, double test_error) {
    csv_ += fmt::format("last,{},{},,{}\n", epoch, loss, test_error);
  }
  const std::string& csv() const { return csv_; }

 private:
  std::string csv_ = "training,epoch,training_loss,validation_error,test_error\n";
};

class LetterRun {
 public:
  explicit LetterRun(const LetterRequest& request)
      : request_(request),
        words_(sequence::read_letter_data(LineReader::open(request.data))),
        split_(read_split(LineReader::open(request.split), words_.size())),
        tensors_(words_) {
    require_words(split_.train, request, "training", "mark words as train");
    require_words(split_.test, request, "the test", "mark words as test");
    outcome_.choice.model = request.model;
    if (request.settings) {
      outcome_.choice = read_choice(*request.settings, request.model);
    } else {
      require_words(split_.validation, request, "validation",
                    "mark words as validation, or give --settings of an earlier run");
    }
  }

  LetterOutcome run() {
    // Refused before the work, not after it.
    StagedFolder folder(request_.output, request_.when_exists);
    torch::set_num_threads(request_.threads);
    if (!request_.settings) choose_settings();
    if (outcome_.stopped == Stop::kDone) train_with(*outcome_.choice.chosen);
    const WordsRead read = read_words(training_->reader(), tensors_, split_.test);
    finish(read);
    write(folder, read);
    folder.commit();
    return std::move(outcome_);
  }

 private:
  void choose_settings() {
    Choice& choice = outcome_.choice;
    const std::vector<Settings> list = settings_to_try(request_.model);
    double best = 2;  // more than any error
    for (std::size_t k = 0; k < list.size() && outcome_.stopped == Stop::kDone; ++k) {
      auto training = start(list[k], split_.train);
      const auto trial = run_trial(*training, list[k], k + 1, list.size());
      if (trial) choice.tried.push_back(*trial);
      if (trial && trial->validation_error < best) {
        best = trial->validation_error;
        choice.chosen = trial->settings;
        training_ = std::move(training);
      }
      if (!training_) training_ = std::move(training);
    }
  }

  // The epoch with the least error on validation words; nothing if not one was finished.
  std::optional<Trial> run_trial(Training& training, const Settings& settings, std::size_t number,
                                 std::size_t of) {
    Progress progress(fmt::format("setting {} of {}", number, of),
                      static_cast<std::size_t>(settings.epochs), "epochs");
    std::optional<Trial> best;
    while (training.epochs() < settings.epochs) {
      const std::optional<double> loss = run_epoch(training, progress);
      if (!loss) break;
      const double error = read_words(training.reader(), tensors_, split_.validation).error();
      curves_.add_trial(number, training.epochs(), *loss, error);
      if (!best || error < best->validation_error) {
        best = Trial{settings, error};
        best->settings.epochs = training.epochs();
      }
      if (training.epochs() - best->settings.epochs >= kPatience) break;
    }
    if (best) {
      log_message("setting {} of {}: {}: {:.2f} % wrong after {} epochs", number, of,
                  text_of(settings), 100 * best->validation_error, best->settings.epochs);
    }
    return best;
  }

  void train_with(const Settings& settings) {
    const double started = cpu_seconds();
    auto training = start(settings, split_.learnt());
    Progress progress("training", static_cast<std::size_t>(settings.epochs), "epochs");
    while (training->epochs() < settings.epochs) {
      const std::optional<double> loss = run_epoch(*training, progress);
      if (!loss) break;
      // For the curve only: nothing is chosen by it.
      const double error = read_words(training->reader(), tensors_, split_.test).error();
      curves_.add_last(training->epochs(), *loss, error);
    }
    if (outcome_.stopped == Stop::kDone || !training_) training_ = std::move(training);
    outcome_.training_cpu_seconds = cpu_seconds() - started;
  }

  std::unique_ptr<Training> start(const Settings& settings, std::vector<std::size_t> words) const {
    return std::make_unique<Training>(request_.model, settings, tensors_, std::move(words),
                                      request_.seed);
  }

  std::optional<double> run_epoch(Training& training, Progress& progress) {
    const std::optional<double> loss = training.run_epoch(request_.deadline);
    if (!loss) outcome_.stopped = interrupted() ? Stop::kInterrupted : Stop::kTimeLimit;
    progress.advance_to(static_cast<std::size_t>(training.epochs()));
    return loss;
  }

  void finish(const WordsRead& read) {
    outcome_.words = split_.test.size();
    outcome_.letters = read.letters;
    outcome_.wrong_letters = read.wrong_letters;
    outcome_.parameters = training_->reader().parameter_count();
    outcome_.epochs = training_->epochs();
  }

  void write(StagedFolder& folder, const WordsRead& read) const {
    folder.add("settings.json", choice_json(outcome_.choice));
    folder.add("predictions.csv", predictions_csv(read));
    folder.add("curve.csv", curves_.csv());
    folder.add("summary.json", summary_json(read));
  }

  std::string predictions_csv(const WordsRead& read) const {
    std::string csv = "word,truth,read\n";
    for (std::size_t k = 0; k < split_.test.size(); ++k) {
      const std::size_t word = split_.test[k];
      csv += fmt::format("{},{},{}\n", word + 1, sequence::text_of(words_[word]), read.texts[k]);
    }
    return csv;
  }

  std::string summary_json(const WordsRead& read) const {
    nlohmann::ordered_json json;
    json["command"] = "letters";
    json["stopped"] = stop_name(outcome_.stopped);
    json["model"] = name_of(request_.model);
    json["test_error"] = read.error();
    json["letters"] = outcome_.letters;
    json["wrong_letters"] = outcome_.wrong_letters;
    json["words"] = outcome_.words;
    json["train_words"] = training_->words();
    json["parameters"] = outcome_.parameters;
    json["epochs"] = outcome_.epochs;
    json["seed"] = request_.seed;
    json["threads"] = request_.threads;
    json["blas"] = matrix_library();
    json["training_cpu_seconds"] = outcome_.training_cpu_seconds;
    json["cpu_seconds"] = cpu_seconds();
    json["wall_seconds"] = wall_seconds() - started_;
    json["peak_memory_mb"] = peak_memory_mb();
    return json.dump(2) + "\n";
  }

  const LetterRequest& request_;
  double started_ = wall_seconds();
  std::vector<sequence::Word> words_;
  Split split_;
  WordTensors tensors_;
  std::unique_ptr<Training> training_;  // what reads the test words
  Curves curves_;
  LetterOutcome outcome_;
};

}  // namespace

LetterOutcome learn_letters(const LetterRequest& request) {
  const std::string library = matrix_library();
  if (is_slow(library)) {
    log_warning("torch runs on the reference BLAS ({}), which is slow: install libopenblas0",
                library);
  }
  return LetterRun(request).run();
}

}  // namespace skein::neural
