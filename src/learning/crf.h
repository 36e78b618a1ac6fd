// What trainers ask of a model with structure: n samples, each with a truth among many labelings y.
//
// A labeling is made of parts, such as a label at a place, or two labels that follow each other.
// Its score is the sum of the scores of its parts, and these are linear in the weights: s = A_i' w.
// What a distribution over labelings does to scores and features is known from its moments m, the
// expected number of each part:
//
//    E[score] = s m,    E[F(x_i, y)] = A_i m,    p(y | x_i; w) proportional to exp(w F(x_i, y))
//
// The entropy needs more: beliefs, the marginals of the cliques of a junction tree, then those of
// its separators, in one array.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace skein {
class StateArchive;
}

namespace skein::learning {

struct BeliefSize {
  std::size_t cliques = 0;
  std::size_t separators = 0;
  std::size_t total() const { return cliques + separators; }
};

class Crf {
 public:
  // What inference needs room for, one for each thread.
  class Workspace {
   public:
    virtual ~Workspace() = default;
    // What the next answers depend on, if any is kept of the last ones.
    virtual void exchange(StateArchive& /*archive*/) {}
  };

  virtual ~Crf() = default;

  virtual std::size_t samples() const = 0;
  virtual std::size_t dimension() const = 0;  // of w and F
  virtual std::size_t parts(std::size_t sample) const = 0;
  virtual BeliefSize belief_size(std::size_t sample) const = 0;
  virtual std::unique_ptr<Workspace> make_workspace() const = 0;
  // Whether `infer` gives marginals and log Z. If not, it puts all probability on one labeling, and
  // duals of the likelihood prove nothing.
  virtual bool has_marginals() const { return true; }

  // s = A_i' w
  virtual void fill_scores(std::size_t sample, std::span<const double> w,
                           std::span<double> scores) const = 0;
  // into += scale A_i m
  virtual void add_features(std::size_t sample, std::span<const double> moments, double scale,
                            std::span<double> into) const = 0;
  // ||A_i m||^2, which may be known without A_i m.
  virtual double square_of_features(std::size_t sample, std::span<const double> moments) const = 0;
  virtual void fill_truth(std::size_t sample, std::span<double> moments) const = 0;
  // Adds to the scores of parts what they add to the loss of a labeling: the share of wrong labels.
  virtual void add_loss(std::size_t sample, std::span<double> scores) const = 0;

  // Beliefs of p(y) proportional to exp(score); returns log Z.
  virtual double infer(std::size_t sample, std::span<const double> scores,
                       std::span<double> beliefs, Workspace& workspace) const = 0;
  virtual void fill_moments(std::size_t sample, std::span<const double> beliefs,
                            std::span<double> moments) const = 0;
  // Of the truth alone; and of all labelings alike, constraints aside.
  virtual void fill_sure_beliefs(std::size_t sample, std::span<double> beliefs) const = 0;
  virtual void fill_even_beliefs(std::size_t sample, std::span<double> beliefs,
                                 Workspace& workspace) const = 0;
  // The moments of the labeling with the highest score, which is returned.
  virtual double most_likely(std::size_t sample, std::span<const double> scores,
                             std::span<double> moments, Workspace& workspace) const = 0;
};

}  // namespace skein::learning
