#include "support/planted_scorer.h"

#include <algorithm>
#include <sstream>
#include <utility>
#include <vector>

namespace skein::test {
namespace {

using pricing::FlightOutlook;
using pricing::NextFlight;
using schedule::Flight;
using schedule::Schedule;

constexpr Minutes kLeastConnection{30};
constexpr Minutes kLongest = hours(48);
constexpr Minutes kRest{570};

// What the plan does with a flight.
struct Truth {
  bool is_operated = false;
  FlightId next;  // none: the pairing ends
  bool starts = false;
  bool after_layover = false;
};

IdVector<FlightId, Truth> truth_of(const Schedule& schedule, const plan::Plan& plan) {
  IdVector<FlightId, Truth> truth(schedule.flights().size());
  for (const pairing::Pairing& pairing : plan.pairings) {
    FlightId last;
    for (const pairing::Leg& leg : pairing.legs) {
      if (!leg.flight.exists() || leg.role != pairing::Role::kOperate) continue;
      Truth& now = truth[leg.flight];
      now.is_operated = true;
      now.starts = !last.exists();
      if (last.exists()) {
        truth[last].next = leg.flight;
        now.after_layover =
            schedule.flight(leg.flight).departure - schedule.flight(last).arrival >= kRest;
      }
      last = leg.flight;
    }
  }
  return truth;
}

class Planting {
 public:
  Planting(const Schedule& schedule, const PlantedOptions& options)
      : schedule_(schedule), options_(options), rng_(options.seed) {
    departures_ = IdVector<StationId, std::vector<FlightId>>(schedule.stations().size());
    for (FlightId flight : schedule.flight_ids()) {
      departures_[schedule.flight(flight).origin].push_back(flight);
    }
  }

  FlightOutlook outlook(FlightId flight, const Truth& truth) {
    FlightOutlook outlook;
    std::vector<FlightId> next = candidates(flight);
    if (truth.next.exists() && std::find(next.begin(), next.end(), truth.next) == next.end()) {
      next.push_back(truth.next);
      std::sort(next.begin(), next.end());
    }
    for (FlightId candidate : next) outlook.next.push_back({candidate, 0});
    spread(outlook, truth);
    return outlook;
  }

  double answer(bool truth) {
    const bool is_right = rng_.chance(options_.certainty);
    return truth == is_right ? options_.certainty : 1 - options_.certainty;
  }

 private:
  std::vector<FlightId> candidates(FlightId flight) const {
    const Flight& before = schedule_.flight(flight);
    std::vector<FlightId> found;
    for (FlightId next : departures_[before.destination]) {
      const Minutes gap = schedule_.flight(next).departure - before.arrival;
      if (gap < kLeastConnection || schedule_.flight(next).fleet != before.fleet) continue;
      if (gap > kLongest || found.size() == options_.candidates) break;
      found.push_back(next);
    }
    return found;
  }

  // Choices are the candidates and, as the last one, the end.
  void spread(FlightOutlook& outlook, const Truth& truth) {
    const std::size_t choices = outlook.next.size() + 1;
    std::vector<double> shares(choices, 1.0 / static_cast<double>(choices));
    if (truth.is_operated && choices > 1) {
      const auto right = static_cast<std::size_t>(
          std::find_if(outlook.next.begin(), outlook.next.end(),
                       [&](const NextFlight& next) { return next.flight == truth.next; }) -
          outlook.next.begin());
      std::size_t likeliest = right;
      if (!rng_.chance(options_.certainty))
        likeliest = (right + 1 + rng_.below(choices - 1)) % choices;
      double rest = 1 - options_.certainty;
      std::fill(shares.begin(), shares.end(), 0.0);
      if (likeliest != right) shares[right] = rest /= 2;
      const std::size_t others = choices - (likeliest == right ? 1 : 2);
      for (std::size_t i = 0; i < choices; ++i) {
        if (i != right && i != likeliest) shares[i] = rest / static_cast<double>(others);
      }
      double sum = 0;
      for (std::size_t i = 0; i < choices; ++i) sum += i == likeliest ? 0 : shares[i];
      shares[likeliest] = 1 - sum;
    }
    for (std::size_t i = 0; i + 1 < choices; ++i) outlook.next[i].probability = shares[i];
    outlook.ends = shares.back();
  }

  const Schedule& schedule_;
  PlantedOptions options_;
  Rng rng_;
  IdVector<StationId, std::vector<FlightId>> departures_;
};

}  // namespace

pricing::ConnectionScores planted_scores(const Schedule& schedule, const plan::Plan& plan,
                                         const PlantedOptions& options) {
  const IdVector<FlightId, Truth> truth = truth_of(schedule, plan);
  Planting planting(schedule, options);
  pricing::ConnectionScores scores;
  for (FlightId flight : schedule.flight_ids()) {
    scores.outlook.push_back(planting.outlook(flight, truth[flight]));
    scores.starts.push_back(planting.answer(truth[flight].starts));
    scores.layover.push_back(planting.answer(truth[flight].after_layover));
  }
  return scores;
}

pricing::ConnectionScores random_scores(Rng& rng, const Schedule& schedule,
                                        std::size_t candidates) {
  pricing::ConnectionScores scores;
  for (FlightId flight : schedule.flight_ids()) {
    const Flight& before = schedule.flight(flight);
    FlightOutlook outlook;
    double sum = outlook.ends = rng.uniform();
    for (FlightId next : schedule.flight_ids()) {
      const Flight& after = schedule.flight(next);
      if (after.origin != before.destination || after.departure < before.arrival) continue;
      if (outlook.next.size() == candidates) break;
      if (rng.chance(0.3)) continue;
      outlook.next.push_back({next, rng.uniform()});
      sum += outlook.next.back().probability;
    }
    outlook.ends /= sum;
    for (NextFlight& next : outlook.next) next.probability /= sum;
    scores.outlook.push_back(std::move(outlook));
    scores.starts.push_back(rng.uniform());
    scores.layover.push_back(rng.uniform());
  }
  return scores;
}

pricing::ConnectionScores small_scores(const Schedule& schedule,
                                       std::initializer_list<std::string> texts) {
  pricing::ConnectionScores scores;
  scores.outlook = IdVector<FlightId, FlightOutlook>(schedule.flights().size());
  scores.starts = IdVector<FlightId, double>(schedule.flights().size(), 0);
  scores.layover = scores.starts;
  for (const std::string& text : texts) {
    std::istringstream stream(text);
    std::string first;
    std::string what;
    stream >> first;
    const std::size_t arrow = first.find('>');
    const FlightId flight = schedule.find_flight(first.substr(0, arrow));
    if (arrow != std::string::npos) {
      double probability = 0;
      stream >> probability;
      scores.outlook[flight].next.push_back(
          {schedule.find_flight(first.substr(arrow + 1)), probability});
      continue;
    }
    stream >> what;
    double& value = what == "ends"     ? scores.outlook[flight].ends
                    : what == "starts" ? scores.starts[flight]
                                       : scores.layover[flight];
    stream >> value;
  }
  for (FlightOutlook& outlook : scores.outlook) {
    std::sort(outlook.next.begin(), outlook.next.end(),
              [](const NextFlight& a, const NextFlight& b) { return a.flight < b.flight; });
  }
  return scores;
}

}  // namespace skein::test
