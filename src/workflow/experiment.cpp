#include "workflow/experiment.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/input_error.h"
#include "base/workers.h"
#include "learning/chain_crf.h"
#include "learning/make_trainer.h"
#include "report/chart.h"
#include "report/page.h"
#include "report/text.h"
#include "sequence/letter_model.h"
#include "workflow/stopwatch.h"

namespace skein::workflow {
namespace {

struct Contender {
  const char* name;
  const char* trainer;
  std::optional<double> uniform_share;
  std::optional<bool> averaged;
};

// The first are those of the paper.
const std::vector<Contender>& contenders() {
  static const std::vector<Contender> all{
      {"SDCA", "sdca", 1.0, false},         {"SDCA-GAP", "sdca", 0.2, false},
      {"SDCA-GAP mean", "sdca", 0.2, true}, {"SAG-NUS", "sag-nus", {}, {}},
      {"SAG-NUS*", "sag-nus-star", {}, {}}, {"OEG", "oeg", {}, {}},
      {"BCFW", "bcfw", 1.0, true},
  };
  return all;
}

// For the least values: L-BFGS, and a long run by gaps.
constexpr std::uint64_t kLbfgsIterations = 1'000;
constexpr double kLbfgsGap = 1e-8;
constexpr std::uint64_t kLongerMargin = 10;  // times the epochs
// Distances from the least value are told if they are more than so many times its uncertainty.
constexpr double kTooLittle = 2;

class Comparison {
 public:
  Comparison(const OptimizersRequest& request, const OptimizersObserver& observer)
      : request_(request), observer_(observer), workers_(request.threads) {
    const auto words = sequence::read_letter_data(LineReader::open(request.data));
    const auto apart = sequence::words_in_fold(words, request.fold);
    if (apart.empty() || apart.size() == words.size()) {
      throw InputError(
          {request.data, 0, "fold",
           fmt::format("fold {} leaves nothing to train on or to test on", request.fold),
           "choose a fold that the data have, 0 to 9 in letter.data"});
    }
    test_words_ = apart;
    sequences_ = std::make_unique<learning::Sequences>(
        sequence::pixel_sequences(sequence::words_outside_fold(words, request.fold)));
    crf_ = std::make_unique<learning::ChainCrf>(*sequences_, 1);
  }

  OptimizersOutcome run() {
    StagedFolder folder(request_.output, request_.when_exists);
    if (request_.checkpoints) std::filesystem::create_directories(*request_.checkpoints);
    for (const Contender& contender : contenders()) {
      learning::TrainerOptions options;
      options.name = contender.trainer;
      options.uniform_share = contender.uniform_share;
      options.averaged = contender.averaged;
      outcome_.courses.push_back(
          {contender.name, course(contender.name, options, request_.epochs, 0).points, 0, 0});
    }
    find_least_values();
    write(folder);
    folder.commit();
    return std::move(outcome_);
  }

 private:
  learning::TrainingCourse course(const std::string& name, learning::TrainerOptions options,
                                  std::uint64_t epochs, double gap) {
    options.seed = request_.seed;
    options.deadline = request_.deadline;
    const auto trainer = learning::make_trainer(*crf_, options, workers_);
    learning::Objective objective(*crf_, trainer->lambda(), workers_, trainer->surrogate());
    learning::TrainingOptions training;
    training.epochs = epochs;
    training.gap = gap;
    training.deadline = request_.deadline;
    training.kind =
        fmt::format("optimizers-fold-{}-seed-{}-{}", request_.fold, request_.seed, file_name(name));
    if (request_.checkpoints) training.checkpoint = *request_.checkpoints / file_name(name);
    learning::TrainingCourse course =
        learning::train(*trainer, objective, training,
                        [&](learning::TrainingPoint& point, const std::vector<double>& weights) {
                          point.error = sequence::read_words(test_words_, 1, weights).error();
                          if (observer_) observer_(name, point);
                        });
    outcome_.complete = outcome_.complete && learning::ended_by_itself(course.stopped);
    return course;
  }

