// Readers of handwritten words that are compared with each other: one interface for the models of
// the paper's table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/workers.h"
#include "sequence/letter_data.h"

namespace skein::workflow {

enum class WordPart : std::uint8_t { kUnused, kTrain, kValidation, kTest };

// What a reader is to do: learn from some words, read others.
struct ReadingTask {
  const std::vector<sequence::Word>& words;
  std::vector<WordPart> parts;  // by word
  std::uint64_t seed = 1;
  Workers& workers;
  Deadline deadline;
};

struct MisreadWord {
  std::size_t word = 0;  // its place in the data
  std::string read;
};

struct ReadingResult {
  std::size_t letters = 0, wrong_letters = 0;
  std::size_t parameters = 0;
  double cpu_seconds = 0;  // of the training
  double peak_memory_mb = 0;
  std::vector<MisreadWord> misread;

  double error() const;
};

class OcrReader {
 public:
  virtual ~OcrReader() = default;

  virtual std::string name() const = 0;
  // Which of the reader's few settings read the validation words best, learnt from the training
  // words: JSON, with all that was tried.
  virtual std::string choose(const ReadingTask& task) = 0;
  // Learns from training and validation words with such settings, and reads the test words. None
  // where the deadline came first.
  virtual std::optional<ReadingResult> read(const ReadingTask& task,
                                            const std::string& settings) = 0;
};

// linear-crf, ckn-crf (filters without labels), struct-ckn-sdca, struct-ckn-bcfw,
// struct-ckn-second-order.
std::vector<std::unique_ptr<OcrReader>> own_readers(std::size_t filters);

// cnn, cnn-crf, lstm: by the program skein-neural (docs/neural_baselines.md).
std::vector<std::unique_ptr<OcrReader>> neural_readers(const std::filesystem::path& program,
                                                       const std::filesystem::path& data);

// skein-neural: what SKEIN_NEURAL names, else beside this program or where it is built; none if it
// is not there. Throws InputError for a SKEIN_NEURAL that is no program.
std::optional<std::filesystem::path> find_neural_program();

}  // namespace skein::workflow
