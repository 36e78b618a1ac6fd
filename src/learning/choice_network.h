// A convolutional network that chooses among candidates in order (the CNN of section 6.2 of the
// paper, after Yaakoubi, Soumis and Lacoste-Julien 2020): convolutions across the candidates, then
// a score for each of them and for none.
//
// Heads:
//    dense   one layer over the whole flattened map, a class for each place and one for none: what
//            the paper has. It may treat the third candidate otherwise than the second.
//    shared  the same weights at every place, and for none weights of the mean over the places that
//            may be chosen. Far fewer parameters, and nothing is learnt of a rank by itself.
//
// Without layers these are linear: multinomial logistic regression, and McFadden's conditional
// logit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "learning/convolution.h"

namespace skein::learning {

enum class ChoiceHead : std::uint8_t { kDense, kShared };

struct ChoiceNetworkOptions {
  // Of each convolution; none: a linear model.
  struct Layer {
    std::size_t channels = 64;
    std::size_t width = 3;  // candidates that are seen together, an odd number
  };
  std::vector<Layer> layers{Layer{}, Layer{}};
  // Dense: where many examples tell what ranks mean, and the timetable stays as it is.
  ChoiceHead head = ChoiceHead::kShared;
  double dropout = 0.2;  // share of what layers say that is left out in training
};

struct ChoiceShape {
  std::size_t channels = 1;
  std::size_t places = 20;

  std::size_t classes() const { return places + 1; }  // the last is none
};

template <class Scalar>
struct ChoiceBatch {
  kernels::Matrix<Scalar> maps;  // a row for each place, example after example
  std::vector<char> allowed;     // by example and class

  std::size_t examples(const ChoiceShape& shape) const { return maps.rows / shape.places; }
};

// Parameters are kept outside, in one array: those of the layers, then those of the head, weights
// before biases.
template <class Scalar>
class ChoiceNetwork {
 public:
  // Throws InputError for options that make no network.
  ChoiceNetwork(const ChoiceShape& shape, const ChoiceNetworkOptions& options);

  struct Pass {
    bool drops = false;
    std::vector<typename Convolution<Scalar>::Pass> layers;
    kernels::Matrix<Scalar> means;   // of the last map, for the shared head
    kernels::Matrix<Scalar> scores;  // by example and class
    kernels::Matrix<Scalar> place_scores;
    kernels::Matrix<Scalar> of_map;  // gradient of the map at hand
    kernels::Matrix<Scalar> of_input;
  };

  const ChoiceShape& shape() const { return shape_; }
  std::size_t parameters() const { return parameters_; }
  // Of the parameters, whether it is a bias.
  std::vector<char> biases() const;
  // Weights of layers so that values keep their size (He et al. 2015); the head starts at 0.
  void fill_start(Rng& rng, std::span<Scalar> parameters) const;

  // Scores by example and class, also of what is not allowed. With random numbers: in training,
  // where some of what layers say is left out.
  const kernels::Matrix<Scalar>& forward(std::span<const Scalar> parameters,
                                         const ChoiceBatch<Scalar>& batch, Pass& pass,
                                         Rng* dropout = nullptr) const;
  // After `forward`. Adds what the gradient of the scores gives for that of the parameters, and
  // fills that of the batch's maps where it is wanted.
  void backward(std::span<const Scalar> parameters, const ChoiceBatch<Scalar>& batch,
                const kernels::Matrix<Scalar>& of_scores, Pass& pass,
                std::span<Scalar> of_parameters, kernels::Matrix<Scalar>* of_maps = nullptr) const;

 private:
  using Map = kernels::Matrix<Scalar>;

  std::size_t last_channels() const;
  std::size_t head_weights() const;
  std::size_t head_biases() const;
  const Map& last_map(const ChoiceBatch<Scalar>& batch, const Pass& pass) const;
  void drop(Map& map, Rng& rng) const;

  void dense_forward(std::span<const Scalar> head, const Map& map, Pass& pass) const;
  void shared_forward(std::span<const Scalar> head, const ChoiceBatch<Scalar>& batch,
                      const Map& map, Pass& pass) const;
  // These fill the gradient of the last map.
  void dense_backward(std::span<const Scalar> head, const Map& map, const Map& of_scores,
                      Pass& pass, std::span<Scalar> of_head) const;
  void shared_backward(std::span<const Scalar> head, const ChoiceBatch<Scalar>& batch,
                       const Map& map, const Map& of_scores, Pass& pass,
                       std::span<Scalar> of_head) const;

  ChoiceShape shape_;
  ChoiceNetworkOptions options_;
  std::vector<Convolution<Scalar>> layers_;
  std::size_t parameters_ = 0;
};

}  // namespace skein::learning
