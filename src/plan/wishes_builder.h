// Wishes that go together: each is checked against the rules and against those before it.
#pragma once

#include <string>
#include <vector>

#include "pairing/rules.h"
#include "pairing/wishes.h"
#include "plan/plan.h"
#include "schedule/schedule.h"

namespace skein::plan {

// Wishes that contradict each other or the rules are refused with an InputError that names no
// place; the caller knows it. What is wished twice counts once.
class WishesBuilder {
 public:
  // Schedule and rules must live as long as this. Without rules, wishes are not compared with them:
  // for those of a plan that is judged, whatever the rules say of it.
  WishesBuilder(const schedule::Schedule& schedule, const pairing::Rules* rules)
      : schedule_(schedule), rules_(rules) {}

  void lock(const pairing::Connection& connection);
  void forbid(const pairing::Connection& connection);
  void lock(const Pairing& pairing);
  void forbid(const Pairing& pairing);

  const pairing::Wishes& wishes() const { return wishes_; }

 private:
  void require_possible(const pairing::Connection& connection) const;
  void require_one_lock(const pairing::Connection& connection) const;
  void require_legal(const Pairing& pairing) const;
  void require_free(const Pairing& pairing) const;
  // By what is wished so far.
  void require_kept(const pairing::Wishes& wishes, const Pairing& pairing) const;
  std::string text(const pairing::Connection& connection) const;

  const schedule::Schedule& schedule_;
  const pairing::Rules* rules_;
  pairing::Wishes wishes_;
};

}  // namespace skein::plan
