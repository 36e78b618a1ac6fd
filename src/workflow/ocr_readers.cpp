#include "workflow/ocr_readers.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "learning/chain_crf.h"
#include "learning/struct_ckn.h"
#include "sequence/letter_model.h"

namespace skein::workflow {
namespace {

using nlohmann::ordered_json;

constexpr std::uint64_t kLinearEpochs = 30;

// Words with one of the parts, and where they stand in the data.
struct PartOfWords {
  std::vector<sequence::Word> words;
  std::vector<std::size_t> places;
};

PartOfWords words_with(const ReadingTask& task, std::initializer_list<WordPart> parts) {
  PartOfWords chosen;
  for (std::size_t k = 0; k < task.words.size(); ++k) {
    if (std::find(parts.begin(), parts.end(), task.parts[k]) == parts.end()) continue;
    chosen.words.push_back(task.words[k]);
    chosen.places.push_back(k);
  }
  return chosen;
}

ReadingResult result_of(const PartOfWords& test, const sequence::Reading& reading) {
  ReadingResult result;
  result.letters = reading.letters;
  result.wrong_letters = reading.wrong_letters;
  for (std::size_t k = 0; k < test.words.size(); ++k) {
    if (reading.words[k] == sequence::text_of(test.words[k])) continue;
    result.misread.push_back({test.places[k], reading.words[k]});
  }
  result.peak_memory_mb = peak_memory_mb();
  return result;
}

// The chain on pixels; lambda = 1/n as in the paper, so there is nothing to choose.
class LinearReader final : public OcrReader {
 public:
  std::string name() const override { return "linear-crf"; }
  std::string choose(const ReadingTask& /*task*/) override { return "{}"; }

  std::optional<ReadingResult> read(const ReadingTask& task,
                                    const std::string& /*settings*/) override {
    const PartOfWords train = words_with(task, {WordPart::kTrain, WordPart::kValidation});
    const PartOfWords test = words_with(task, {WordPart::kTest});
    const double begin = cpu_seconds();
    const learning::Sequences sequences = sequence::pixel_sequences(train.words);
    const learning::ChainCrf crf(sequences, 1);
    learning::TrainerOptions options;
    options.seed = task.seed;
    options.deadline = task.deadline;
    const auto trainer = learning::make_trainer(crf, options, task.workers);
    for (std::uint64_t k = 0; k < kLinearEpochs; ++k) trainer->run_epoch();
    const double seconds = cpu_seconds() - begin;
    if (task.deadline.passed()) return std::nullopt;
    const std::vector<double> weights(trainer->weights().begin(), trainer->weights().end());
    ReadingResult result = result_of(test, sequence::read_words(test.words, 1, weights));
    result.parameters = weights.size();
    result.cpu_seconds = seconds;
    return result;
  }
};

// How features and context are weighed against the regularizer.
struct KernelSettings {
  double norm = 5;
  double context = 1;
};

// A kernel network below a chain.
class KernelReader final : public OcrReader {
 public:
  KernelReader(std::string name, const learning::StructCknOptions& plan,
               std::vector<KernelSettings> to_try)
      : name_(std::move(name)), plan_(plan), to_try_(std::move(to_try)) {}

  std::string name() const override { return name_; }

  std::string choose(const ReadingTask& task) override {
    const PartOfWords train = words_with(task, {WordPart::kTrain});
    const PartOfWords validation = words_with(task, {WordPart::kValidation});
    ordered_json json;
    double least = 2;
    for (const KernelSettings& settings : to_try_) {
      const auto result = learn_and_read(task, train, validation, settings);
      if (!result) break;
      json["tried"].push_back({{"norm", settings.norm},
                               {"context", settings.context},
                               {"validation_error", result->error()}});
      if (result->error() >= least) continue;
      least = result->error();
      json["norm"] = settings.norm;
      json["context"] = settings.context;
    }
    return json.dump();
  }

  std::optional<ReadingResult> read(const ReadingTask& task, const std::string& settings) override {
    const auto chosen = ordered_json::parse(settings);
    return learn_and_read(task, words_with(task, {WordPart::kTrain, WordPart::kValidation}),
                          words_with(task, {WordPart::kTest}),
                          {chosen.at("norm").get<double>(), chosen.at("context").get<double>()});
  }

 private:
  std::optional<ReadingResult> learn_and_read(const ReadingTask& task, const PartOfWords& train,
                                              const PartOfWords& test,
                                              const KernelSettings& settings) const {
    learning::StructCknOptions plan = plan_;
    plan.norm = settings.norm;
    plan.context = settings.context;
    plan.trainer.seed = task.seed;
    plan.trainer.deadline = task.deadline;
    const double begin = cpu_seconds();
    learning::StructCkn learner(sequence::letter_maps(train.words), plan, task.workers);
    learner.start();
    while (learner.rounds_done() < plan.rounds && !task.deadline.passed()) learner.run_round();
    const double seconds = cpu_seconds() - begin;
    if (task.deadline.passed()) return std::nullopt;
    const learning::StructCknModel model = learner.model();
    const auto labels = learning::predict(model, sequence::letter_maps(test.words), task.workers);
    ReadingResult result = result_of(test, sequence::reading_of(test.words, labels));
    result.parameters = model.weights.size() + model.mapper.network.parameters();
    result.cpu_seconds = seconds;
    return result;
  }

  std::string name_;
  learning::StructCknOptions plan_;
  std::vector<KernelSettings> to_try_;
};

}  // namespace

double ReadingResult::error() const {
  return letters == 0 ? 0 : static_cast<double>(wrong_letters) / static_cast<double>(letters);
}

std::vector<std::unique_ptr<OcrReader>> own_readers(std::size_t filters) {
  learning::StructCknOptions sdca;
  sdca.layers.front().filters = filters;
  learning::StructCknOptions unsupervised = sdca;
  unsupervised.rounds = 0;
  unsupervised.first_epochs = 10;
  learning::StructCknOptions bcfw = sdca;
  bcfw.trainer.name = "bcfw";
  learning::StructCknOptions second_order = unsupervised;
  second_order.order = 2;
  std::vector<std::unique_ptr<OcrReader>> readers;
  const auto add = [&](const char* name, const learning::StructCknOptions& plan,
                       std::vector<KernelSettings> to_try) {
    readers.push_back(std::make_unique<KernelReader>(name, plan, std::move(to_try)));
  };
  readers.push_back(std::make_unique<LinearReader>());
  add("ckn-crf", unsupervised, {{5, 1}, {8, 1}, {8, 3}});
  add("struct-ckn-bcfw", bcfw, {{10, 1}, {20, 1}, {20, 3}});
  add("struct-ckn-sdca", sdca, {{5, 1}, {8, 1}, {8, 3}});
  add("struct-ckn-second-order", second_order, {{5, 1}});
  return readers;
}

}  // namespace skein::workflow
