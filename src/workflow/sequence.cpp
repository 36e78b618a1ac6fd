#include "workflow/sequence.h"

#include <cmath>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/csv.h"
#include "base/input_error.h"
#include "base/log.h"
#include "base/workers.h"
#include "learning/chain_crf.h"
#include "learning/struct_ckn_training.h"
#include "report/chart.h"
#include "report/page.h"
#include "report/text.h"
#include "sequence/letter_model.h"
#include "workflow/stopwatch.h"
#include "workflow/version.h"

namespace skein::workflow {
namespace {

std::vector<sequence::Word> read_data(const std::filesystem::path& file) {
  return sequence::read_letter_data(LineReader::open(file));
}

void require_words(const std::vector<sequence::Word>& words, const std::filesystem::path& data,
                   int fold, const std::string& what) {
  if (!words.empty()) return;
  throw InputError({data, 0, "fold", fmt::format("no words {} with fold {}", what, fold),
                    "choose a fold that the data have, 0 to 9 in letter.data"});
}

double share_of(std::size_t part, std::size_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

const char* stop_name(learning::TrainingStop stop) {
  switch (stop) {
    case learning::TrainingStop::kEpochs:
      return "epochs";
    case learning::TrainingStop::kGap:
      return "gap";
    case learning::TrainingStop::kFinished:
      return "done";
    case learning::TrainingStop::kTimeLimit:
      return "time_limit";
    case learning::TrainingStop::kInterrupted:
      return "interrupted";
  }
  return "";
}

class Learning {
 public:
  Learning(const LearnRequest& request,
           const std::function<void(const learning::TrainingPoint&)>& observer)
      : request_(request), observer_(observer), workers_(request.threads) {
    const std::vector<sequence::Word> words = read_data(request.data);
    test_words_ = sequence::words_in_fold(words, request.fold);
    train_words_ = sequence::words_outside_fold(words, request.fold);
    if (request.validation_fold) {
      validation_words_ = sequence::words_in_fold(train_words_, *request.validation_fold);
      train_words_ = sequence::words_outside_fold(train_words_, *request.validation_fold);
      require_words(validation_words_, request.data, *request.validation_fold, "to stop by");
    }
    require_words(train_words_, request.data, request.fold, "to train on");
    require_words(test_words_, request.data, request.fold, "to test on");
  }

  LearnOutcome run() {
    // Refused before the work, not after it.
    StagedFolder folder(request_.output, request_.when_exists);
    if (request_.kernels) {
      train_kernels();
    } else {
      train_pixels();
    }
    finish();
    write(folder);
    folder.commit();
    return std::move(outcome_);
  }

 private:
  std::string checkpoint_kind(const std::string& features) const {
    return fmt::format("sequence-{}-{}-order-{}-fold-{}-lambda-{:.6g}", features,
                       request_.trainer.name, request_.order, request_.fold, model_.lambda);
  }

  void train_pixels() {
    const learning::Sequences sequences = sequence::pixel_sequences(train_words_);
    const learning::ChainCrf crf(sequences, request_.order);
    const auto trainer = learning::make_trainer(crf, request_.trainer, workers_);
    model_.lambda = trainer->lambda();
    learning::Objective objective(crf, trainer->lambda(), workers_, trainer->surrogate());
    learning::TrainingOptions training = request_.training;
    training.kind = checkpoint_kind("pixels");
    learning::TrainingCourse course = learning::train(
        *trainer, objective, training,
        [&](learning::TrainingPoint& point, const std::vector<double>& weights) {
          point.error = sequence::read_words(test_words_, request_.order, weights).error();
          if (observer_) observer_(point);
        });
    model_.history = std::move(course.points);
    model_.weights = std::move(course.weights);
    outcome_.stopped = course.stopped;
  }

  void train_kernels() {
    learning::StructCknOptions plan = *request_.kernels;
    plan.order = request_.order;
    plan.trainer = request_.trainer;
    learning::StructCkn learner(sequence::letter_maps(train_words_), plan, workers_);
    model_.lambda = learning::lambda_or_default(plan.trainer.lambda, train_words_.size());
    learning::StructCknTrainingOptions training;
    training.checkpoint = request_.training.checkpoint;
    training.deadline = request_.training.deadline;
    training.kind =
        checkpoint_kind(fmt::format("ckn-{}-rounds-{}", plan.layers.front().filters, plan.rounds));
    learning::StructCknCourse course =
        learning::train(learner, workers_, training,
                        [&](learning::TrainingPoint& point, const learning::StructCknModel& model) {
                          point.error = error_in(test_words_, model);
                          if (request_.validation_fold)
                            point.validation_error = error_in(validation_words_, model);
                          if (observer_) observer_(point);
                        });
    model_.history = std::move(course.points);
    model_.weights = std::move(course.model.weights);
    model_.mapper = std::move(course.model.mapper);
    outcome_.stopped = course.stopped;
  }

  double error_in(const std::vector<sequence::Word>& words, const learning::StructCknModel& model) {
    const auto labels = learning::predict(model, sequence::letter_maps(words), workers_);
    return sequence::reading_of(words, labels).error();
  }

  void finish() {
    model_.order = request_.order;
    model_.trainer = request_.trainer.name;
    model_.fold = request_.fold;
    outcome_.points = model_.history;
    const sequence::Reading reading = sequence::read_words(test_words_, model_, workers_);
    outcome_.train_words = train_words_.size();
    for (const sequence::Word& word : train_words_) outcome_.train_letters += word.letters.size();
    outcome_.test_words = test_words_.size();
    outcome_.test_letters = reading.letters;
    outcome_.wrong_letters = reading.wrong_letters;
    outcome_.wrong_words = reading.wrong_words;
    outcome_.parameters = model_.parameters();
    outcome_.lambda = model_.lambda;
    outcome_.summary = summary();
  }

  std::string summary() const {
    nlohmann::ordered_json json;
    json["command"] = "sequence learn";
    json["version"] = version();
    json["stopped"] = stop_name(outcome_.stopped);
    json["features"] = request_.kernels ? "ckn" : "pixels";
    json["trainer"] = request_.trainer.name;
    json["order"] = request_.order;
    json["fold"] = request_.fold;
    json["lambda"] = outcome_.lambda;
    json["test_error"] = share_of(outcome_.wrong_letters, outcome_.test_letters);
    json["parameters"] = outcome_.parameters;
    json["train_words"] = outcome_.train_words;
    json["train_letters"] = outcome_.train_letters;
    json["test_words"] = outcome_.test_words;
    json["test_letters"] = outcome_.test_letters;
    json["wrong_letters"] = outcome_.wrong_letters;
    json["wrong_words"] = outcome_.wrong_words;
    json["epochs"] = model_.epochs();
    if (!outcome_.points.empty()) {
      const learning::TrainingPoint& last = outcome_.points.back();
      json["objective"] = last.primal;
      if (std::isfinite(last.lower_bound)) json["lower_bound"] = last.lower_bound;
      json["oracle_calls"] = last.counts.oracle_calls;
      json["updates"] = last.counts.updates;
      json["training_cpu_seconds"] = last.cpu_seconds;
    }
    json["cpu_seconds"] = stopwatch_.cpu();
    json["wall_seconds"] = stopwatch_.wall();
    json["peak_memory_mb"] = peak_memory_mb();
    return json.dump(2) + "\n";
  }

  void write(StagedFolder& folder) const {
    folder.add(sequence::kModelFile, sequence::to_file(model_).bytes());
    folder.add("curve.csv", curve_csv());
    const std::string svg = curve_svg();
    folder.add("curve.svg", svg);
    folder.add("curve.html", report::html_page(fmt::format("Training by {}, fold {} apart",
                                                           request_.trainer.name, request_.fold),
                                               svg));
    folder.add("summary.json", outcome_.summary);
  }

  std::string curve_csv() const {
    std::string csv = "epoch,oracle_calls,updates,cpu_seconds,objective,lower_bound,test_error\n";
    for (const learning::TrainingPoint& point : outcome_.points) {
      const std::string bound =
          std::isfinite(point.lower_bound) ? fmt::format("{}", point.lower_bound) : "";
      csv += fmt::format("{},{},{},{:.3f},{},{},{}\n", point.epoch, point.counts.oracle_calls,
                         point.counts.updates, point.cpu_seconds, point.primal, bound, point.error);
    }
    return csv;
  }

  std::string curve_svg() const {
    report::Series objective{"objective", {}};
    report::Series bound{"lower bound", {}};
    report::Series error{"test error, %", {}};
    for (const learning::TrainingPoint& point : outcome_.points) {
      const auto epoch = static_cast<double>(point.epoch);
      objective.points.emplace_back(epoch, point.primal);
      if (std::isfinite(point.lower_bound)) bound.points.emplace_back(epoch, point.lower_bound);
      error.points.emplace_back(epoch, 100 * point.error);
    }
    return report::charts_svg({{"What is minimized",
                                "epochs",
                                "objective",
                                report::Scale::kLinear,
                                report::Scale::kLinear,
                                {objective, bound}},
                               {"Letters read wrongly",
                                "epochs",
                                "%",
                                report::Scale::kLinear,
                                report::Scale::kLinear,
                                {error}}});
  }

  const LearnRequest& request_;
  const std::function<void(const learning::TrainingPoint&)>& observer_;
  Stopwatch stopwatch_;
  Workers workers_;
  std::vector<sequence::Word> train_words_;
  std::vector<sequence::Word> test_words_;
  std::vector<sequence::Word> validation_words_;
  sequence::LetterModel model_;
  LearnOutcome outcome_;
};

}  // namespace

LearnOutcome learn_sequences(const LearnRequest& request,
                             const std::function<void(const learning::TrainingPoint&)>& observer) {
  return Learning(request, observer).run();
}

TestOutcome test_sequences(const TestRequest& request) {
  const Stopwatch stopwatch;
  const sequence::LetterModel model = sequence::read_model(request.model);
  TestOutcome outcome;
  outcome.fold = request.fold.value_or(model.fold);
  const auto words = sequence::words_in_fold(read_data(request.data), outcome.fold);
  require_words(words, request.data, outcome.fold, "to test on");
  Workers workers(request.threads);
  const sequence::Reading reading = sequence::read_words(words, model, workers);
  outcome.words = words.size();
  outcome.letters = reading.letters;
  outcome.wrong_letters = reading.wrong_letters;
  outcome.wrong_words = reading.wrong_words;
  if (request.predictions) {
    std::string csv = "word,truth,read\n";
    for (std::size_t k = 0; k < words.size(); ++k) {
      csv += fmt::format("{},{},{}\n", k + 1, sequence::text_of(words[k]), reading.words[k]);
    }
    write_file(*request.predictions, csv);
  }
  nlohmann::ordered_json json;
  json["command"] = "sequence test";
  json["version"] = version();
  json["fold"] = outcome.fold;
  json["test_error"] = share_of(outcome.wrong_letters, outcome.letters);
  json["letters"] = outcome.letters;
  json["words"] = outcome.words;
  json["wrong_letters"] = outcome.wrong_letters;
  json["wrong_words"] = outcome.wrong_words;
  json["parameters"] = model.parameters();
  json["cpu_seconds"] = stopwatch.cpu();
  json["wall_seconds"] = stopwatch.wall();
  json["peak_memory_mb"] = peak_memory_mb();
  outcome.summary = json.dump(2) + "\n";
  return outcome;
}

}  // namespace skein::workflow
