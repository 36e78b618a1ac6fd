#include "optimizer/state.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace skein::optimizer {
namespace {

using pairing::Leg;
using pairing::Role;

// There are millions of legs in the pairings of a large month: two share a word.
constexpr unsigned kHalf = 32;
constexpr std::uint64_t kLowHalf = 0xffffffffU;

std::uint64_t packed(const Leg& leg) {
  return 2 * leg.flight.index() + (leg.role == Role::kOperate ? 1 : 0);
}

Leg unpacked(std::uint64_t half) {
  return {FlightId(half / 2), half % 2 == 1 ? Role::kOperate : Role::kDeadhead};
}

// Of each pairing a word with its base and the number of its legs, then the legs.
std::vector<std::uint64_t> packed(const std::vector<Candidate>& pairings) {
  std::vector<std::uint64_t> words;
  for (const Candidate& pairing : pairings) {
    words.push_back(pairing.base_index << kHalf | pairing.legs.size());
    for (std::size_t i = 0; i < pairing.legs.size(); i += 2) {
      const std::uint64_t first = packed(pairing.legs[i]) << kHalf;
      words.push_back(first | (i + 1 < pairing.legs.size() ? packed(pairing.legs[i + 1]) : 0));
    }
  }
  return words;
}

std::vector<Candidate> unpacked(const std::vector<std::uint64_t>& words) {
  std::vector<Candidate> pairings;
  for (std::size_t at = 0; at < words.size();) {
    Candidate pairing{words[at] >> kHalf, {}};
    const std::size_t legs = words[at++] & kLowHalf;
    for (std::size_t i = 0; i < legs && at < words.size(); i += 2) {
      const std::uint64_t word = words[at++];
      pairing.legs.push_back(unpacked(word >> kHalf));
      if (i + 1 < legs) pairing.legs.push_back(unpacked(word & kLowHalf));
    }
    pairings.push_back(std::move(pairing));
  }
  return pairings;
}

std::string of(std::string_view name, std::string_view whole) {
  return std::string(name) + " of " + std::string(whole);
}

void exchange(StateArchive& archive, std::string_view name, cover::Duals& duals) {
  archive.exchange_list(of("rows", name), duals.row);
  archive.exchange_list(of("budgets", name), duals.budget);
}

void exchange(StateArchive& archive, std::string_view name, std::vector<FlightId>& flights) {
  std::vector<std::uint64_t> words;
  for (FlightId flight : flights) words.push_back(flight.index());
  archive.exchange_list(name, words);
  flights.clear();
  for (std::uint64_t word : words) flights.emplace_back(word);
}

void exchange(StateArchive& archive, std::vector<PricedCut>& cuts) {
  std::vector<std::uint64_t> flights;
  std::vector<double> prices;
  for (const PricedCut& cut : cuts) {
    for (FlightId flight : cut.flights) flights.push_back(flight.index());
    prices.push_back(cut.price);
  }
  archive.exchange_list("flights of cuts", flights);
  archive.exchange_list("prices of cuts", prices);
  if (!archive.reads()) return;
  cuts.clear();
  for (std::size_t c = 0; c < prices.size() && 3 * c + 2 < flights.size(); ++c) {
    cuts.push_back(
        {{FlightId(flights[3 * c]), FlightId(flights[3 * c + 1]), FlightId(flights[3 * c + 2])},
         prices[c]});
  }
}

}  // namespace

void exchange(StateArchive& archive, std::string_view name, std::vector<Candidate>& pairings) {
  std::vector<std::uint64_t> words;
  if (!archive.reads()) words = packed(pairings);
  archive.exchange_list(name, words);
  if (archive.reads()) pairings = unpacked(words);
}

void exchange(StateArchive& archive, std::string_view name, pricing::OpenFlights& open) {
  std::vector<std::uint64_t> words(open.begin(), open.end());
  archive.exchange_list(name, words);
  if (archive.reads()) {
    open = pricing::OpenFlights(std::vector<char>(words.begin(), words.end()));
  }
}

void exchange(StateArchive& archive, std::string_view name, pricing::Prices& prices) {
  std::vector<double> flight = prices.flight.items();
  archive.exchange_list(of("flights", name), flight);
  archive.exchange_list(of("hours", name), prices.base);
  if (archive.reads()) prices.flight = IdVector<FlightId, double>(std::move(flight));
}

void exchange(StateArchive& archive, cover::LpSolution& solution) {
  exchange(archive, "duals", solution.duals);
  archive.exchange_list("shares", solution.columns);
  archive.exchange("primal value", solution.primal);
  archive.exchange("dual value", solution.dual);
  archive.exchange_whole("iterations", solution.iterations);
  archive.exchange_whole("converged", solution.converged);
}

void exchange(StateArchive& archive, LpResult& result) {
  archive.exchange("value of the relaxation", result.lp);
  archive.exchange("bound of the relaxation", result.bound);
  exchange(archive, "the bound's prices", result.prices);
  archive.exchange_list("shares of the master", result.shares);
  exchange(archive, "the master's duals", result.duals);
  archive.exchange_whole("rounds", result.rounds);
  archive.exchange_whole("end of the relaxation", result.stopped);
}

void exchange(StateArchive& archive, Relaxation& relaxation) {
  exchange(archive, "pool", relaxation.pool);
  archive.exchange_list("shares of the pool", relaxation.shares);
  exchange(archive, "the pool's prices", relaxation.prices);
  exchange(archive, "lost flights", relaxation.lost);
}

void exchange(StateArchive& archive, Proof& proof) {
  exchange(archive, "the proof", proof.prices);
  exchange(archive, proof.cuts);
}

}  // namespace skein::optimizer
