// Numbers that describe something, channel after channel, and what the channels are called.
//
// Lengths and times are spread over hats: each knot has a channel, and a value between two knots is
// shared between theirs, linearly. So a linear model can fit any piecewise linear function of it,
// and values that are near to each other have directions that are near to each other, which is what
// kernels compare.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skein::features {

class Channels {
 public:
  // `names`, if there, gets the names of what is put.
  explicit Channels(std::vector<std::string>* names = nullptr) : names_(names) {}

  bool named() const { return names_ != nullptr; }
  void clear() { values_.clear(); }
  std::size_t size() const { return values_.size(); }
  std::span<const float> values() const { return values_; }

  void put(std::string_view name, double value);
  void flag(std::string_view name, bool value) { put(name, value ? 1 : 0); }
  // Knots rise; below the first and above the last the value is taken for that knot. A value that
  // is not known is 0 in all channels.
  void hats(std::string_view name, std::span<const double> knots, std::optional<double> value);
  // Of the day, in circles: `count` knots at equal distances.
  void clock(std::string_view name, std::size_t count, std::optional<double> minute_of_day);

 private:
  std::vector<float> values_;
  std::vector<std::string>* names_;
};

}  // namespace skein::features
