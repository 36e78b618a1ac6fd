// Patches: what stands around each position of a map, beyond its border 0, as one row of numbers.
// Rows have norm 1; the norms are kept beside them. A patch that is 0 everywhere has no row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/hot_loops.h"
#include "kernels/matrix.h"

namespace skein::kernels {

struct PatchShape {
  std::size_t rows = 5;
  std::size_t columns = 5;

  friend bool operator==(const PatchShape&, const PatchShape&) = default;
};

// Numbers in a patch of such a map.
inline std::size_t patch_size(const MapShape& map, const PatchShape& patch) {
  return patch.rows * patch.columns * map.channels;
}

template <class Scalar>
struct Patches {
  Matrix<Scalar> directions;           // of norm 1, one row each
  std::vector<Scalar> norms;           // by row
  std::vector<std::uint32_t> rows_of;  // by map and position; kNoRow: the patch is 0
};

// Copies the patch around a position.
template <class Scalar>
void copy_patch(std::span<const Scalar> map, const MapShape& shape, const PatchShape& patch,
                std::size_t row, std::size_t column, std::span<Scalar> into);

// A row for every patch that is not 0, in the order of maps and positions; maps one after the
// other.
template <class Scalar>
Patches<Scalar> all_patches(std::span<const Scalar> maps, const MapShape& shape,
                            const PatchShape& patch);

// A row for every patch that differs from all others; of images with few values many are the same.
template <class Scalar>
Patches<Scalar> distinct_patches(std::span<const Scalar> maps, const MapShape& shape,
                                 const PatchShape& patch);

// Those rows that some of the maps have, in the order of their first use.
template <class Scalar>
class PatchSelection {
 public:
  void select(const Patches<Scalar>& all, std::size_t positions,
              std::span<const std::uint32_t> maps, Patches<Scalar>& into);

 private:
  std::vector<std::uint32_t> place_;  // by row of all; kNoRow: not selected
};

// gradient of maps += that of patches as they are (not of norm 1), for rows as `all_patches` has
// them.
template <class Scalar>
void add_patches(const Matrix<Scalar>& patches, std::span<const std::uint32_t> rows_of,
                 const MapShape& shape, const PatchShape& patch, std::span<Scalar> maps);

}  // namespace skein::kernels
