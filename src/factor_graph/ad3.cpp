#include "factor_graph/ad3.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <utility>

#include "factor_graph/factor_solver.h"
#include "factor_graph/rounding.h"

namespace skein::factor_graph {
namespace {

constexpr double kForbidden = -std::numeric_limits<double>::infinity();
constexpr double kSettled = 1e-11;  // changes below are none
constexpr double kWhole = 1e-6;     // shares this close to 0 or 1 are
constexpr std::size_t kBlock = 2'048;
constexpr double kUnbalanced = 10;  // ratio of residuals above which the penalty changes
constexpr double kPenaltyStep = 2;
constexpr int kFirstBalance = 10;

struct Residuals {
  double primal = 0;  // sum of (q - p)^2
  double dual = 0;    // sum of (p - p before)^2
};

class Ad3 {
 public:
  Ad3(const Graph& graph, Workers& workers, const Ad3Options& options)
      : graph_(graph),
        workers_(workers),
        options_(options),
        factors_(graph),
        multipliers_(graph.links().size(), 0.0),
        copies_(graph.links().size(), 0.0),
        shares_(graph.variables(), 0.0),
        parts_(graph.variables(), 0.0),
        is_active_(graph.factors().size(), 1),
        is_touched_(graph.variables(), 0),
        memories_(graph.factors().size()) {
    set_parts();
    penalty_ = options.first_penalty * mean_size();
    lowest_ = lowest_score();
  }

  void begin_with(const Ad3State& state) {
    if (state.multipliers.size() != multipliers_.size() || state.shares.size() != shares_.size() ||
        state.penalty <= 0)
      return;
    multipliers_ = state.multipliers;
    shares_ = state.shares;
    penalty_ = state.penalty;
  }

  void end_with(Ad3State& state) {
    state.multipliers = std::move(multipliers_);
    state.shares = shares_;
    state.penalty = penalty_;
  }

  Ad3Summary run() {
    result_.primal = kForbidden;
    result_.dual = std::numeric_limits<double>::infinity();
    if (find_impossible_factor()) return finish(Ad3Stop::kInfeasible);
    int next_balance = kFirstBalance;
    int next_look = options_.iterations_between_bounds;
    for (int k = 1;; ++k) {
      result_.iterations = k;
      const std::vector<std::uint32_t> turns = active_factors();
      result_.factor_steps += turns.size();
      take_turns(turns);
      set_residuals(agree(touched_by(turns)));
      const bool converged = result_.primal_residual <= options_.tolerance &&
                             result_.dual_residual <= options_.tolerance;
      const bool last =
          converged || turns.empty() || k >= options_.max_iterations || options_.deadline.passed();
      if (last || k >= next_look) {
        look_for_bounds();
        next_look = k + std::max(options_.iterations_between_bounds, k / 4);
      }
      if (is_solved()) return finish(Ad3Stop::kSolved);
      if (result_.dual < lowest_) return finish(Ad3Stop::kInfeasible);
      if (converged || turns.empty()) return finish(Ad3Stop::kConverged);
      if (k >= options_.max_iterations) return finish(Ad3Stop::kIterations);
      if (last) return finish(Ad3Stop::kTimeLimit);
      if (k < next_balance) continue;
      balance();
      next_balance = k + std::max(kFirstBalance, k / 4);
    }
  }

 private:
  // One that allows nothing by itself: only tables can.
  bool find_impossible_factor() {
    std::vector<double> scores;
    std::vector<char> values;
    for (std::size_t f = 0; f < graph_.factors().size(); ++f) {
      const Factor& factor = graph_.factors()[f];
      if (factor.kind != FactorKind::kDense && factor.kind != FactorKind::kSequence) continue;
      scores.assign(factor.size, 0.0);
      values.resize(factor.size);
      if (maximize(graph_, factor, scores, values) > kForbidden) continue;
      result_.dual = kForbidden;
      result_.worst_factor = f;
      return true;
    }
    return false;
  }

  // A score is shared by the factors that its variable is in.
  void set_parts() {
    for (Variable i = 0; i < shares_.size(); ++i) {
      const std::size_t degree = factors_.of(i).size();
      if (degree == 0) {
        shares_[i] = graph_.score(i) > 0 ? 1 : 0;
        alone_ += std::max(0.0, graph_.score(i));
      } else {
        parts_[i] = graph_.score(i) / static_cast<double>(degree);
      }
    }
  }

