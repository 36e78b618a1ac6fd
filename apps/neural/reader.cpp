#include "neural/reader.h"

#include <utility>

#include "neural/chain_loss.h"
#include "neural/networks.h"

namespace skein::neural {
namespace {

constexpr std::size_t kLabels = sequence::kLetters;

// Copies of tensors that plain code can read.
std::vector<double> values_of(const torch::Tensor& tensor) {
  const torch::Tensor copy = tensor.detach().to(torch::kFloat64).contiguous();
  const auto* values = copy.data_ptr<double>();
  return {values, values + copy.numel()};
}

std::vector<std::int64_t> labels_of(const torch::Tensor& tensor) {
  const torch::Tensor copy = tensor.contiguous();
  const auto* values = copy.data_ptr<std::int64_t>();
  return {values, values + copy.numel()};
}

// The label with the highest score, letter by letter.
class LetterReader final : public Reader {
 public:
  explicit LetterReader(std::shared_ptr<Network> network)
      : network_(register_module("network", std::move(network))) {}

  double learn(const Batch& batch) override {
    const torch::Tensor loss =
        torch::nn::functional::cross_entropy(network_->scores(batch), batch.labels);
    loss.backward();
    return loss.item<double>();
  }

  std::vector<std::uint32_t> read(const Batch& batch) override {
    const auto labels = labels_of(network_->scores(batch).argmax(1));
    return {labels.begin(), labels.end()};
  }

 private:
  std::shared_ptr<Network> network_;
};

// The labels of a word together: a chain of first order on the network's scores. The bias of the
// network's last layer is that of a label anywhere.
class ChainReader final : public Reader {
 public:
  explicit ChainReader(std::shared_ptr<Network> network)
      : network_(register_module("network", std::move(network))),
        first_(register_parameter("first", torch::zeros(kLabels))),
        last_(register_parameter("last", torch::zeros(kLabels))),
        pairs_(register_parameter("pairs", torch::zeros({kLabels, kLabels}))) {}

  double learn(const Batch& batch) override {
    const torch::Tensor nodes = node_scores(batch);
    const auto letters = static_cast<double>(nodes.size(0));
    const std::vector<std::int64_t> truth = labels_of(batch.labels);
    std::vector<double> node_slopes(static_cast<std::size_t>(nodes.numel()));
    std::vector<double> pair_slopes(kLabels * kLabels);
    double loss = 0;
    for_each_word(batch, nodes, [&](const ChainWord& word, std::size_t from, std::size_t length) {
      loss += chain_loss_.add(word, std::span(truth).subspan(from, length),
                              std::span(node_slopes).subspan(from * kLabels, length * kLabels),
                              pair_slopes);
    });
    const auto slope = [&](const std::vector<double>& slopes, const torch::Tensor& of) {
      return torch::tensor(slopes).div_(letters).to(torch::kFloat32).view_as(of);
    };
    torch::autograd::backward({nodes, pairs_},
                              {slope(node_slopes, nodes), slope(pair_slopes, pairs_)});
    return loss / letters;
  }

  std::vector<std::uint32_t> read(const Batch& batch) override {
    std::vector<std::uint32_t> labels;
    for_each_word(batch, node_scores(batch), [&](const ChainWord& word, std::size_t, std::size_t) {
      const auto best = factor_graph::most_likely(word.scores()).labels;
      labels.insert(labels.end(), best.begin(), best.end());
    });
    return labels;
  }

 private:
  torch::Tensor node_scores(const Batch& batch) const {
    const auto words = static_cast<std::int64_t>(batch.lengths.size());
    const torch::Tensor lengths = torch::tensor(batch.lengths);
    const torch::Tensor ends = lengths.cumsum(0);
    return network_->scores(batch)
        .index_add(0, ends - lengths, first_.expand({words, -1}))
        .index_add(0, ends - 1, last_.expand({words, -1}));
  }

  // Calls use(word, its first letter in the batch, its length).
  template <class Use>
  void for_each_word(const Batch& batch, const torch::Tensor& node_scores, Use use) const {
    const std::vector<double> nodes = values_of(node_scores);
    const std::vector<double> pairs = values_of(pairs_);
    std::size_t from = 0;
    for (const std::int64_t letters : batch.lengths) {
      const auto length = static_cast<std::size_t>(letters);
      use({std::span(nodes).subspan(from * kLabels, length * kLabels), pairs, kLabels}, from,
          length);
      from += length;
    }
  }

  std::shared_ptr<Network> network_;
  torch::Tensor first_;
  torch::Tensor last_;
  torch::Tensor pairs_;
  ChainLoss chain_loss_;
};

}  // namespace

std::size_t Reader::parameter_count() const {
  std::int64_t count = 0;
  for (const torch::Tensor& parameter : parameters()) count += parameter.numel();
  return static_cast<std::size_t>(count);
}

std::shared_ptr<Reader> make_reader(Model model, const Settings& settings) {
  switch (model) {
    case Model::kCnn:
      return std::make_shared<LetterReader>(std::make_shared<ConvolutionNetwork>(settings));
    case Model::kCnnCrf:
      return std::make_shared<ChainReader>(std::make_shared<ConvolutionNetwork>(settings));
    case Model::kLstm:
      return std::make_shared<LetterReader>(std::make_shared<RecurrentNetwork>(settings));
  }
  return nullptr;
}

}  // namespace skein::neural