  static std::string file_name(std::string name) {
    std::replace(name.begin(), name.end(), ' ', '-');
    if (name.back() == '*') name.replace(name.size() - 1, 1, "-STAR");
    return name;
  }

  // The likelihood's by L-BFGS; the margin's lies between the highest dual and the lowest value of
  // a long run. Other trainings may prove more.
  void find_least_values() {
    learning::TrainerOptions lbfgs;
    lbfgs.name = "lbfgs";
    const auto likelihood = course("L-BFGS", lbfgs, kLbfgsIterations, kLbfgsGap);
    learning::TrainerOptions bcfw;
    bcfw.name = "bcfw";
    bcfw.uniform_share = 0.2;
    const auto margin = course("BCFW-GAP", bcfw, kLongerMargin * request_.epochs, 0);
    Interval likelihoods = narrowed({}, likelihood.points);
    Interval margins = narrowed({}, margin.points);
    for (const OptimizerCourse& own : outcome_.courses) {
      Interval& interval = minimizes_margin(own) ? margins : likelihoods;
      interval = narrowed(interval, own.points);
    }
    for (OptimizerCourse& own : outcome_.courses) {
      const Interval& interval = minimizes_margin(own) ? margins : likelihoods;
      own.least = interval.from;
      own.width = interval.to - interval.from;
    }
    outcome_.likelihood_from = likelihoods.from;
    outcome_.likelihood_to = likelihoods.to;
    outcome_.margin_from = margins.from;
    outcome_.margin_to = margins.to;
  }

  static bool minimizes_margin(const OptimizerCourse& course) { return course.name == "BCFW"; }

  // In which a least value lies, for all that bounds and values on the way prove.
  struct Interval {
    double from = -std::numeric_limits<double>::infinity();
    double to = std::numeric_limits<double>::infinity();
  };
  static Interval narrowed(Interval interval, const std::vector<learning::TrainingPoint>& points) {
    for (const learning::TrainingPoint& point : points) {
      interval.from = std::max(interval.from, point.lower_bound);
      interval.to = std::min(interval.to, point.primal);
    }
    return interval;
  }

  void write(StagedFolder& folder) {
    folder.add("curves.csv", csv());
    const std::string svg = charts();
    folder.add("curves.svg", svg);
    folder.add("index.html", report::html_page("Trainers on the pixels of handwritten words",
                                               text() + svg + table()));
    outcome_.summary = summary();
    folder.add("summary.json", outcome_.summary);
  }

  std::string csv() const {
    std::string csv =
        "trainer,epoch,oracle_calls,updates,cpu_seconds,objective,above_least,test_error\n";
    for (const OptimizerCourse& own : outcome_.courses) {
      for (const learning::TrainingPoint& point : own.points) {
        const std::optional<double> above = own.above_least(point);
        csv += fmt::format("{},{},{},{},{:.3f},{},{},{}\n", own.name, point.epoch,
                           point.counts.oracle_calls, point.counts.updates, point.cpu_seconds,
                           point.primal, above ? fmt::format("{}", *above) : "", point.error);
      }
    }
    return csv;
  }

  std::string charts() const {
    const auto chart_over = [&](const std::string& x_label, auto x_of) {
      report::Chart chart{"Above the least value",     x_label, "P(w) - P*", report::Scale::kLinear,
                          report::Scale::kLogarithmic, {}};
      for (const OptimizerCourse& own : outcome_.courses) {
        report::Series series{own.name, {}};
        for (const learning::TrainingPoint& point : own.points) {
          if (const auto above = own.above_least(point)) {
            series.points.emplace_back(x_of(point), *above);
          }
        }
        chart.series.push_back(std::move(series));
      }
      return chart;
    };
    const auto passes = static_cast<double>(crf_->samples());
    return report::charts_svg(
        {chart_over("oracle calls / training words",
                    [&](const auto& point) {
                      return static_cast<double>(point.counts.oracle_calls) / passes;
                    }),
         chart_over(
             "updates / training words",
             [&](const auto& point) { return static_cast<double>(point.counts.updates) / passes; }),
         chart_over("CPU time of training, s",
                    [](const auto& point) { return point.cpu_seconds; })});
  }

