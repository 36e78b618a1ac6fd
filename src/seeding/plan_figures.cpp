#include "seeding/plan_figures.h"

#include "plan/checker.h"

namespace skein::seeding {
namespace {

double share(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

double PlanFigures::covered_share() const {
  return share(covered, flights);
}

double PlanFigures::infeasible_share() const {
  return share(infeasible, pairings);
}

PlanFigures figures_of(const schedule::Schedule& schedule, const pairing::Rules& rules,
                       const plan::Plan& plan) {
  const plan::CheckReport report = plan::check(schedule, rules, plan, {.base_rows = false});
  PlanFigures figures;
  figures.flights = report.flights;
  figures.pairings = report.pairings.size();
  figures.covered = report.covered();
  figures.over_covered = report.over_covered.size();
  figures.deadheads = report.deadheads;
  figures.pairing_cost = report.cost.pairings.total();
  figures.uncovered_cost = report.cost.uncovered;
  for (const plan::PairingVerdict& verdict : report.pairings) {
    if (!verdict.violations.empty()) ++figures.infeasible;
  }
  figures.flying = schedule.total_flying();
  for (FlightId flight : report.uncovered) figures.flying -= schedule.flight(flight).duration();
  for (const plan::OverCoveredFlight& flight : report.over_covered) {
    figures.over_covered_cost +=
        static_cast<double>(flight.pairings.size() - 1) * rules.cost.uncovered_flight;
  }
  return figures;
}

}  // namespace skein::seeding
