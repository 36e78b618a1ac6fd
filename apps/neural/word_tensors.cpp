#include "neural/word_tensors.h"

namespace skein::neural {

WordTensors::WordTensors(const std::vector<sequence::Word>& words) : begins_{0} {
  std::vector<float> pixels;
  std::vector<std::int64_t> labels;
  for (const sequence::Word& word : words) {
    for (const sequence::Letter& letter : word.letters) {
      pixels.insert(pixels.end(), letter.pixels.begin(), letter.pixels.end());
      labels.push_back(letter.label);
    }
    begins_.push_back(static_cast<std::int64_t>(labels.size()));
  }
  constexpr auto kRows = static_cast<std::int64_t>(sequence::kImageRows);
  constexpr auto kColumns = static_cast<std::int64_t>(sequence::kImageColumns);
  labels_ = torch::tensor(labels);
  pixels_ = torch::tensor(pixels).view({begins_.back(), 1, kRows, kColumns});
}

Batch WordTensors::batch(std::span<const std::size_t> words) const {
  Batch batch;
  std::vector<std::int64_t> letters;
  for (const std::size_t word : words) {
    batch.lengths.push_back(begins_[word + 1] - begins_[word]);
    for (std::int64_t k = begins_[word]; k < begins_[word + 1]; ++k) letters.push_back(k);
  }
  const torch::Tensor chosen = torch::tensor(letters);
  batch.pixels = pixels_.index_select(0, chosen);
  batch.labels = labels_.index_select(0, chosen);
  return batch;
}

}  // namespace skein::neural
