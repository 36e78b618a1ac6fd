#include "learning/sequences.h"

#include <cassert>

namespace skein::learning {

void Sequences::add_place(std::uint32_t label, std::span<const Feature> features) {
  assert(!begins_.empty() && label < labels_);
  truth_.push_back(label);
  for (const Feature& feature : features) {
    assert(feature.index < features_);
    entries_.push_back(feature);
  }
  entry_begins_.push_back(entries_.size());
}

}  // namespace skein::learning
