#include "cover/branching.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <queue>
#include <set>
#include <utility>

#include "cover/restricted_lp.h"
#include "cover/subset_rows.h"

namespace skein::cover {
namespace {

constexpr double kWhole = 1e-6;  // shares this close to 0 or 1 are
constexpr double kBinding = 1e-7;
constexpr int kMostGivenUp = 20;
constexpr std::uint32_t kNoRow = std::numeric_limits<std::uint32_t>::max();

// One decision. With second == kNoRow it is on a column itself, `first` by its place in the LP.
struct Decision {
  std::uint32_t first = 0;
  std::uint32_t second = kNoRow;
  bool together = false;
};

struct Node {
  double bound = 0;
  std::vector<Decision> path;
  RestrictedLp::Basis basis;
};

struct LaterNode {
  bool operator()(const Node& a, const Node& b) const { return a.bound > b.bound; }
};

class Search {
 public:
  Search(const Problem& problem, const std::vector<std::size_t>& chosen,
         const BranchingOptions& options)
      : problem_(problem), options_(options) {
    result_.columns = options.start;
    result_.value = options.start.empty() ? std::numeric_limits<double>::infinity()
                                          : value_of(problem, options.start);
    lp_ = std::make_unique<RestrictedLp>(problem, chosen, options.deadline);
    failures_.resize(problem.rows.size(), 0);
  }

  BranchingResult run() {
    if (!solve_root()) return std::move(result_);
    plunge({lp_->value(), {}, lp_->basis()});
    while (!open_.empty() && !out_of_time()) {
      Node node = open_.top();
      open_.pop();
      if (node.bound >= cutoff()) break;
      if (solve(node)) plunge(std::move(node));
    }
    result_.optimal = exact_ && (open_.empty() || open_.top().bound >= cutoff());
    if (result_.optimal) result_.bound = result_.value;
    if (exact_ && !open_.empty()) result_.bound = std::min(open_.top().bound, result_.value);
    return std::move(result_);
  }

 private:
  double cutoff() const { return result_.value - options_.least_gain; }

  bool out_of_time() const {
    const bool has_solution = std::isfinite(result_.value);
    return (has_solution && result_.nodes >= options_.max_nodes) || options_.deadline.passed();
  }

  // All columns, then only those that can be part of something better.
  bool solve_root() {
    result_.nodes = 1;
    if (!lp_->solve()) return false;
    result_.bound = lp_->value();
    if (lp_->value() >= cutoff()) {
      result_.optimal = true;
      return false;
    }
    if (options_.cuts && !cut_off(*lp_, cutoff())) {
      result_.optimal = lp_->value() >= cutoff();
      return false;
    }
    result_.bound = lp_->value();
    auto kept = std::make_unique<RestrictedLp>(problem_, not_too_dear(), options_.deadline);
    for (std::size_t c = 0; c < lp_->cuts().size(); ++c) {
      if (lp_->cut_dual(c) > kBinding) kept->add_cut(lp_->cuts()[c]);
    }
    lp_ = std::move(kept);
    return lp_->solve();
  }

  std::vector<std::size_t> not_too_dear() const {
    const double most = cutoff() - lp_->value();
    std::vector<std::size_t> kept;
    for (std::size_t k = 0; k < lp_->size(); ++k) {
      if (lp_->reduced_cost(k) < most) kept.push_back(lp_->column(k));
    }
    return kept;
  }

  // From a solved node down to a leaf.
  void plunge(Node node) {
    while (true) {
      node.bound = lp_->value();
      if (node.bound >= cutoff()) return;
      Decision decision;
      if (!choose(decision)) return take();
      node.basis = lp_->basis();
      std::vector<Node> ways = ways_from(node, decision);
      if (out_of_time()) {
        return leave_open(ways, ways.size());
      }
      if (!descend(node, ways)) return;
    }
  }

  // Together with all that is sure, together, or apart.
  std::vector<Node> ways_from(const Node& node, Decision decision) const {
    std::vector<Node> ways;
    decision.together = true;
    const std::vector<Decision> sure = sure_follow_ons();
    Node together = node;
    together.path.push_back(decision);
    if (!sure.empty()) {
      ways.push_back(together);
      ways.back().path.insert(ways.back().path.end(), sure.begin(), sure.end());
    }
    ways.push_back(std::move(together));
    decision.together = false;
    ways.push_back(node);
    ways.back().path.push_back(decision);
    return ways;
  }

  // Goes the first way that is not dear, else the least dear. False if it leads nowhere.
  bool descend(Node& node, std::vector<Node>& ways) {
    std::size_t way = 0;
    for (; way < ways.size(); ++way) {
      const bool solved = way == 0 ? extend(node, ways[way]) : solve(ways[way]);
      ways[way].bound = solved ? lp_->value() : std::numeric_limits<double>::infinity();
      if (!solved) return leave_open(ways, way), false;
      if (ways[way].bound <= node.bound + options_.dear) break;
    }
    if (way == ways.size()) {
      way = least_dear(ways);
      if (!solve(ways[way]) || gives_up()) return leave_open(ways, ways.size()), false;
    }
    leave_open(ways, way);
    node = std::move(ways[way]);
    return true;
  }

  // The two branches, but for the one that is gone. All that is sure together is none of its own.
  void leave_open(const std::vector<Node>& ways, std::size_t gone) {
    const std::size_t together = ways.size() - 2;
    const std::size_t apart = ways.size() - 1;
    const bool sure_is_gone = gone < together;
    if (sure_is_gone) exact_ = false;
    if (gone != together && !sure_is_gone) open_.push(ways[together]);
    if (gone != apart) open_.push(ways[apart]);
  }

