// What proves a bound: prices of flights and of bases' hours, and of cuts.
//
// A cut names three flights, S. Of the pairings that operate two or three of them a plan has one at
// most, since any two of those share a flight (cover/subset_rows.h). If with mu_S >= 0
//
//    c_p - sum_f a_fp pi_f + sigma_b h_p + sum_{S: p operates two of S} mu_S >= 0
//
// for every pairing p, no plan costs less than sum_f pi_f - sum_b sigma_b H_b - sum_S mu_S.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"
#include "pairing/pairing.h"
#include "pricing/prices.h"

namespace skein::optimizer {

struct PricedCut {
  std::array<FlightId, 3> flights;
  double price = 0;  // mu_S

  friend bool operator==(const PricedCut&, const PricedCut&) = default;
};

struct Proof {
  pricing::Prices prices;
  std::vector<PricedCut> cuts;
};

// The first, moved by a share of the way to the second.
Proof blend(const Proof& from, const Proof& to, double share);

// What cuts add to the reduced costs of pairings.
class CutCharges {
 public:
  CutCharges(const std::vector<PricedCut>& cuts, std::size_t flights);

  double of(std::span<const pairing::Leg> legs) const;

 private:
  const std::vector<PricedCut>& cuts_;
  IdVector<FlightId, std::vector<std::uint32_t>> by_flight_;
};

}  // namespace skein::optimizer
