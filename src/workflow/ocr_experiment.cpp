#include "workflow/ocr_experiment.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "base/input_error.h"
#include "base/text_source.h"
#include "base/workers.h"
#include "workflow/ocr_report.h"
#include "workflow/ocr_runs.h"

namespace skein::workflow {
namespace {

class ReaderComparison {
 public:
  ReaderComparison(const OcrRequest& request, const OcrObserver& observer)
      : request_(request),
        observer_(observer),
        workers_(request.threads),
        words_(sequence::read_letter_data(LineReader::open(request.data))),
        done_(folder_of_runs(request)) {
    require_folds();
    find_readers();
  }

  OcrOutcome run() {
    StagedFolder folder(request_.output, request_.when_exists);
    const OcrProtocol folds = by_folds(words_);
    const OcrProtocol words = by_words(words_);
    // What matters most comes first: one seed of all, then the others.
    for (std::uint64_t seed = 1; seed <= std::max(request_.seeds, request_.control_seeds); ++seed) {
      for (std::size_t k = 0; k < readers_.size(); ++k) {
        if (seed <= request_.seeds) read_parts(k, folds, folds_to_read(), seed);
        if (seed <= request_.control_seeds) read_parts(k, words, all_parts(words), seed);
      }
    }
    for (std::size_t k = 0; k < readers_.size(); ++k) {
      take_further_seeds(k, folds, folds_to_read(), request_.seeds);
      take_further_seeds(k, words, all_parts(words), request_.control_seeds);
    }
    const RoundEpochsFigure figure = compare_round_epochs();
    write_ocr_report(folder, words_, figure, outcome_);
    folder.commit();
    return std::move(outcome_);
  }

 private:
  // Runs with another number of filters are kept apart.
  static std::filesystem::path folder_of_runs(const OcrRequest& request) {
    if (request.filters == kernels::LayerOptions{}.filters) return request.runs;
    return request.runs / fmt::format("filters-{}", request.filters);
  }

  void require_folds() const {
    std::vector<std::size_t> sizes(10, 0);
    for (const sequence::Word& word : words_) {
      if (word.fold >= 0 && word.fold < 10) ++sizes[static_cast<std::size_t>(word.fold)];
    }
    const bool all = std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}) == words_.size();
    if (all && std::find(sizes.begin(), sizes.end(), 0U) == sizes.end()) return;
    throw InputError({request_.data, 0, "fold", "the words are not in ten folds, 0 to 9",
                      "give the data as published"});
  }

  void find_readers() {
    readers_ = own_readers(request_.filters);
    if (const auto program = find_neural_program()) {
      for (auto& reader : neural_readers(*program, request_.data)) {
        readers_.push_back(std::move(reader));
      }
    } else {
      outcome_.left_out.push_back(
          "cnn, cnn-crf and lstm: skein-neural is not there (cmake/neural.sh builds it)");
    }
    const auto wanted = [&](const auto& reader) {
      return request_.models.empty() || std::find(request_.models.begin(), request_.models.end(),
                                                  reader->name()) != request_.models.end();
    };
    for (const std::string& name : request_.models) require_reader(name);
    std::erase_if(readers_, [&](const auto& reader) { return !wanted(reader); });
    for (const auto& reader : readers_) outcome_.models.push_back({reader->name(), {}});
  }

  void require_reader(const std::string& name) const {
    std::vector<std::string> names;
    for (const auto& reader : readers_) names.push_back(reader->name());
    if (std::find(names.begin(), names.end(), name) != names.end()) return;
    throw InputError({"", 0, "--models", fmt::format("there is no model {}", in_quotes(name)),
                      fmt::format("choose from {}", fmt::join(names, ", "))});
  }

  static std::vector<std::size_t> all_parts(const OcrProtocol& protocol) {
    std::vector<std::size_t> parts(protocol.parts);
    std::iota(parts.begin(), parts.end(), std::size_t{0});
    return parts;
  }

  std::vector<std::size_t> folds_to_read() const {
    return request_.folds.empty() ? all_parts(by_folds({})) : request_.folds;
  }

  ReadingTask task(std::vector<WordPart> parts, std::uint64_t seed) {
    return {words_, std::move(parts), seed, workers_, request_.deadline};
  }

  void read_parts(std::size_t reader, const OcrProtocol& protocol,
                  const std::vector<std::size_t>& parts, std::uint64_t seed) {
    for (std::size_t part : parts) {
      OcrRun run{protocol.name, part, seed, {}};
      const std::string& name = outcome_.models[reader].name;
      auto result = done_.result(name, run);
      if (!result) result = read_part(reader, protocol, run);
      if (!result) {
        outcome_.complete = false;
        continue;
      }
      run.result = std::move(*result);
      if (observer_) observer_(name, run);
      outcome_.models[reader].runs.push_back(std::move(run));
    }
  }

  // Runs with more seeds than were asked for, if they are finished: a model may have more than
  // others.
  void take_further_seeds(std::size_t reader, const OcrProtocol& protocol,
                          const std::vector<std::size_t>& parts, std::uint64_t asked) {
    const std::string& name = outcome_.models[reader].name;
    bool found = true;
    for (std::uint64_t seed = asked + 1; found; ++seed) {
      found = false;
      for (std::size_t part : parts) {
        OcrRun run{protocol.name, part, seed, {}};
        auto result = done_.result(name, run);
        if (!result) continue;
        found = true;
        run.result = std::move(*result);
        outcome_.models[reader].runs.push_back(std::move(run));
      }
    }
  }

  std::optional<ReadingResult> read_part(std::size_t reader, const OcrProtocol& protocol,
                                         OcrRun run) {
    const auto settings = settings_for(reader, protocol, protocol.half_of(run.part));
    if (!settings || request_.deadline.passed()) return std::nullopt;
    auto result =
        readers_[reader]->read(task(protocol.parts_to_read(run.part), run.seed), *settings);
    if (!result) return std::nullopt;
    run.result = *result;
    done_.keep_result(outcome_.models[reader].name, run);
    return result;
  }

  std::optional<std::string> settings_for(std::size_t reader, const OcrProtocol& protocol,
                                          std::size_t half) {
    const std::string& name = outcome_.models[reader].name;
    if (auto known = done_.choice(name, protocol, half)) return known;
    if (request_.deadline.passed()) return std::nullopt;
    std::string settings = readers_[reader]->choose(task(protocol.parts_to_choose(half), 1));
    if (request_.deadline.passed()) return std::nullopt;
    done_.keep_choice(name, protocol, half, settings);
    return settings;
  }

  // The paper's figure of n_Ep, on fold 0: how the error falls with the passes over the words.
  RoundEpochsFigure compare_round_epochs() {
    RoundEpochsFigure figure;
    for (std::uint64_t epochs : request_.round_epochs) {
      if (request_.deadline.passed()) {
        outcome_.complete = false;
        break;
      }
      auto course = course_with(epochs, words_, workers_, request_.deadline);
      if (request_.deadline.passed()) break;
      figure.push_back(std::move(course));
    }
    return figure;
  }

  const OcrRequest& request_;
  const OcrObserver& observer_;
  Workers workers_;
  std::vector<sequence::Word> words_;
  OcrRunFolder done_;
  std::vector<std::unique_ptr<OcrReader>> readers_;
  OcrOutcome outcome_;
};

}  // namespace

OcrOutcome compare_readers(const OcrRequest& request, const OcrObserver& observer) {
  return ReaderComparison(request, observer).run();
}

}  // namespace skein::workflow