  static std::size_t least_dear(const std::vector<Node>& ways) {
    const auto least = std::min_element(
        ways.begin(), ways.end(), [](const Node& a, const Node& b) { return a.bound < b.bound; });
    return static_cast<std::size_t>(least - ways.begin());
  }

  bool gives_up() { return note_failures() && given_up_++ < kMostGivenUp; }

  // Rows that are left though it is dear get their turn earlier from now on.
  bool note_failures() {
    bool any = false;
    for (std::uint32_t row = 0; row < problem_.rows.size(); ++row) {
      if (lp_->left(row) * problem_.rows[row].under_cost <= options_.dear) continue;
      ++failures_[row];
      any = true;
    }
    return any;
  }

  // From the solved node on.
  bool extend(const Node& node, const Node& way) {
    for (std::size_t k = node.path.size(); k < way.path.size(); ++k) apply(way.path[k]);
    return resolve();
  }

  bool solve(const Node& node) {
    lp_->set_basis(node.basis);
    lp_->allow_all();
    decided_.clear();
    for (const Decision& decision : node.path) apply(decision);
    return resolve();
  }

  bool resolve() {
    ++result_.nodes;
    return lp_->solve(cutoff());
  }

  void apply(const Decision& decision) {
    if (decision.second == kNoRow) {
      return decision.together ? lp_->take(decision.first) : lp_->forbid(decision.first);
    }
    decided_.insert({decision.first, decision.second});
    for (std::uint32_t row : {decision.first, decision.second}) {
      for (std::uint32_t k : lp_->covering(row)) {
        const bool follows =
            has_follow_on(k, decision.first, decision.second) && !may_stay_in_part(k);
        if (follows != decision.together) lp_->forbid(k);
      }
    }
  }

  bool has_follow_on(std::uint32_t k, std::uint32_t first, std::uint32_t second) const {
    const auto rows = lp_->rows(k);
    const auto at = std::lower_bound(rows.begin(), rows.end(), first);
    return at != rows.end() && *at == first && at + 1 != rows.end() && *(at + 1) == second;
  }

  // The follow-on that is nearly decided; false if all is whole.
  bool choose(Decision& decision) {
    shares_.clear();
    std::uint32_t part = kNoRow;
    double largest = 0;
    for (std::size_t k = 0; k < lp_->size(); ++k) {
      const double share = lp_->share(k);
      if (share < kWhole || share > 1 - kWhole || may_stay_in_part(k)) continue;
      if (share > largest) {
        part = static_cast<std::uint32_t>(k);
        largest = share;
      }
      const auto rows = lp_->rows(k);
      for (std::size_t i = 1; i < rows.size(); ++i) shares_[{rows[i - 1], rows[i]}] += share;
    }
    if (part == kNoRow) return false;
    double best = 0;
    for (const auto& [pair, share] : shares_) {
      const double urgency = share + failures_[pair.first] + failures_[pair.second];
      if (share > 1 - kWhole || urgency <= best || decided_.count(pair) > 0) continue;
      best = urgency;
      decision = {pair.first, pair.second, false};
    }
    if (best == 0) decision = {part, kNoRow, false};
    return true;
  }

  bool may_stay_in_part(std::size_t k) const {
    return !options_.may_stay_in_part.empty() && options_.may_stay_in_part[lp_->column(k)] != 0;
  }

  std::vector<Decision> sure_follow_ons() const {
    std::vector<Decision> sure;
    for (const auto& [pair, share] : shares_) {
      if (share >= options_.sure_share && share < 1 - kWhole && decided_.count(pair) == 0) {
        sure.push_back({pair.first, pair.second, true});
      }
    }
    return sure;
  }

  void take() {
    std::vector<std::size_t> taken;
    for (std::size_t k = 0; k < lp_->size(); ++k) {
      if (lp_->share(k) > 0.5 && !may_stay_in_part(k)) taken.push_back(lp_->column(k));
    }
    const bool all_whole = options_.may_stay_in_part.empty();
    const double value = all_whole ? value_of(problem_, taken) : lp_->value();
    if (value >= cutoff()) return;
    result_.found = true;
    result_.value = value;
    result_.columns = std::move(taken);
  }

  const Problem& problem_;
  const BranchingOptions& options_;
  std::unique_ptr<RestrictedLp> lp_;
  std::priority_queue<Node, std::vector<Node>, LaterNode> open_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> shares_;  // of follow-ons, in part
  // On the path to the current node. With a row left in part, a follow-on stays in part too.
  std::set<std::pair<std::uint32_t, std::uint32_t>> decided_;
  std::vector<int> failures_;  // by rows
  int given_up_ = 0;
  bool exact_ = true;
  BranchingResult result_;
};

}  // namespace

double value_of(const Problem& problem, const std::vector<std::size_t>& columns) {
  double value = 0;
  std::vector<double> covered(problem.rows.size(), 0.0);
  std::vector<double> weights(problem.budgets.size(), 0.0);
  for (std::size_t j : columns) {
    value += problem.columns.cost(j);
    for (std::uint32_t row : problem.columns.rows(j)) covered[row] += 1;
    const std::size_t budget = problem.columns.budget(j);
    if (budget != Column::kNoBudget) weights[budget] += problem.columns.weight(j);
  }
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    const Row& row = problem.rows[i];
    value += covered[i] < 1 ? row.under_cost : (covered[i] - 1) * row.over_cost;
  }
  for (std::size_t b = 0; b < weights.size(); ++b) {
    const Budget& budget = problem.budgets[b];
    value += budget.excess_cost * std::max(0.0, weights[b] - budget.limit);
  }
  return value;
}

BranchingResult branch_and_bound(const Problem& problem, const std::vector<std::size_t>& chosen,
                                 const BranchingOptions& options) {
  return Search(problem, chosen, options).run();
}

}  // namespace skein::cover
