// Rows in ordered clusters, for dynamic constraint aggregation (Elhallaoui, Villeneuve, Soumis and
// Desaulniers 2005). A cluster is a chain of rows that columns are expected to take together. Each
// row has a link to the one after it in its cluster, if there is one, so a partition is a set of
// links, and is refined by cutting some.
//
// A column cuts a link if it takes one of its ends and does not go on to the other one at once. It
// is compatible if it cuts none: then it takes every cluster whole, or not at all. The number of
// links that it cuts is the number of its incompatibilities (Elhallaoui, Metrane, Soumis and
// Desaulniers 2010).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace skein::cover {

class Partition {
 public:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  Partition() = default;
  // Every row alone.
  explicit Partition(std::size_t rows) : next_(rows, kNone), previous_(rows, kNone) {}

  // Links two rows, the first with the lower number, unless one of them has such a link already.
  bool link(std::uint32_t row, std::uint32_t next);
  void cut(std::uint32_t row);  // the link to the row after it, if there is one

  std::size_t rows() const { return next_.size(); }
  std::size_t clusters() const { return next_.size() - links_; }
  std::uint32_t next(std::uint32_t row) const { return next_[row]; }
  std::uint32_t previous(std::uint32_t row) const { return previous_[row]; }

  // Of columns; their rows increase.
  std::size_t cuts(std::span<const std::uint32_t> rows) const;
  bool is_compatible(std::span<const std::uint32_t> rows) const { return cuts(rows) == 0; }
  // Cuts the links that the column cuts, so that it is compatible.
  void split(std::span<const std::uint32_t> rows);

  friend bool operator==(const Partition&, const Partition&) = default;

 private:
  template <class Visit>
  void for_each_cut(std::span<const std::uint32_t> rows, Visit visit) const;

  std::vector<std::uint32_t> next_;
  std::vector<std::uint32_t> previous_;
  std::size_t links_ = 0;
};

}  // namespace skein::cover
