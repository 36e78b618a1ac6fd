// Choices that exclude each other: what examples of a group choose together, where each resource is
// taken at most once.
//
//    p(y) proportional to exp(sum_i s_i(y_i)),    y such that no two examples take the same
//
// is an assignment problem with a probability. Its marginals are hard to get (a permanent), but
// sum-product messages between examples and resources have one fixed point there, the least of the
// Bethe free energy, which is convex for such graphs (Vontobel, The Bethe permanent of a
// nonnegative matrix, 2013). With a_ij the odds that example i would take resource j if j asked
// nobody else, and m_ij the message back,
//
//    m_ij = -log(1 + sum over rivals k != i of a_kj)
//    a_ij = exp(s_ij) / sum over other choices l != j of exp(s_il + m_il)         m is 0 for none
//    belief of i in j  proportional to  exp(s_ij + m_ij).
//
// So a constraint is a price on a candidate that others want too, and the gradient of the Bethe
// likelihood with the scores is beliefs - truth, as of a softmax. Since the likelihood is
// stationary in the messages, messages of some steps ago do no harm in training: only the examples
// of a batch renew theirs, and months of any size are learnt from in batches as small as one likes.
//
// With maxima in place of sums the messages are those of max-product, beliefs are the most likely
// choices, and the gradient is that of a structured perceptron: "MAP as marginals" of the paper.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/state_archive.h"
#include "learning/choice_examples.h"

namespace skein::learning {

enum class Coupling : std::uint8_t {
  kNone,        // each example by itself
  kMarginals,   // sum-product
  kMostLikely,  // max-product
};

class ChoiceCoupling {
 public:
  // Among the examples of these numbers. Only their shape, `allowed`, `resource` and `group` are
  // read, now.
  ChoiceCoupling(const ChoiceExamples& examples, std::span<const std::uint32_t> members,
                 Coupling kind);

  // Renews what these members tell the resources, in order, so many times, then fills their
  // beliefs. Scores and beliefs are by example and class; beliefs in what is not allowed are 0.
  void infer(std::span<const std::uint32_t> examples, std::span<const double> scores, int sweeps,
             std::span<double> beliefs);

  // The Bethe approximation of log Z, at the messages as they are, if these are the scores of these
  // members, all that share resources among them. At the fixed point its slopes are the beliefs.
  double log_partition(std::span<const std::uint32_t> examples, std::span<const double> scores);

  void exchange(StateArchive& archive);

 private:
  static constexpr std::uint32_t kAlone = ~std::uint32_t{0};

  double message(std::size_t edge) const;
  // Fills `heard_` and returns the largest.
  double hear(std::size_t example, std::span<const double> scores);
  void tell(std::size_t example, std::span<const double> scores);
  void fill_beliefs(std::size_t example, std::span<const double> scores, std::span<double> beliefs);

  Coupling kind_;
  std::size_t places_;
  std::vector<char> allowed_;           // by example and class
  std::vector<std::uint32_t> rivalry_;  // by example and place; kAlone: nobody else may take it
  std::vector<std::uint32_t> begins_;   // of each rivalry in `rivals_`, and the end
  std::vector<std::uint32_t> rivals_;   // example x places + place
  std::vector<double> odds_;            // a, by example and place
  std::vector<double> heard_;           // s + m of the example at hand, by class
};

// Of scores as models give them, by example and class: logarithms of the beliefs that the examples
// have together. As many sweeps as it takes for beliefs to settle to the tolerance, and no more
// than `most_sweeps`.
struct JointBeliefOptions {
  int most_sweeps = 50;
  double tolerance = 1e-4;
};
std::vector<float> joint_log_beliefs(const ChoiceExamples& examples, std::span<const float> scores,
                                     const JointBeliefOptions& options = {});

}  // namespace skein::learning
