#include "workflow/ocr_report.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "report/chart.h"
#include "report/page.h"
#include "report/text.h"
#include "report/tiles.h"
#include "sequence/letter_model.h"
#include "workflow/version.h"

namespace skein::workflow {
namespace {

constexpr std::uint64_t kEpochsOfFigure = 50;
constexpr std::size_t kMisreadShown = 40;
constexpr std::size_t kPixelsOfDot = 2;

// Test errors that the paper reports; 0: none.
double error_in_paper(const std::string& model) {
  static const std::map<std::string, double> errors{{"linear-crf", 0.120},
                                                    {"lstm", 0.046},
                                                    {"cnn-crf", 0.045},
                                                    {"struct-ckn-bcfw", 0.0342},
                                                    {"struct-ckn-sdca", 0.0340}};
  const auto at = errors.find(model);
  return at == errors.end() ? 0 : at->second;
}

struct Estimate {
  double mean = 0;
  double standard_error = 0;  // of the mean
  std::size_t runs = 0;
  std::size_t parts = 0;
};

// The mean over parts of the mean over seeds; its error from the differences between parts.
Estimate estimate(const OcrModel& model, const std::string& protocol) {
  std::map<std::size_t, std::pair<double, std::size_t>> by_part;
  Estimate sum;
  for (const OcrRun& run : model.runs) {
    if (run.protocol != protocol) continue;
    auto& [errors, count] = by_part[run.part];
    errors += run.result.error();
    ++count;
    ++sum.runs;
  }
  sum.parts = by_part.size();
  if (sum.parts == 0) return sum;
  const auto parts = static_cast<double>(sum.parts);
  double square = 0;
  for (const auto& [part, own] : by_part) {
    const double error = own.first / static_cast<double>(own.second);
    sum.mean += error / parts;
    square += error * error / parts;
  }
  if (sum.parts > 1) {
    sum.standard_error = std::sqrt(std::max(0.0, square - sum.mean * sum.mean) / (parts - 1));
  }
  return sum;
}

// Of one fold, over the seeds; the standard error is that of drawing so many letters.
Estimate fold_estimate(const OcrModel& model, std::size_t fold) {
  Estimate sum;
  double letters = 0;
  for (const OcrRun& run : model.runs) {
    if (run.protocol != "folds" || run.part != fold) continue;
    sum.mean += run.result.error();
    letters = static_cast<double>(run.result.letters);
    ++sum.runs;
  }
  if (sum.runs == 0) return sum;
  sum.mean /= static_cast<double>(sum.runs);
  sum.standard_error = std::sqrt(sum.mean * (1 - sum.mean) / letters);
  sum.parts = 1;
  return sum;
}

std::string shown(const Estimate& estimate) {
  if (estimate.runs == 0) return "-";
  return fmt::format("{:.2f} +- {:.2f}", 100 * estimate.mean, 100 * estimate.standard_error);
}

struct Row {
  std::string name;
  Estimate fold_0, fold_9, folds, words;
  std::size_t parameters = 0;        // the most, where settings that were chosen differ
  std::size_t least_parameters = 0;  // likewise
  double cpu_seconds = 0;            // mean of the trainings on nine folds
  double memory_mb = 0;
};

std::vector<Row> rows_of(const OcrOutcome& outcome) {
  std::vector<Row> rows;
  for (const OcrModel& model : outcome.models) {
    Row row{model.name, fold_estimate(model, 0), fold_estimate(model, 9), estimate(model, "folds"),
            estimate(model, "words")};
    for (const OcrRun& run : model.runs) {
      if (run.protocol != "folds") continue;
      const std::size_t own = run.result.parameters;
      row.parameters = std::max(row.parameters, own);
      row.least_parameters = row.least_parameters == 0 ? own : std::min(row.least_parameters, own);
      row.cpu_seconds += run.result.cpu_seconds / static_cast<double>(row.folds.runs);
      row.memory_mb = std::max(row.memory_mb, run.result.peak_memory_mb);
    }
    rows.push_back(row);
  }
  return rows;
}

const std::vector<std::string>& header() {
  static const std::vector<std::string> titles{
      "model",    "fold 0, %",  "fold 9, %", "mean of folds, %", "runs", "unseen words, %",
      "paper, %", "parameters", "CPU s"};
  return titles;
}

std::string shown_parameters(const Row& row) {
  if (row.least_parameters == row.parameters) return report::grouped(row.parameters);
  return report::grouped(row.least_parameters) + " to " + report::grouped(row.parameters);
}

std::vector<std::string> cells(const Row& row) {
  const double paper = error_in_paper(row.name);
  return {row.name,
          shown(row.fold_0),
          shown(row.fold_9),
          shown(row.folds),
          fmt::format("{}", row.folds.runs),
          shown(row.words),
          paper > 0 ? fmt::format("{:.2f}", 100 * paper) : "-",
          row.folds.runs > 0 ? shown_parameters(row) : "-",
          row.folds.runs > 0 ? fmt::format("{:.0f}", row.cpu_seconds) : "-"};
}

// As it is printed in books, where text has +-.
std::string with_plus_minus(std::string cell) {
  if (const auto at = cell.find("+-"); at != std::string::npos) cell.replace(at, 2, "\u00b1");
  return cell;
}

std::string html_table(const std::vector<Row>& rows) {
  std::vector<std::vector<std::string>> lines;
  for (const Row& row : rows) {
    std::vector<std::string>& line = lines.emplace_back(cells(row));
    for (std::string& cell : line) cell = with_plus_minus(std::move(cell));
  }
  return report::html_table(header(), lines);
}

std::string runs_csv(const OcrOutcome& outcome) {
  std::string csv =
      "model,protocol,part,seed,letters,wrong_letters,parameters,cpu_seconds,peak_memory_mb\n";
  for (const OcrModel& model : outcome.models) {
    for (const OcrRun& run : model.runs) {
      csv += fmt::format("{},{},{},{},{},{},{},{:.2f},{:.0f}\n", model.name, run.protocol, run.part,
                         run.seed, run.result.letters, run.result.wrong_letters,
                         run.result.parameters, run.result.cpu_seconds, run.result.peak_memory_mb);
    }
  }
  return csv;
}

std::string folds_chart(const OcrOutcome& outcome) {
  report::Chart chart{"Letters read wrongly, by fold", "fold", "%", report::Scale::kLinear,
                      report::Scale::kLogarithmic,     {}};
  for (const OcrModel& model : outcome.models) {
    report::Series series{model.name, {}};
    for (std::size_t fold = 0; fold < 10; ++fold) {
      const Estimate own = fold_estimate(model, fold);
      if (own.runs > 0) series.points.emplace_back(static_cast<double>(fold), 100 * own.mean);
    }
    if (!series.points.empty()) chart.series.push_back(std::move(series));
  }
  return report::charts_svg({chart});
}

std::string figure_svg(const RoundEpochsFigure& figure) {
  report::Chart error{"Error on fold 0",      "passes over the words", "%",
                      report::Scale::kLinear, report::Scale::kLinear,  {}};
  report::Chart objective{"What is minimized",    "passes over the words", "P(w)",
                          report::Scale::kLinear, report::Scale::kLinear,  {}};
  for (const RoundEpochsCourse& course : figure) {
    report::Series errors{fmt::format("n_Ep = {}", course.epochs), {}};
    report::Series values = errors;
    for (const learning::TrainingPoint& point : course.points) {
      const auto passes = static_cast<double>(point.epoch);
      errors.points.emplace_back(passes, 100 * point.error);
      values.points.emplace_back(passes, point.primal);
    }
    error.series.push_back(std::move(errors));
    objective.series.push_back(std::move(values));
  }
  return report::charts_svg({error, objective});
}

std::string filters_svg(const learning::FeatureMapper& mapper) {
  const kernels::Layer<float>& layer = mapper.network.layer(0);
  report::Tiles tiles{layer.options().patch.rows, layer.options().patch.columns, {}};
  for (std::size_t k = 0; k < layer.filters().rows; ++k) {
    const auto filter = layer.filters().row(k);
    tiles.values.emplace_back(filter.begin(), filter.end());
  }
  return report::tiles_svg(tiles, 25, 6);
}

std::string word_svg(const sequence::Word& word) {
  report::Tiles tiles{sequence::kImageRows, sequence::kImageColumns, {}};
  for (const sequence::Letter& letter : word.letters) {
    tiles.values.emplace_back(letter.pixels.begin(), letter.pixels.end());
  }
  return report::tiles_svg(tiles, word.letters.size(), kPixelsOfDot);
}

// Words that the best reader of the paper's kind misread, with what they look like.
std::string misread_html(const OcrOutcome& outcome, const std::vector<sequence::Word>& words) {
  const auto model =
      std::find_if(outcome.models.begin(), outcome.models.end(),
                   [](const OcrModel& own) { return own.name == "struct-ckn-sdca"; });
  if (model == outcome.models.end()) return "";
  std::string html;
  std::size_t left = kMisreadShown;
  for (const OcrRun& run : model->runs) {
    if (run.protocol != "folds" || run.seed != 1) continue;
    for (const MisreadWord& misread : run.result.misread) {
      if (left == 0 || misread.word >= words.size()) break;
      --left;
      html += fmt::format("<figure>{}<figcaption>{}<br>read: {}</figcaption></figure>\n",
                          word_svg(words[misread.word]), sequence::text_of(words[misread.word]),
                          report::html_text(misread.read));
    }
  }
  if (html.empty()) return "";
  return "<h2>Words that Struct-CKN misread</h2>\n<style>figure { display: inline-block; margin: "
         "0.5em; } figcaption { font-family: monospace; font-size: 0.8em; }</style>\n" +
         html;
}

std::string page_body(const OcrOutcome& outcome, const std::vector<Row>& rows,
                      const std::vector<sequence::Word>& words, const RoundEpochsFigure& figure) {
  std::string html =
      "<p>Share of letters read wrongly. Every fold is read after learning from the nine others; "
      "settings for folds 0 to 4 are chosen on folds 5 to 9 only, and the other way round. The "
      "error of a single fold is that of drawing so many letters, that of the mean comes from the "
      "differences between folds. <em>Unseen words</em>: the distinct words are in six groups, and "
      "each group is read after learning from the others, so that no test word occurs in "
      "training. CPU seconds are those of one training on nine folds.</p>\n" +
      html_table(rows);
  for (const std::string& line : outcome.left_out) {
    html += fmt::format("<p>Left out: {}</p>\n", report::html_text(line));
  }
  if (!outcome.complete) html += "<p>Some runs are missing: the time was over.</p>\n";
  html += folds_chart(outcome);
  if (!figure.empty()) {
    html += "<h2>Passes of the chain after each round of filters (n_Ep)</h2>\n" +
            figure_svg(figure) + "<h2>Filters learnt through the chain</h2>\n" +
            filters_svg(figure.back().mapper);
  }
  return html + misread_html(outcome, words);
}

std::string figure_csv(const RoundEpochsFigure& figure) {
  std::string csv = "round_epochs,epochs,cpu_seconds,objective,lower_bound,test_error\n";
  for (const RoundEpochsCourse& course : figure) {
    for (const learning::TrainingPoint& point : course.points) {
      csv += fmt::format("{},{},{:.2f},{},{},{}\n", course.epochs, point.epoch, point.cpu_seconds,
                         point.primal, point.lower_bound, point.error);
    }
  }
  return csv;
}

std::string summary_of(const OcrOutcome& outcome, const std::vector<Row>& rows) {
  nlohmann::ordered_json json;
  json["command"] = "experiment ocr";
  json["version"] = version();
  json["complete"] = outcome.complete;
  json["models"] = nlohmann::ordered_json::array();
  for (const Row& row : rows) {
    nlohmann::ordered_json model;
    model["name"] = row.name;
    const auto put = [&](const char* key, const Estimate& own) {
      if (own.runs == 0) return;
      model[key] = {
          {"test_error", own.mean}, {"standard_error", own.standard_error}, {"runs", own.runs}};
    };
    put("fold_0", row.fold_0);
    put("fold_9", row.fold_9);
    put("folds", row.folds);
    put("unseen_words", row.words);
    model["parameters"] = row.parameters;
    model["cpu_seconds"] = row.cpu_seconds;
    model["peak_memory_mb"] = row.memory_mb;
    json["models"].push_back(std::move(model));
  }
  return json.dump(2) + "\n";
}

}  // namespace

RoundEpochsCourse course_with(std::uint64_t epochs, const std::vector<sequence::Word>& words,
                              Workers& workers, const Deadline& deadline) {
  learning::StructCknOptions plan;
  plan.epochs = epochs;
  plan.rounds = std::max<std::uint64_t>(1, (kEpochsOfFigure - plan.first_epochs) / epochs);
  plan.rounds = std::min<std::uint64_t>(plan.rounds, 10);
  plan.trainer.deadline = deadline;
  const auto test = sequence::words_in_fold(words, 0);
  const auto maps = sequence::letter_maps(test);
  learning::StructCkn learner(sequence::letter_maps(sequence::words_outside_fold(words, 0)), plan,
                              workers);
  learning::StructCknTrainingOptions training;
  training.deadline = deadline;
  auto course = learning::train(
      learner, workers, training,
      [&](learning::TrainingPoint& point, const learning::StructCknModel& model) {
        point.error = sequence::reading_of(test, learning::predict(model, maps, workers)).error();
      });
  return {epochs, std::move(course.points), std::move(course.model.mapper)};
}

void write_ocr_report(StagedFolder& folder, const std::vector<sequence::Word>& words,
                      const RoundEpochsFigure& figure, OcrOutcome& outcome) {
  const std::vector<Row> rows = rows_of(outcome);
  report::TextTable table(header());
  for (const Row& row : rows) table.add(cells(row));
  outcome.text = table.text();
  outcome.summary = summary_of(outcome, rows);
  folder.add("table.txt", outcome.text);
  folder.add("runs.csv", runs_csv(outcome));
  folder.add("round_epochs.csv", figure_csv(figure));
  folder.add("summary.json", outcome.summary);
  folder.add("index.html", report::html_page("Reading handwritten words",
                                             page_body(outcome, rows, words, figure)));
}

}  // namespace skein::workflow
