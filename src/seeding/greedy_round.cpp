#include "seeding/greedy_round.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace skein::seeding {
namespace {

using pairing::Leg;
using pairing::Role;

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

void share_cost(const FoundPairing& pairing, double step, FlightPrices& prices) {
  Cost above = pairing.cost + pairing.belief;
  int operated = 0;
  for (const Leg& leg : pairing.legs) {
    if (leg.role != Role::kOperate) continue;
    above -= prices[leg.flight];
    ++operated;
  }
  for (const Leg& leg : pairing.legs) {
    if (leg.role == Role::kOperate) prices[leg.flight] += step / operated * above;
  }
}

plan::Plan plan_of(std::vector<Offer> offers) {
  std::sort(offers.begin(), offers.end(), [](const Offer& a, const Offer& b) {
    const auto key = [](const Offer& offer) {
      const auto first_operated =
          std::find_if(offer.pairing.legs.begin(), offer.pairing.legs.end(),
                       [](const Leg& leg) { return leg.role == Role::kOperate; });
      return std::tuple(offer.pairing.legs.front().flight, first_operated->flight);
    };
    return key(a) < key(b);
  });
  plan::Plan plan;
  for (Offer& offer : offers) {
    const std::string name = fmt::format("{}", plan.pairings.size() + 1);
    plan.pairings.push_back({name, offer.base, std::move(offer.pairing.legs)});
  }
  return plan;
}

GreedyRound::GreedyRound(OpenFlights open, const CrewOffers& offers, const FlightPrices& prices,
                         const Deadline& deadline, Report report)
    : offers_(offers),
      prices_(prices),
      deadline_(deadline),
      report_(std::move(report)),
      open_(std::move(open)) {}

RoundResult GreedyRound::run(std::vector<Offer>* seen) && {
  seen_ = seen;
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
  const std::vector<FlightId> flights = open_.all();
  flights_ = flights.size();
  for (std::size_t i = 0; i < flights.size(); ++i) {
    if (must_stop()) return;
    ask_again(flights[i]);
    report_(i / 2);
  }
}

void GreedyRound::ask_again(FlightId start) {
  if (auto offer = offers_.chain(open_, prices_, start)) hold(std::move(*offer));
}

void GreedyRound::hold(Offer offer) {
  if (seen_ != nullptr) seen_->push_back(offer);
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
    auto offer = offers_.fetch(open_, prices_, flight);
    if (!offer) continue;
    if (seen_ != nullptr) seen_->push_back(*offer);
    take(std::move(*offer));
  }
}

void GreedyRound::take(Offer offer) {
  for (const Leg& leg : offer.pairing.legs) {
    if (leg.role != Role::kOperate) continue;
    open_.close(leg.flight);
    ++operated_;
  }
  report_((flights_ + operated_) / 2);
  result_.pairings.push_back(std::move(offer));
}

bool GreedyRound::must_stop() {
  if (deadline_.passed()) result_.complete = false;
  return !result_.complete;
}

}  // namespace skein::seeding
