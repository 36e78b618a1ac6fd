#include "pricing/forbidden_work.h"

namespace skein::pricing {

ForbiddenWork::ForbiddenWork(StationId base, const pairing::Wishes& wishes) {
  for (const pairing::Pairing& pairing : wishes.forbidden_pairings) {
    if (pairing.base != base) continue;
    if (is_whole_.empty()) is_whole_.push_back(0);
    Track track = 0;
    for (const pairing::Leg& leg : pairing.legs) {
      if (leg.role != pairing::Role::kOperate) continue;
      const auto next = static_cast<Track>(is_whole_.size());
      const auto [known, is_new] = children_.try_emplace({track, leg.flight}, next);
      if (is_new) is_whole_.push_back(0);
      track = known->second;
    }
    is_whole_[static_cast<std::size_t>(track)] = 1;
  }
}

ForbiddenWork::Track ForbiddenWork::child(Track track, FlightId operated) const {
  const auto found = children_.find({track, operated});
  return found == children_.end() ? kOff : found->second;
}

}  // namespace skein::pricing
