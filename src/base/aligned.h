// Memory for vector instructions. Eigen treats what stands before the first aligned address apart,
// which rounds differently; with every block aligned the same, results do not depend on where
// memory happened to be free.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace skein {

template <typename T>
struct AlignedAllocator {
  using value_type = T;
  static constexpr std::align_val_t kAlignment{64};

  AlignedAllocator() = default;
  template <typename U>
  explicit AlignedAllocator(const AlignedAllocator<U>& /*other*/) {}

  T* allocate(std::size_t count) {
    return static_cast<T*>(::operator new(count * sizeof(T), kAlignment));
  }
  void deallocate(T* memory, std::size_t /*count*/) { ::operator delete(memory, kAlignment); }

  // Leaves numbers without a value, unless one is given.
  template <typename U>
  void construct(U* place) {
    ::new (static_cast<void*>(place)) U;
  }
  template <typename U, typename Value>
  void construct(U* place, const Value& value) {
    ::new (static_cast<void*>(place)) U(value);
  }

  friend bool operator==(const AlignedAllocator&, const AlignedAllocator&) { return true; }
};

using AlignedVector = std::vector<double, AlignedAllocator<double>>;

}  // namespace skein
