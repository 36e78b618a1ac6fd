// `skein experiment ocr`: the paper's table of readers of handwritten words, made again and
// honestly.
//
// Words are in ten folds. Each reader reads every fold after learning from the nine others; its few
// settings for folds 0 to 4 are chosen on folds 5 to 9 only, and the other way round. All test
// words of a fold also occur in training, so readers may know words by heart; the control is by
// words: the distinct words are in six groups, and each group is read after learning from the five
// others.
//
// Every finished run is a file in a folder of its own, so that a run that was stopped goes on.
// Finished runs with more seeds than are asked for count too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "kernels/layer.h"
#include "workflow/ocr_readers.h"

namespace skein::workflow {

struct OcrRequest {
  std::filesystem::path data;    // letter.data, plain or gzip
  std::filesystem::path output;  // folder for tables and page
  WhenFolderExists when_exists = WhenFolderExists::kRefuse;
  std::filesystem::path runs;       // folder in which finished runs are kept
  std::vector<std::string> models;  // empty: all
  std::vector<std::size_t> folds;   // to read; empty: all ten
  std::uint64_t seeds = 3;          // runs with seeds 1, 2, ...
  std::uint64_t control_seeds = 1;  // of the control by words; 0: no control
  std::vector<std::uint64_t> round_epochs{1, 3, 5, 10, 25};  // n_Ep to compare; empty: no figure
  std::size_t filters = kernels::LayerOptions{}.filters;     // of kernel networks in the table
  std::size_t threads = 0;                                   // 0: all cores
  Deadline deadline;
};

// A run of one reader.
struct OcrRun {
  std::string protocol;  // folds, or words
  std::size_t part = 0;  // that was read
  std::uint64_t seed = 1;
  ReadingResult result;
};

struct OcrModel {
  std::string name;
  std::vector<OcrRun> runs;
};

struct OcrOutcome {
  std::vector<OcrModel> models;
  std::vector<std::string> left_out;  // models that could not be run, and why
  bool complete = true;
  std::string text;     // table
  std::string summary;  // JSON
};

// Tells each run as it is done.
using OcrObserver = std::function<void(const std::string& model, const OcrRun& run)>;

OcrOutcome compare_readers(const OcrRequest& request, const OcrObserver& observer = {});

}  // namespace skein::workflow
