// Pairings that a planner forbids, as labelling asks for them: which of them a partial pairing may
// still become.
//
// A tree of the flights that forbidden pairings of one base operate, in their order. A partial
// pairing is on a track as long as the flights that it has operated are a path from the root; a
// whole one is forbidden if the path ends with a forbidden pairing. Who is on a track may get to
// that end and be of no use, so it dominates nobody who is not at the same place of it.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "pairing/wishes.h"

namespace skein::pricing {

class ForbiddenWork {
 public:
  // A place of the tree; kOff: of no forbidden pairing any more.
  using Track = std::int32_t;
  static constexpr Track kOff = -1;

  ForbiddenWork(StationId base, const pairing::Wishes& wishes);

  // Of a pairing that has operated nothing.
  Track begin() const { return is_whole_.empty() ? kOff : 0; }
  Track after(Track track, FlightId operated) const {
    return track == kOff ? kOff : child(track, operated);
  }
  bool is_whole(Track track) const {
    return track != kOff && is_whole_[static_cast<std::size_t>(track)] != 0;
  }

  // Whether all that may become of `b` may become of `a`.
  static bool leaves_as_much(Track a, Track b) { return a == kOff || a == b; }

 private:
  Track child(Track track, FlightId operated) const;

  std::map<std::pair<Track, FlightId>, Track> children_;
  std::vector<char> is_whole_;  // by place; empty: nothing is forbidden
};

}  // namespace skein::pricing
