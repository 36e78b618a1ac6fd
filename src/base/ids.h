// Typed indices: a FlightId cannot be handed over where a StationId is expected.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace skein {

// Index of a thing in the container that owns it. `none()` says that there is no such thing.
template <class Tag>
class Id {
 public:
  constexpr Id() = default;
  constexpr explicit Id(std::size_t index) : value_(static_cast<std::uint32_t>(index)) {}
  static constexpr Id none() { return Id(); }

  constexpr std::size_t index() const { return value_; }
  constexpr bool exists() const { return value_ != kNone; }

  friend constexpr auto operator<=>(Id, Id) = default;

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t value_ = kNone;
};

using FlightId = Id<struct FlightTag>;
using StationId = Id<struct StationTag>;
using FleetId = Id<struct FleetTag>;
using TailId = Id<struct TailTag>;

// A vector that is read by its own kind of id.
template <class IdType, class T>
class IdVector {
 public:
  IdVector() = default;
  explicit IdVector(std::size_t size, const T& value = T()) : items_(size, value) {}
  explicit IdVector(std::vector<T> items) : items_(std::move(items)) {}

  decltype(auto) operator[](IdType id) { return items_[id.index()]; }
  decltype(auto) operator[](IdType id) const { return items_[id.index()]; }

  IdType push_back(T item) {
    items_.push_back(std::move(item));
    return IdType(items_.size() - 1);
  }

  std::size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  void reserve(std::size_t size) { items_.reserve(size); }
  auto begin() { return items_.begin(); }
  auto end() { return items_.end(); }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }
  const std::vector<T>& items() const { return items_; }

  friend bool operator==(const IdVector&, const IdVector&) = default;

 private:
  std::vector<T> items_;
};

// The ids 0, 1, ..., size-1, for range-for.
template <class IdType>
class IdRange {
 public:
  explicit IdRange(std::size_t size) : size_(size) {}

  class Iterator {
   public:
    explicit Iterator(std::size_t at) : at_(at) {}
    IdType operator*() const { return IdType(at_); }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    friend bool operator==(Iterator, Iterator) = default;

   private:
    std::size_t at_;
  };

  Iterator begin() const { return Iterator(0); }
  Iterator end() const { return Iterator(size_); }

 private:
  std::size_t size_;
};

}  // namespace skein

template <class Tag>
struct std::hash<skein::Id<Tag>> {
  std::size_t operator()(skein::Id<Tag> id) const noexcept { return id.index(); }
};
