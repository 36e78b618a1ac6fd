// The relaxation over given columns at a vertex, by CLP, kept warm: columns can be forbidden and
// allowed again, and it is solved from the basis at hand. For branching, where much is solved again
// after small changes, and where the interior point's solution in the middle of the optimal face is
// of little use.
//
// Whole columns cover a row at most once, so here surplus is not allowed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "base/clock.h"
#include "cover/problem.h"
#include "cover/subset_rows.h"

namespace skein::cover {

class RestrictedLp {
 public:
  using Basis = std::shared_ptr<const std::vector<unsigned char>>;

  // The problem must live as long as this. Columns are known by their place in `chosen`.
  RestrictedLp(const Problem& problem, const std::vector<std::size_t>& chosen,
               const Deadline& deadline = {});
  ~RestrictedLp();

  std::size_t size() const { return columns_.size(); }
  std::size_t column(std::size_t k) const { return columns_[k]; }  // of the problem
  std::span<const std::uint32_t> rows(std::size_t k) const {
    return problem_.columns.rows(columns_[k]);
  }
  const std::vector<std::uint32_t>& covering(std::uint32_t row) const { return by_row_[row]; }

  // A column of the problem that came later.
  void add(std::size_t column);
  void add_cut(const RowTriple& triple);
  const std::vector<RowTriple>& cuts() const { return cuts_; }

  void set_deadline(const Deadline& deadline);

  void forbid(std::size_t k);
  void allow_all();
  // Takes the column whole, and forbids all that share a row with it.
  void take(std::size_t k);

  // False if it could not be solved, in time, or costs at least `most`.
  bool solve(double most = std::numeric_limits<double>::infinity());

  double value() const;
  double share(std::size_t k) const;
  double left(std::uint32_t row) const;  // u
  double reduced_cost(std::size_t k) const;
  Duals duals() const;
  double cut_dual(std::size_t c) const;  // mu

  Basis basis() const;
  void set_basis(const Basis& basis);

 private:
  struct Solver;

  const Problem& problem_;
  std::vector<std::size_t> columns_;
  std::vector<std::vector<std::uint32_t>> by_row_;
  std::vector<RowTriple> cuts_;
  std::unique_ptr<Solver> solver_;
};

}  // namespace skein::cover