  double mean_size() const {
    double sum = 0;
    for (double score : graph_.scores()) sum += std::abs(score);
    const double mean = sum / std::max(1.0, static_cast<double>(graph_.variables()));
    return mean > 0 ? mean : 1;
  }

  // No assignment that is allowed has less.
  double lowest_score() const {
    double lowest = 0;
    for (double score : graph_.scores()) lowest += std::min(0.0, score);
    for (const Factor& factor : graph_.factors()) {
      if (factor.kind == FactorKind::kPair) lowest += std::min(0.0, graph_.pair_score(factor));
      if (factor.kind != FactorKind::kDense && factor.kind != FactorKind::kSequence) continue;
      double least = 0;
      for (double theta : graph_.table_of(factor)) {
        if (theta > kForbidden) least = std::min(least, theta);
      }
      lowest += least * static_cast<double>(graph_.states_of(factor).size());
    }
    return lowest - 1e-6 * (1 + std::abs(lowest));
  }

  std::vector<std::uint32_t> active_factors() const {
    std::vector<std::uint32_t> active;
    for (std::uint32_t f = 0; f < is_active_.size(); ++f) {
      if (is_active_[f] != 0) active.push_back(f);
    }
    return active;
  }

  template <class Action>
  void in_blocks(std::size_t count, Action action) {
    const std::size_t blocks = (count + kBlock - 1) / kBlock;
    workers_.run(blocks, [&](std::size_t block, std::size_t) {
      action(block, block * kBlock, std::min(count, (block + 1) * kBlock));
    });
  }

  void take_turns(const std::vector<std::uint32_t>& turns) {
    in_blocks(turns.size(), [&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t t = begin; t < end; ++t) {
        solve(turns[t]);
        is_active_[turns[t]] = 0;
      }
    });
  }

  void solve(std::uint32_t f) {
    const Factor& factor = graph_.factors()[f];
    double* copy = copies_.data() + factor.first;
    const double share = 1 / penalty_;
    for (std::uint32_t k = 0; k < factor.size; ++k) {
      const Variable i = graph_.links()[factor.first + k];
      copy[k] = shares_[i] + share * (parts_[i] + multipliers_[factor.first + k]);
    }
    solve_quadratic(graph_, factor, penalty_, {copy, factor.size}, &memories_[f]);
  }

  // The variables of these factors.
  std::vector<Variable> touched_by(const std::vector<std::uint32_t>& turns) {
    std::vector<Variable> touched;
    for (std::uint32_t f : turns) {
      for (Variable i : graph_.variables_of(graph_.factors()[f])) {
        if (is_touched_[i] != 0) continue;
        is_touched_[i] = 1;
        touched.push_back(i);
      }
    }
    for (Variable i : touched) is_touched_[i] = 0;
    return touched;
  }

  // Shares are means of the copies; multipliers follow. Sums are those of blocks, so that they do
  // not depend on the number of threads.
  Residuals agree(const std::vector<Variable>& variables) {
    std::vector<Residuals> sums((variables.size() + kBlock - 1) / kBlock);
    in_blocks(variables.size(), [&](std::size_t block, std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) agree_on(variables[k], sums[block]);
    });
    Residuals total;
    for (const Residuals& sum : sums) {
      total.primal += sum.primal;
      total.dual += sum.dual;
    }
    return total;
  }

  void agree_on(Variable i, Residuals& sum) {
    const auto links = factors_.of(i);
    if (links.empty()) return;
    double mean = 0;
    for (const auto& [factor, link] : links) mean += copies_[link];
    mean /= static_cast<double>(links.size());
    const double change = mean - shares_[i];
    shares_[i] = mean;
    sum.dual += change * change;
    for (const auto& [factor, link] : links) {
      const double apart = copies_[link] - mean;
      sum.primal += apart * apart;
      multipliers_[link] -= penalty_ * apart;
      if (std::abs(apart) > kSettled || std::abs(change) > kSettled) {
        std::atomic_ref<char>(is_active_[factor]).store(1, std::memory_order_relaxed);
      }
    }
  }

  void set_residuals(const Residuals& residuals) {
    const double links = std::max(1.0, static_cast<double>(copies_.size()));
    const double variables = std::max(1.0, static_cast<double>(shares_.size()));
    result_.primal_residual = std::sqrt(residuals.primal / links);
    result_.dual_residual = std::sqrt(residuals.dual / variables);
  }