  std::string text() const {
    return fmt::format(
        "<p>Fold {} apart, lambda = 1/{}, seed {}. The least value P* of the likelihood is proven "
        "to be between {:.9f} and {:.9f}; that of the margin, which BCFW minimizes, between {:.6f} "
        "and {:.6f}. Curves show P(w) less the lower end, and stop where that is below twice the "
        "width of the interval ({:.1e} and {:.1e}), too little to tell.</p>\n",
        request_.fold, crf_->samples(), request_.seed, outcome_.likelihood_from,
        outcome_.likelihood_to, outcome_.margin_from, outcome_.margin_to,
        kTooLittle * (outcome_.likelihood_to - outcome_.likelihood_from),
        kTooLittle * (outcome_.margin_to - outcome_.margin_from));
  }

  std::string table() const {
    std::string html =
        "<table>\n<tr><th>trainer</th><th>epochs</th><th>oracle calls</th><th>CPU s</th>"
        "<th>P(w)</th><th>P(w) - P*</th><th>test error</th></tr>\n";
    for (const OptimizerCourse& own : outcome_.courses) {
      if (own.points.empty()) continue;
      const learning::TrainingPoint& last = own.points.back();
      html += fmt::format(
          "<tr><td>{}</td><td>{}</td><td>{}</td><td>{:.1f}</td><td>{:.6f}</td><td>{}</"
          "td><td>{:.2f} "
          "%</td></tr>\n",
          report::html_text(own.name), last.epoch, report::grouped(last.counts.oracle_calls),
          last.cpu_seconds, last.primal, report::html_text(own.last_above_least()),
          100 * last.error);
    }
    return html + "</table>\n";
  }

  std::string summary() const {
    nlohmann::ordered_json json;
    json["command"] = "experiment ocr-optimizers";
    json["complete"] = outcome_.complete;
    json["fold"] = request_.fold;
    json["likelihood"] = {{"from", outcome_.likelihood_from}, {"to", outcome_.likelihood_to}};
    json["margin"] = {{"from", outcome_.margin_from}, {"to", outcome_.margin_to}};
    for (const OptimizerCourse& own : outcome_.courses) {
      if (own.points.empty()) continue;
      const learning::TrainingPoint& last = own.points.back();
      const std::optional<double> above = own.above_least(last);
      json["trainers"].push_back({{"name", own.name},
                                  {"epochs", last.epoch},
                                  {"oracle_calls", last.counts.oracle_calls},
                                  {"updates", last.counts.updates},
                                  {"cpu_seconds", last.cpu_seconds},
                                  {"objective", last.primal},
                                  {"above_least", above ? nlohmann::ordered_json(*above) : nullptr},
                                  {"test_error", last.error}});
    }
    json["cpu_seconds"] = stopwatch_.cpu();
    json["wall_seconds"] = stopwatch_.wall();
    json["peak_memory_mb"] = peak_memory_mb();
    return json.dump(2) + "\n";
  }

  const OptimizersRequest& request_;
  const OptimizersObserver& observer_;
  Stopwatch stopwatch_;
  Workers workers_;
  std::vector<sequence::Word> test_words_;
  std::unique_ptr<learning::Sequences> sequences_;
  std::unique_ptr<learning::ChainCrf> crf_;
  OptimizersOutcome outcome_;
};

}  // namespace

std::optional<double> OptimizerCourse::above_least(const learning::TrainingPoint& point) const {
  const double above = point.primal - least;
  return above > kTooLittle * width ? std::optional(above) : std::nullopt;
}

std::string OptimizerCourse::last_above_least() const {
  const std::optional<double> above = above_least(points.back());
  return above ? fmt::format("{:.2e}", *above) : fmt::format("< {:.1e}", kTooLittle * width);
}

OptimizersOutcome compare_optimizers(const OptimizersRequest& request,
                                     const OptimizersObserver& observer) {
  return Comparison(request, observer).run();
}

}  // namespace skein::workflow
