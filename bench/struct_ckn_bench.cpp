// Struct-CKN on handwritten words: CPU time and memory of training on nine folds and of reading all
// letters, on one thread; prints a table for docs/benchmarks.md.
#include <filesystem>

#include <fmt/format.h>

#include "base/clock.h"
#include "learning/struct_ckn.h"
#include "sequence/letter_model.h"
#include "workflow/data_folder.h"

namespace skein::bench {
namespace {

struct Contender {
  const char* name;
  std::uint64_t first_epochs;
  std::uint64_t rounds;
};

double error_in(const learning::StructCknModel& model, const std::vector<sequence::Word>& words,
                Workers& workers) {
  const auto labels = learning::predict(model, sequence::letter_maps(words), workers);
  return sequence::reading_of(words, labels).error();
}

void measure(const std::vector<sequence::Word>& words, int fold, const Contender& contender) {
  Workers workers(1);
  learning::StructCknOptions plan;
  plan.first_epochs = contender.first_epochs;
  plan.rounds = contender.rounds;
  double begin = cpu_seconds();
  learning::StructCkn learner(sequence::letter_maps(sequence::words_outside_fold(words, fold)),
                              plan, workers);
  learner.start();
  while (learner.rounds_done() < plan.rounds) learner.run_round();
  const double training = cpu_seconds() - begin;
  const learning::StructCknModel model = learner.model();
  const double error = error_in(model, sequence::words_in_fold(words, fold), workers);
  begin = cpu_seconds();
  error_in(model, words, workers);
  const double reading = cpu_seconds() - begin;
  fmt::print("| {} | {} | {:.1f} | {:.2f} % | {:.2f} | {:.0f} |\n", fold, contender.name, training,
             100 * error, reading, peak_memory_mb());
  std::fflush(stdout);
}

}  // namespace
}  // namespace skein::bench

int main() {
  using namespace skein;
  const auto data = workflow::data_folder(std::filesystem::current_path());
  if (!data) {
    fmt::print(stderr, "the data is missing: set SKEIN_DATA to its folder\n");
    return 2;
  }
  const auto words = sequence::read_letter_data(LineReader::open(*data / "ocr/letter.data.gz"));
  fmt::print(
      "| fold apart | filters | training, CPU s | test error | reading all letters, CPU s | MB |\n"
      "|---|---|---|---|---|---|\n");
  for (int fold : {0, 9}) {
    bench::measure(words, fold, {"by k-means", 10, 0});
    bench::measure(words, fold, {"learnt through the chain", 5, 4});
  }
}
