#include "seeding/greedy_round.h"

#include <algorithm>
#include <utility>

namespace skein::seeding {
namespace {

using pairing::Leg;
using pairing::Role;
using schedule::Schedule;

bool is_worse(const Offer& a, const Offer& b) {
  return std::pair(a.pairing.score, a.pairing.legs.front().flight) >
         std::pair(b.pairing.score, b.pairing.legs.front().flight);
}

}  // namespace

Cost RoundResult::cost(Cost uncovered_flight) const {
  Cost sum = static_cast<double>(uncovered.size()) * uncovered_flight;
  for (const Offer& offer : pairings) sum += offer.pairing.cost;
  return sum;
}

Cost RoundResult::belief() const {
  Cost sum;
  for (const Offer& offer : pairings) sum += offer.pairing.belief;
  return sum;
}

GreedyRound::GreedyRound(const Schedule& schedule, const CrewOffers& offers,
                         const FlightPrices& prices,
                         const std::vector<FlightId>& operated_elsewhere, const Deadline& deadline,
                         Report report)
    : schedule_(schedule),
      offers_(offers),
      prices_(prices),
      deadline_(deadline),
      report_(std::move(report)),
      open_(schedule) {
  for (FlightId flight : operated_elsewhere) open_.close(flight);
}

RoundResult GreedyRound::run() && {
  chain();
  fetch();
  result_.uncovered = open_.all();
  return std::move(result_);
}

// Takes the best offer, again and again. While flights only close, no offer can become better: one
// whose flights are all still open is as good as it was, and only the others are asked for anew.
// After the deadline what is at hand is still taken, since that takes no time.
void GreedyRound::chain() {
  ask_all();
  while (!held_.empty()) {
    Offer offer = best_held();
    const FlightId start = offer.pairing.legs.front().flight;
    if (still_open(offer)) {
      take(std::move(offer));
    } else if (open_.is_open(start) && !must_stop()) {
      ask_again(start);
    }
  }
}

void GreedyRound::ask_all() {
  for (FlightId flight : schedule_.flight_ids()) {
    if (must_stop()) return;
    if (open_.is_open(flight)) ask_again(flight);
    report_(flight.index() / 2);
  }
}

void GreedyRound::ask_again(FlightId start) {
  if (auto offer = offers_.chain(open_, prices_, start)) hold(std::move(*offer));
}

void GreedyRound::hold(Offer offer) {
  held_.push_back(std::move(offer));
  std::push_heap(held_.begin(), held_.end(), is_worse);
}

Offer GreedyRound::best_held() {
  std::pop_heap(held_.begin(), held_.end(), is_worse);
  Offer offer = std::move(held_.back());
  held_.pop_back();
  return offer;
}

bool GreedyRound::still_open(const Offer& offer) const {
  return std::all_of(offer.pairing.legs.begin(), offer.pairing.legs.end(), [this](const Leg& leg) {
    return leg.role == Role::kDeadhead || open_.is_open(leg.flight);
  });
}

void GreedyRound::fetch() {
  for (FlightId flight : open_.all()) {
    if (!open_.is_open(flight)) continue;
    if (must_stop()) return;
    if (auto offer = offers_.fetch(open_, prices_, flight)) take(std::move(*offer));
  }
}

void GreedyRound::take(Offer offer) {
  for (const Leg& leg : offer.pairing.legs) {
    if (leg.role != Role::kOperate) continue;
    open_.close(leg.flight);
    ++operated_;
  }
  report_((schedule_.flights().size() + operated_) / 2);
  result_.pairings.push_back(std::move(offer));
}

bool GreedyRound::must_stop() {
  if (deadline_.passed()) result_.complete = false;
  return !result_.complete;
}

}  // namespace skein::seeding
