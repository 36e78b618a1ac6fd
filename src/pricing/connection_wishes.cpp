#include "pricing/connection_wishes.h"

#include <algorithm>

namespace skein::pricing {

using pairing::Connection;
using pairing::Leg;
using pairing::Role;

ConnectionWishes::ConnectionWishes(std::size_t flights, const pairing::Wishes& wishes)
    : any_(!wishes.locked_connections.empty() || !wishes.forbidden_connections.empty()),
      forbidden_(wishes.forbidden_connections) {
  if (!any_) return;
  after_ = IdVector<FlightId, FlightId>(flights, FlightId::none());
  before_ = after_;
  role_matters_ = IdVector<FlightId, char>(flights, 0);
  for (const Connection& locked : wishes.locked_connections) {
    after_[locked.flight] = locked.next;
    before_[locked.next] = locked.flight;
    role_matters_[locked.flight] = 1;
  }
  std::sort(forbidden_.begin(), forbidden_.end());
  for (const Connection& connection : forbidden_) role_matters_[connection.flight] = 1;
}

bool ConnectionWishes::allow(Leg leg, Leg next) const {
  if (!concern(leg.flight, next.flight)) return true;
  const bool both = leg.role == Role::kOperate && next.role == Role::kOperate;
  const FlightId must_follow = leg.role == Role::kOperate ? after_[leg.flight] : FlightId::none();
  if (must_follow.exists() && !(both && next.flight == must_follow)) return false;
  const FlightId must_precede =
      next.role == Role::kOperate ? before_[next.flight] : FlightId::none();
  if (must_precede.exists() && !(both && leg.flight == must_precede)) return false;
  return !both || !std::binary_search(forbidden_.begin(), forbidden_.end(),
                                      Connection{leg.flight, next.flight});
}

bool ConnectionWishes::allow_first(Leg leg) const {
  return !any_ || leg.role == Role::kDeadhead || !before_[leg.flight].exists();
}

}  // namespace skein::pricing
