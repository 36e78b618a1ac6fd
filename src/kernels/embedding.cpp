#include "kernels/embedding.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

#include "base/input_error.h"

namespace skein::kernels {
namespace {

constexpr std::size_t kMostNumbers = 8;

}  // namespace

std::size_t Vocabulary::vector_size() const {
  if (size > 0) return size;
  const auto root = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(ids))));
  return std::min(kMostNumbers, root);
}

template <class Scalar>
Embedding<Scalar>::Embedding(const EmbeddingOptions& options, Rng& rng)
    : options_(options), channels_(options.numbers) {
  for (const Vocabulary& vocabulary : options.vocabularies) {
    const std::size_t size = vocabulary.vector_size();
    Matrix<Scalar> table(vocabulary.ids, size);
    const double scale = 1 / std::sqrt(static_cast<double>(size));
    for (std::size_t k = size; k < table.values.size(); ++k) {
      table.values[k] = static_cast<Scalar>(scale * rng.normal());
    }
    tables_.push_back(std::move(table));
    channels_ += size;
  }
}

template <class Scalar>
void Embedding<Scalar>::set_table(std::size_t channel, Matrix<Scalar> table) {
  assert(table.rows == tables_[channel].rows && table.columns == tables_[channel].columns);
  tables_[channel] = std::move(table);
}

template <class Scalar>
void Embedding<Scalar>::forward(std::span<const std::uint32_t> ids, std::span<const Scalar> numbers,
                                std::span<Scalar> maps) const {
  const std::size_t positions = maps.size() / channels_;
  assert(ids.size() == positions * names() && numbers.size() == positions * options_.numbers);
  Scalar* to = maps.data();
  for (std::size_t position = 0; position < positions; ++position) {
    for (std::size_t c = 0; c < names(); ++c) {
      const auto vector = tables_[c].row(ids[position * names() + c]);
      to = std::copy(vector.begin(), vector.end(), to);
    }
    to = std::copy_n(numbers.data() + position * options_.numbers, options_.numbers, to);
  }
}

template <class Scalar>
typename Embedding<Scalar>::Gradient Embedding<Scalar>::no_gradient() const {
  Gradient gradient;
  for (const Matrix<Scalar>& table : tables_) gradient.emplace_back(table.rows, table.columns);
  return gradient;
}

template <class Scalar>
void Embedding<Scalar>::backward(std::span<const std::uint32_t> ids,
                                 std::span<const Scalar> map_gradient, Gradient& into) const {
  const Scalar* from = map_gradient.data();
  for (std::size_t position = 0; position < map_gradient.size() / channels_; ++position) {
    for (std::size_t c = 0; c < names(); ++c) {
      for (Scalar& value : into[c].row(ids[position * names() + c])) value += *from++;
    }
    from += options_.numbers;
  }
}

void require_known(const EmbeddingOptions& options, std::size_t positions,
                   std::span<const std::uint32_t> ids) {
  const std::size_t names = options.vocabularies.size();
  if (ids.size() != positions * names) {
    throw InputError({"", 0, "ids",
                      fmt::format("{} ids, where {} positions of {} names have {}", ids.size(),
                                  positions, names, positions * names),
                      "give one for each position and name"});
  }
  for (std::size_t k = 0; k < ids.size(); ++k) {
    if (ids[k] < options.vocabularies[k % names].ids) continue;
    throw InputError(
        {"", 0, "ids",
         fmt::format("position {}: name {} has no id {}, only {} with the unknown", k / names + 1,
                     k % names + 1, ids[k], options.vocabularies[k % names].ids),
         "give 0 for what is unknown"});
  }
}

template class Embedding<float>;
template class Embedding<double>;

}  // namespace skein::kernels
