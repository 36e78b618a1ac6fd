// SDCA on the pixels of handwritten words: CPU time of epochs, and how well the model reads after
// them; prints a table for docs/benchmarks.md.
#include <filesystem>

#include <fmt/format.h>

#include "base/clock.h"
#include "learning/chain_crf.h"
#include "learning/objective.h"
#include "learning/sdca.h"
#include "sequence/letter_model.h"
#include "workflow/data_folder.h"

namespace skein::bench {
namespace {

constexpr int kEpochs = 60;
constexpr int kFewEpochs = 20;
constexpr std::uint64_t kSeeds = 4;

void train(const std::vector<sequence::Word>& words, int fold, std::uint64_t seed, int epochs) {
  const auto apart = sequence::words_in_fold(words, fold);
  const learning::Sequences sequences =
      sequence::pixel_sequences(sequence::words_outside_fold(words, fold));
  const learning::ChainCrf crf(sequences, 1);
  Workers workers(1);
  learning::SdcaOptions options;
  options.seed = seed;
  learning::Sdca sdca(crf, options);
  learning::Objective objective(crf, sdca.lambda(), workers);
  double seconds = 0;
  for (int epoch = 1; epoch <= epochs; ++epoch) {
    const double begin = cpu_seconds();
    sdca.run_epoch();
    seconds += cpu_seconds() - begin;
    const bool on_the_way = epoch == 1 || epoch == 5 || epoch % 10 == 0;
    if (epoch < epochs && (epochs == kFewEpochs || !on_the_way)) continue;
    const std::vector<double> weights(sdca.weights().begin(), sdca.weights().end());
    const double primal = objective.value(weights);
    fmt::print("| {} | {} | {} | {:.3f} | {:.6f} | {:.6f} | {:.1e} | {:.2f} % |\n", fold, seed,
               epoch, seconds / epoch, primal, sdca.dual(), primal - sdca.dual(),
               100 * sequence::read_words(apart, 1, weights).error());
    std::fflush(stdout);
  }
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
      "| fold | seed | epochs | CPU s per epoch | objective | dual | gap | test error |\n"
      "|---|---|---|---|---|---|---|---|\n");
  for (int fold : {0, 9}) bench::train(words, fold, 1, bench::kEpochs);
  for (int fold : {0, 9}) {
    for (std::uint64_t seed = 2; seed <= bench::kSeeds; ++seed) {
      bench::train(words, fold, seed, bench::kFewEpochs);
    }
  }
}
