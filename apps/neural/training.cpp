#include "neural/training.h"

#include <cmath>
#include <utility>

namespace skein::neural {
namespace {

constexpr std::size_t kBatchWords = 32;
constexpr std::size_t kReadAtOnce = 256;
constexpr double kDecay = 0.93;  // of the learning rate, after each epoch
// Steps after a batch of odd words must not undo what others taught.
constexpr double kLongestSlope = 5;

// Calls use(words) for so many words at once.
template <class Use>
void in_batches(std::span<const std::size_t> words, std::size_t most, Use use) {
  for (; !words.empty(); words = words.subspan(std::min(most, words.size()))) {
    if (!use(words.first(std::min(most, words.size())))) return;
  }
}

}  // namespace

Training::Training(Model model, const Settings& settings, const WordTensors& words,
                   std::vector<std::size_t> chosen, std::uint64_t seed)
    : settings_(settings), words_(words), chosen_(std::move(chosen)), rng_(seed) {
  torch::manual_seed(seed);
  reader_ = make_reader(model, settings);
  adam_ = std::make_unique<torch::optim::AdamW>(
      reader_->parameters(),
      torch::optim::AdamWOptions(settings.learning_rate).weight_decay(settings.weight_decay));
}

void Training::set_learning_rate(double rate) {
  for (auto& group : adam_->param_groups()) group.options().set_lr(rate);
}

std::optional<double> Training::run_epoch(const Deadline& deadline) {
  set_learning_rate(settings_.learning_rate * std::pow(kDecay, epochs_));
  rng_.shuffle(std::span(chosen_));
  reader_->train();
  double loss = 0;
  double letters = 0;
  bool whole = true;
  in_batches(chosen_, kBatchWords, [&](std::span<const std::size_t> some) {
    whole = !deadline.passed();
    if (!whole) return false;
    const Batch batch = words_.batch(some);
    adam_->zero_grad();
    const auto size = static_cast<double>(batch.labels.numel());
    loss += size * reader_->learn(batch);
    letters += size;
    torch::nn::utils::clip_grad_norm_(reader_->parameters(), kLongestSlope);
    adam_->step();
    return true;
  });
  if (!whole) return std::nullopt;
  ++epochs_;
  return loss / letters;
}

double WordsRead::error() const {
  return letters == 0 ? 0 : static_cast<double>(wrong_letters) / static_cast<double>(letters);
}

WordsRead read_words(Reader& reader, const WordTensors& words,
                     std::span<const std::size_t> chosen) {
  const torch::NoGradGuard no_slopes;
  reader.eval();
  WordsRead result;
  in_batches(chosen, kReadAtOnce, [&](std::span<const std::size_t> some) {
    const Batch batch = words.batch(some);
    const std::vector<std::uint32_t> read = reader.read(batch);
    const auto truth = batch.labels.accessor<std::int64_t, 1>();
    std::size_t place = 0;
    for (const std::int64_t length : batch.lengths) {
      std::string text;
      for (std::int64_t t = 0; t < length; ++t, ++place) {
        text += static_cast<char>('a' + read[place]);
        const bool right = truth[static_cast<std::int64_t>(place)] == read[place];
        result.wrong_letters += right ? 0U : 1U;
      }
      result.texts.push_back(std::move(text));
    }
    result.letters += place;
    return true;
  });
  return result;
}

}  // namespace skein::neural
