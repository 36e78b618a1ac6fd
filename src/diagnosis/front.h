// A small set in which no item is at least as good as another in everything.
#pragma once

#include <cstddef>
#include <vector>

namespace skein::diagnosis {

// Adds `item` unless another is as good; takes out those that it is as good as. Between equals
// `prefer(item, other)` decides.
template <class Item, class AsGood, class Prefer>
void add_to_front(std::vector<Item>& front, const Item& item, AsGood as_good, Prefer prefer) {
  for (std::size_t i = 0; i < front.size();) {
    const bool beaten = as_good(front[i], item);
    const bool beats = as_good(item, front[i]);
    if (beaten && !(beats && prefer(item, front[i]))) return;
    if (beats) {
      front[i] = front.back();
      front.pop_back();
    } else {
      ++i;
    }
  }
  front.push_back(item);
}

}  // namespace skein::diagnosis
