#include "plan/wishes_builder.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/input_error.h"
#include "pairing/broken_wishes.h"
#include "pairing/legality.h"

namespace skein::plan {
namespace {

using pairing::Connection;
using pairing::Rule;

template <class T>
bool contains(const std::vector<T>& list, const T& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

[[noreturn]] void refuse(std::string problem, std::string remedy) {
  throw InputError({"", 0, "wish", std::move(problem), std::move(remedy)});
}

// Rules that other legs around a connection can satisfy.
bool is_about_the_rest(Rule rule) {
  return rule == Rule::kStartsAtBase || rule == Rule::kWithinPeriod;
}

bool operates(const Pairing& pairing) {
  return std::any_of(pairing.legs.begin(), pairing.legs.end(),
                     [](const Leg& leg) { return leg.role == Role::kOperate; });
}

}  // namespace

void WishesBuilder::lock(const Connection& connection) {
  if (contains(wishes_.locked_connections, connection)) return;
  if (contains(wishes_.forbidden_connections, connection)) {
    refuse(text(connection) + " is locked and forbidden", "leave one of the two wishes out");
  }
  require_possible(connection);
  require_one_lock(connection);
  pairing::Wishes alone;
  alone.locked_connections = {connection};
  for (const Pairing& pairing : wishes_.locked_pairings) require_kept(alone, pairing);
  wishes_.locked_connections.push_back(connection);
}

void WishesBuilder::forbid(const Connection& connection) {
  if (contains(wishes_.forbidden_connections, connection)) return;
  if (contains(wishes_.locked_connections, connection)) {
    refuse(text(connection) + " is locked and forbidden", "leave one of the two wishes out");
  }
  pairing::Wishes alone;
  alone.forbidden_connections = {connection};
  for (const Pairing& pairing : wishes_.locked_pairings) require_kept(alone, pairing);
  wishes_.forbidden_connections.push_back(connection);
}

void WishesBuilder::lock(const Pairing& pairing) {
  const auto is_it = [&](const Pairing& other) {
    return other.base == pairing.base && other.legs == pairing.legs;
  };
  const auto& locked = wishes_.locked_pairings;
  if (std::any_of(locked.begin(), locked.end(), is_it)) return;
  require_legal(pairing);
  require_free(pairing);
  require_kept(wishes_, pairing);
  wishes_.locked_pairings.push_back(pairing);
}

void WishesBuilder::forbid(const Pairing& pairing) {
  if (!operates(pairing)) {
    refuse(fmt::format("pairing {} operates no flight", pairing.name), "leave the wish out");
  }
  pairing::Wishes alone;
  alone.forbidden_pairings = {pairing};
  for (const Pairing& locked : wishes_.locked_pairings) require_kept(alone, locked);
  const auto does_the_same = [&](const Pairing& other) {
    return pairing::do_the_same_work(other, pairing.base, pairing.legs);
  };
  auto& forbidden = wishes_.forbidden_pairings;
  if (std::none_of(forbidden.begin(), forbidden.end(), does_the_same)) forbidden.push_back(pairing);
}

// For the crews of some base.
void WishesBuilder::require_possible(const Connection& connection) const {
  if (rules_ == nullptr) return;
  const std::vector<Leg> legs = {{connection.flight, Role::kOperate},
                                 {connection.next, Role::kOperate}};
  std::optional<std::string> reason;
  for (StationId base : schedule_.bases()) {
    auto broken =
        pairing::violations(schedule_, rules_->work, base, legs, pairing::Extent::kBeginning);
    std::erase_if(broken, [](const auto& violation) { return is_about_the_rest(violation.rule); });
    if (broken.empty()) return;
    if (!reason) reason = broken.front().detail;
  }
  refuse(fmt::format("{} is locked, but no rule allows it: {}", text(connection),
                     reason.value_or("the month has no crew base")),
         "leave the wish out, or change the rule");
}

void WishesBuilder::require_one_lock(const Connection& connection) const {
  for (const Connection& other : wishes_.locked_connections) {
    if (other.flight != connection.flight && other.next != connection.next) continue;
    refuse(fmt::format("{} is locked, and so is {}", text(connection), text(other)),
           "lock a flight to one flight after it, and to one before it");
  }
}

void WishesBuilder::require_legal(const Pairing& pairing) const {
  if (!operates(pairing)) {
    refuse(fmt::format("pairing {} operates no flight", pairing.name), "leave the wish out");
  }
  if (rules_ == nullptr) return;
  const auto broken = pairing::violations(schedule_, rules_->work, pairing.base, pairing.legs);
  if (broken.empty()) return;
  refuse(
      fmt::format("pairing {} is locked, but not legal: {}", pairing.name, broken.front().detail),
      "leave the wish out, or change the rule");
}

void WishesBuilder::require_free(const Pairing& pairing) const {
  for (const Pairing& other : wishes_.locked_pairings) {
    if (other.name == pairing.name) {
      refuse(fmt::format("two locked pairings are named {}", pairing.name),
             "give one of them another name");
    }
    for (const Leg& leg : pairing.legs) {
      if (leg.role != Role::kOperate || !contains(other.legs, leg)) continue;
      refuse(fmt::format("flight {} is operated by two locked pairings, {} and {}",
                         schedule_.flight(leg.flight).id, other.name, pairing.name),
             "lock one of the two");
    }
  }
}

void WishesBuilder::require_kept(const pairing::Wishes& wishes, const Pairing& pairing) const {
  const auto broken = pairing::broken_wishes(schedule_, wishes, pairing.base, pairing.legs);
  if (broken.empty()) return;
  refuse(fmt::format("pairing {} is locked, but {}", pairing.name, broken.front().detail),
         "leave one of the two wishes out");
}

std::string WishesBuilder::text(const Connection& connection) const {
  return fmt::format("the connection from {} to {}", schedule_.flight(connection.flight).id,
                     schedule_.flight(connection.next).id);
}

}  // namespace skein::plan
