#include "kernels/patches.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <type_traits>

namespace skein::kernels {
namespace {

// Calls use(index in the patch, index in the map, count) for what of the patch lies within the map,
// a line of neighbouring positions at a time.
template <class Use>
void for_each_line(const MapShape& shape, const PatchShape& patch, std::size_t row,
                   std::size_t column, Use use) {
  const std::size_t up = patch.rows / 2;
  const std::size_t left = patch.columns / 2;
  const std::size_t first = column < left ? left - column : 0;  // column of the patch
  const std::size_t last = std::min(patch.columns, shape.columns + left - column);
  for (std::size_t i = 0; i < patch.rows; ++i) {
    if (row + i < up || row + i - up >= shape.rows) continue;
    const std::size_t position = (row + i - up) * shape.columns + column + first - left;
    use((i * patch.columns + first) * shape.channels, position * shape.channels,
        (last - first) * shape.channels);
  }
}

template <class Scalar>
Scalar norm_of(std::span<const Scalar> values) {
  double square = 0;
  for (Scalar value : values) square += static_cast<double>(value) * static_cast<double>(value);
  return static_cast<Scalar>(std::sqrt(square));
}

template <class Scalar>
void append_row(std::span<const Scalar> patch, Patches<Scalar>& to) {
  const Scalar norm = norm_of(patch);
  ++to.directions.rows;
  for (Scalar value : patch) to.directions.values.push_back(value / norm);
  to.norms.push_back(norm);
}

// Rows of as many items each, numbered by what they are: a table with open addressing, since there
// are millions to look up.
template <class Item>
class RowNumbers {
 public:
  explicit RowNumbers(std::size_t size) : size_(size), slots_(1024, kNoRow) {}

  // The number of such a row, which is the next one if it is new.
  std::uint32_t number_of(std::span<const Item> row) {
    std::size_t slot = slot_of(row);
    for (; slots_[slot] != kNoRow; slot = (slot + 1) & (slots_.size() - 1)) {
      if (std::equal(row.begin(), row.end(), items_.data() + slots_[slot] * size_)) {
        return slots_[slot];
      }
    }
    const auto number = static_cast<std::uint32_t>(count_++);
    slots_[slot] = number;
    items_.insert(items_.end(), row.begin(), row.end());
    if (2 * count_ > slots_.size()) grow();
    return number;
  }

 private:
  static constexpr std::uint64_t kOddNumber = 0x9e3779b97f4a7c15u;  // with bits of all places

  std::size_t slot_of(std::span<const Item> row) const {
    using Bits = std::conditional_t<sizeof(Item) == 4, std::uint32_t, std::uint64_t>;
    std::uint64_t mix = 0;
    for (Item item : row) {
      mix = (mix ^ std::bit_cast<Bits>(item)) * kOddNumber;
      mix ^= mix >> 32;
    }
    return static_cast<std::size_t>(mix) & (slots_.size() - 1);
  }

  void grow() {
    slots_.assign(2 * slots_.size(), kNoRow);
    for (std::size_t k = 0; k < count_; ++k) {
      std::size_t slot = slot_of({items_.data() + k * size_, size_});
      while (slots_[slot] != kNoRow) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = static_cast<std::uint32_t>(k);
    }
  }

  std::size_t size_;  // of a row
  std::size_t count_ = 0;
  std::vector<std::uint32_t> slots_;  // as many as a power of 2; numbers of rows, or kNoRow
  std::vector<Item> items_;           // of the rows, by their numbers
};

// Numbers of patches, by way of their lines: a line has the same number wherever it stands, and
// belongs to as many patches as these have rows. So each is looked at once, and patches are told
// apart by a few numbers. Number 0 is the patch that is 0 everywhere.
template <class Scalar>
class PatchNumbers {
 public:
  PatchNumbers(const MapShape& shape, const PatchShape& patch)
      : shape_(shape),
        patch_(patch),
        line_(patch.columns * shape.channels, Scalar(0)),
        lines_(line_.size()),
        lines_of_map_((shape.rows + patch.rows - 1) * shape.columns, 0),
        stack_(patch.rows, 0),
        stacks_(patch.rows) {
    lines_.number_of(line_);
    stacks_.number_of(stack_);
  }

  void set_map(std::span<const Scalar> map) {
    // Lines above and below the map stay 0.
    std::uint32_t* number = lines_of_map_.data() + patch_.rows / 2 * shape_.columns;
    for (std::size_t position = 0; position < shape_.positions(); ++position) {
      copy_patch<Scalar>(map, shape_, {1, patch_.columns}, position / shape_.columns,
                         position % shape_.columns, line_);
      for (Scalar& value : line_) value += Scalar(0);  // -0 is 0
      *number++ = lines_.number_of(line_);
    }
  }

  // Of the patch around a position of the map.
  std::uint32_t number_at(std::size_t position) {
    for (std::size_t i = 0; i < stack_.size(); ++i) {
      stack_[i] = lines_of_map_[position + i * shape_.columns];
    }
    return stacks_.number_of(stack_);
  }