  void balance() {
    const double primal = result_.primal_residual;
    const double dual = result_.dual_residual;
    if (primal > kUnbalanced * dual) {
      penalty_ *= kPenaltyStep;
    } else if (dual > kUnbalanced * primal) {
      penalty_ /= kPenaltyStep;
    } else {
      return;
    }
    std::fill(is_active_.begin(), is_active_.end(), 1);
  }

  void look_for_bounds() {
    const double dual = dual_value();
    result_.dual = std::min(result_.dual, dual);
    std::vector<char> rounded = round_shares(graph_, factors_, shares_);
    const double score = graph_.score_of(rounded);
    if (score <= result_.primal) return;
    result_.primal = score;
    result_.assignment = std::move(rounded);
  }

  double dual_value() {
    std::vector<double> sums((graph_.factors().size() + kBlock - 1) / kBlock, 0.0);
    in_blocks(graph_.factors().size(), [&](std::size_t block, std::size_t begin, std::size_t end) {
      std::vector<double> scores;
      std::vector<char> values;
      for (std::size_t f = begin; f < end; ++f) {
        const Factor& factor = graph_.factors()[f];
        scores.resize(factor.size);
        values.resize(factor.size);
        for (std::uint32_t k = 0; k < factor.size; ++k) {
          const std::uint32_t link = factor.first + k;
          scores[k] = parts_[graph_.links()[link]] + multipliers_[link];
        }
        sums[block] += maximize(graph_, factor, scores, values);
      }
    });
    double value = alone_;
    for (double sum : sums) value += sum;
    return value;
  }

  bool is_solved() const {
    return result_.primal > kForbidden &&
           result_.dual - result_.primal <= options_.gap * (1 + std::abs(result_.primal));
  }

  Ad3Summary finish(Ad3Stop stop) {
    result_.stopped = stop;
    result_.shares = shares_;
    result_.fractional =
        static_cast<std::size_t>(std::count_if(shares_.begin(), shares_.end(), [](double share) {
          return share > kWhole && share < 1 - kWhole;
        }));
    if (result_.primal == kForbidden && result_.dual > kForbidden) {
      result_.worst_factor =
          result_.primal_residual > options_.tolerance ? worst_factor() : forbidding_factor();
    }
    return std::move(result_);
  }

  std::size_t worst_factor() const {
    std::size_t worst = 0;
    double most = -1;
    for (std::size_t f = 0; f < graph_.factors().size(); ++f) {
      const Factor& factor = graph_.factors()[f];
      double apart = 0;
      for (std::uint32_t k = 0; k < factor.size; ++k) {
        const std::uint32_t link = factor.first + k;
        apart += std::abs(copies_[link] - shares_[graph_.links()[link]]);
      }
      if (apart <= most) continue;
      most = apart;
      worst = f;
    }
    return worst;
  }

  std::size_t forbidding_factor() const {
    return graph_.forbidding_factor(round_shares(graph_, factors_, shares_));
  }

  const Graph& graph_;
  Workers& workers_;
  const Ad3Options& options_;
  FactorsOfVariables factors_;
  std::vector<double> multipliers_;  // lambda, by link
  std::vector<double> copies_;       // q, by link
  std::vector<double> shares_;       // p, by variable
  std::vector<double> parts_;        // theta / degree, by variable
  double alone_ = 0;                 // score of variables in no factor
  std::vector<char> is_active_;      // by factor
  std::vector<char> is_touched_;     // by variable; all 0 between uses
  std::vector<FactorMemory> memories_;
  double penalty_ = 1;
  double lowest_ = 0;
  Ad3Summary result_;
};

}  // namespace

const char* name_of(Ad3Stop stop) {
  switch (stop) {
    case Ad3Stop::kSolved:
      return "solved";
    case Ad3Stop::kConverged:
      return "converged";
    case Ad3Stop::kIterations:
      return "iterations";
    case Ad3Stop::kTimeLimit:
      return "time limit";
    case Ad3Stop::kInfeasible:
      return "infeasible";
  }
  return "";
}

Ad3Summary run_ad3(const Graph& graph, Workers& workers, const Ad3Options& options,
                   Ad3State* state) {
  Ad3 ad3(graph, workers, options);
  if (state != nullptr) ad3.begin_with(*state);
  Ad3Summary summary = ad3.run();
  if (state != nullptr) ad3.end_with(*state);
  return summary;
}

}  // namespace skein::factor_graph
