// Which words are learnt from and which are read, and the runs that are done already.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "workflow/ocr_experiment.h"

namespace skein::workflow {

// Words in parts, of which one after the other is read.
struct OcrProtocol {
  std::string name;
  std::size_t parts = 0;
  std::vector<std::size_t> part_of;  // by word

  std::size_t half_of(std::size_t part) const { return part < parts / 2 ? 0 : 1; }
  // To read a part: all others are learnt from.
  std::vector<WordPart> parts_to_read(std::size_t part) const;
  // To choose settings for the parts of a half: only the other half is looked at; its last part is
  // for validation.
  std::vector<WordPart> parts_to_choose(std::size_t half) const;
};

OcrProtocol by_folds(const std::vector<sequence::Word>& words);
// Distinct words in groups, drawn once and for all.
OcrProtocol by_words(const std::vector<sequence::Word>& words);

// Finished runs and choices, one file each.
class OcrRunFolder {
 public:
  explicit OcrRunFolder(std::filesystem::path folder);

  std::optional<std::string> choice(const std::string& model, const OcrProtocol& protocol,
                                    std::size_t half) const;
  void keep_choice(const std::string& model, const OcrProtocol& protocol, std::size_t half,
                   const std::string& settings) const;
  // Throws InputError for a file that is not as written.
  std::optional<ReadingResult> result(const std::string& model, const OcrRun& run) const;
  void keep_result(const std::string& model, const OcrRun& run) const;

 private:
  std::filesystem::path choice_file(const std::string& model, const OcrProtocol& protocol,
                                    std::size_t half) const;
  std::filesystem::path result_file(const std::string& model, const OcrRun& run) const;

  std::filesystem::path folder_;
};

}  // namespace skein::workflow
