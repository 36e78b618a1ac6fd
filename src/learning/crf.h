// What trainers ask of a conditional random field: n samples, each with a truth among many
// labelings, and p(y | x_i; w) proportional to exp(w F(x_i, y)).
//
// Distributions over the labelings of a sample are held as beliefs: the marginals of the cliques of
// a junction tree, then those of its separators, in one array. Trainers only blend and compare
// beliefs; what they mean is known here.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

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
  };

  virtual ~Crf() = default;

  virtual std::size_t samples() const = 0;
  virtual std::size_t dimension() const = 0;  // of w and F
  virtual BeliefSize belief_size(std::size_t sample) const = 0;
  virtual std::unique_ptr<Workspace> make_workspace() const = 0;

  // Beliefs of p(. | x_i; w); returns log Z.
  virtual double infer(std::size_t sample, std::span<const double> w, std::span<double> beliefs,
                       Workspace& workspace) const = 0;
  // Those that are sure of the truth.
  virtual void fill_truth(std::size_t sample, std::span<double> beliefs) const = 0;
  // Adds scale E[F(x_i, y)] under the beliefs.
  virtual void add_features(std::size_t sample, std::span<const double> beliefs, double scale,
                            std::span<double> into) const = 0;
  // w E[F(x_i, y)] under the beliefs, for the w of the last infer with this workspace and sample.
  virtual double expected_score(std::size_t sample, std::span<const double> beliefs,
                                const Workspace& workspace) const = 0;
  virtual double truth_score(std::size_t sample, std::span<const double> w) const = 0;
};

}  // namespace skein::learning