 private:
  MapShape shape_;
  PatchShape patch_;
  Numbers<Scalar> line_;
  RowNumbers<Scalar> lines_;
  std::vector<std::uint32_t> lines_of_map_;
  std::vector<std::uint32_t> stack_;  // of a patch, the numbers of its lines
  RowNumbers<std::uint32_t> stacks_;
};

}  // namespace

template <class Scalar>
void copy_patch(std::span<const Scalar> map, const MapShape& shape, const PatchShape& patch,
                std::size_t row, std::size_t column, std::span<Scalar> into) {
  std::fill(into.begin(), into.end(), Scalar(0));
  for_each_line(shape, patch, row, column,
                [&](std::size_t to, std::size_t from, std::size_t count) {
                  std::copy_n(map.data() + from, count, into.data() + to);
                });
}

template <class Scalar>
Patches<Scalar> all_patches(std::span<const Scalar> maps, const MapShape& shape,
                            const PatchShape& patch) {
  Patches<Scalar> patches;
  Numbers<Scalar> values(patch_size(shape, patch));
  patches.directions.columns = values.size();
  for (std::size_t begin = 0; begin < maps.size(); begin += shape.size()) {
    for (std::size_t position = 0; position < shape.positions(); ++position) {
      copy_patch<Scalar>(maps.subspan(begin, shape.size()), shape, patch, position / shape.columns,
                         position % shape.columns, values);
      const bool empty = std::all_of(values.begin(), values.end(), [](Scalar v) { return v == 0; });
      patches.rows_of.push_back(empty ? kNoRow : static_cast<std::uint32_t>(patches.norms.size()));
      if (!empty) append_row<Scalar>(values, patches);
    }
  }
  return patches;
}

template <class Scalar>
Patches<Scalar> distinct_patches(std::span<const Scalar> maps, const MapShape& shape,
                                 const PatchShape& patch) {
  Patches<Scalar> patches;
  PatchNumbers<Scalar> numbers(shape, patch);
  Numbers<Scalar> values(patch_size(shape, patch));
  patches.directions.columns = values.size();
  for (std::size_t begin = 0; begin < maps.size(); begin += shape.size()) {
    const auto map = maps.subspan(begin, shape.size());
    numbers.set_map(map);
    for (std::size_t position = 0; position < shape.positions(); ++position) {
      const std::uint32_t number = numbers.number_at(position);
      patches.rows_of.push_back(number == 0 ? kNoRow : number - 1);
      if (number <= patches.norms.size()) continue;
      copy_patch<Scalar>(map, shape, patch, position / shape.columns, position % shape.columns,
                         values);
      append_row<Scalar>(values, patches);
    }
  }
  return patches;
}

template <class Scalar>
void PatchSelection<Scalar>::select(const Patches<Scalar>& all, std::size_t positions,
                                    std::span<const std::uint32_t> maps, Patches<Scalar>& into) {
  place_.resize(all.norms.size(), kNoRow);
  into.rows_of.clear();
  into.norms.clear();
  std::vector<std::uint32_t> chosen;
  for (std::uint32_t map : maps) {
    for (std::size_t position = 0; position < positions; ++position) {
      const std::uint32_t row = all.rows_of[map * positions + position];
      if (row == kNoRow) {
        into.rows_of.push_back(kNoRow);
        continue;
      }
      if (place_[row] == kNoRow) {
        place_[row] = static_cast<std::uint32_t>(chosen.size());
        chosen.push_back(row);
      }
      into.rows_of.push_back(place_[row]);
    }
  }
  into.directions.reshape(chosen.size(), all.directions.columns);
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    const auto from = all.directions.row(chosen[k]);
    std::copy(from.begin(), from.end(), into.directions.row(k).begin());
    into.norms.push_back(all.norms[chosen[k]]);
    place_[chosen[k]] = kNoRow;
  }
}

template <class Scalar>
void add_patches(const Matrix<Scalar>& patches, std::span<const std::uint32_t> rows_of,
                 const MapShape& shape, const PatchShape& patch, std::span<Scalar> maps) {
  for (std::size_t k = 0; k < rows_of.size(); ++k) {
    if (rows_of[k] == kNoRow) continue;
    const std::size_t position = k % shape.positions();
    const std::span<const Scalar> from = patches.row(rows_of[k]);
    Scalar* map = maps.data() + k / shape.positions() * shape.size();
    for_each_line(shape, patch, position / shape.columns, position % shape.columns,
                  [&](std::size_t in_patch, std::size_t in_map, std::size_t count) {
                    for (std::size_t c = 0; c < count; ++c) map[in_map + c] += from[in_patch + c];
                  });
  }
}

#define SKEIN_INSTANTIATE(Scalar)                                                               \
  template void copy_patch<Scalar>(std::span<const Scalar>, const MapShape&, const PatchShape&, \
                                   std::size_t, std::size_t, std::span<Scalar>);                \
  template Patches<Scalar> all_patches<Scalar>(std::span<const Scalar>, const MapShape&,        \
                                               const PatchShape&);                              \
  template Patches<Scalar> distinct_patches<Scalar>(std::span<const Scalar>, const MapShape&,   \
                                                    const PatchShape&);                         \
  template class PatchSelection<Scalar>;                                                        \
  template void add_patches<Scalar>(const Matrix<Scalar>&, std::span<const std::uint32_t>,      \
                                    const MapShape&, const PatchShape&, std::span<Scalar>)
SKEIN_INSTANTIATE(float);
SKEIN_INSTANTIATE(double);
#undef SKEIN_INSTANTIATE

}  // namespace skein::kernels
