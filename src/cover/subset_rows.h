// Subset-row inequalities: cuts that tighten the relaxation of set partitioning.
//
// Of the columns that cover at least two of three given rows, a whole solution takes one at most,
// since any two of them share a row:
//
//    sum_{j covers two or three of S} x_j <= 1        for S of three rows        dual -mu_S <= 0
//
// (Jepsen, Petersen, Spoorendonk and Pisinger 2008; the Chvatal-Gomory cut with multipliers 1/2.)
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skein::cover {

class RestrictedLp;

using RowTriple = std::array<std::uint32_t, 3>;  // increasing

// Both increasing.
bool covers_two(std::span<const std::uint32_t> rows, const RowTriple& triple);

struct CutOptions {
  double least_violation = 0.05;
  std::size_t per_round = 100;
  int per_row = 5;  // and round
  int max_rounds = 50;
};

// That the solution at hand violates, by how much, most first.
std::vector<RowTriple> violated_triples(const RestrictedLp& lp, const CutOptions& options = {});

// Adds violated cuts to a solved problem and solves it again, until there are none. False if it
// could not be solved, in time, or costs at least `most`.
bool cut_off(RestrictedLp& lp, double most, const CutOptions& options = {});

}  // namespace skein::cover
