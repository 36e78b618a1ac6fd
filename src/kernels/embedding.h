// Embeddings: maps whose positions have names besides numbers, such as airports and fleets.
//
// Names are ids in vocabularies; id 0 is the unknown. Each channel c of names has a table E_c with
// a vector of a few numbers for each id, and these are learnt. What stands at a position becomes
//
//    [E_1(id_1) ... E_C(id_C)  numbers]
//
// and a function gains with E_c(id) the sum of what it gains with that part of the map, over all
// positions where the id stands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "kernels/matrix.h"

namespace skein::kernels {

// A channel of names.
struct Vocabulary {
  std::size_t ids = 1;  // with the unknown
  std::size_t size =
      0;  // of the vectors; 0: min(8, root of ids), which is enough to tell them apart

  std::size_t vector_size() const;

  friend bool operator==(const Vocabulary&, const Vocabulary&) = default;
};

struct EmbeddingOptions {
  std::vector<Vocabulary> vocabularies;  // by channel of names
  std::size_t numbers = 0;               // channels that are numbers

  friend bool operator==(const EmbeddingOptions&, const EmbeddingOptions&) = default;
};

template <class Scalar>
class Embedding {
 public:
  using Gradient = std::vector<Matrix<Scalar>>;  // by channel of names, ids x size

  // Vectors at random, of norms near 1; that of the unknown is 0.
  Embedding(const EmbeddingOptions& options, Rng& rng);

  const EmbeddingOptions& options() const { return options_; }
  std::size_t names() const { return tables_.size(); }
  std::size_t channels() const { return channels_; }  // of the maps
  const Matrix<Scalar>& table(std::size_t channel) const { return tables_[channel]; }
  void set_table(std::size_t channel, Matrix<Scalar> table);

  // Any number of positions, one after the other, their channels next to each other. Ids must be
  // known (require_known).
  void forward(std::span<const std::uint32_t> ids, std::span<const Scalar> numbers,
               std::span<Scalar> maps) const;
  Gradient no_gradient() const;
  // Adds to `into` what a function gains with the tables, given what it gains with the maps.
  void backward(std::span<const std::uint32_t> ids, std::span<const Scalar> map_gradient,
                Gradient& into) const;

 private:
  EmbeddingOptions options_;
  std::vector<Matrix<Scalar>> tables_;
  std::size_t channels_;
};

// Throws InputError for ids that are not one for each position and channel, or beyond their
// vocabularies.
void require_known(const EmbeddingOptions& options, std::size_t positions,
                   std::span<const std::uint32_t> ids);

}  // namespace skein::kernels
