// Start plans from scores that know the published pairings of the GERAD instances, but not for
// certain (tests/support/planted_scorer.h): what each decoding makes of them.
//
//   start_plans_bench DATA [INSTANCE...]
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/clock.h"
#include "exchange/gerad.h"
#include "seeding/breaking.h"
#include "seeding/greedy_chains.h"
#include "seeding/joint_chains.h"
#include "seeding/rolling_chains.h"
#include "seeding/scored_pairings.h"
#include "seeding/static_scorer.h"
#include "support/planted_scorer.h"

namespace skein {
namespace {

constexpr double kCertainties[] = {0.5, 0.8, 0.95};

void print(const std::string& name, const plan::Month& month, const plan::Plan& plan, double cpu) {
  const seeding::BreakSummary broken =
      seeding::break_illegal(month.schedule, month.rules, plan).summary;
  const auto side = [](const seeding::PlanFigures& figures) {
    return fmt::format("{} | {:.1f} | {:.1f} | {:.0f} | {:.0f}", figures.pairings,
                       100 * figures.infeasible_share(), 100 * figures.covered_share(),
                       figures.pairing_cost.amount(), figures.cost().amount());
  };
  fmt::print("| {} | {} | {} | {:.2f} |\n", name, side(broken.before), side(broken.after), cpu);
  std::fflush(stdout);
}

template <class Decode>
void run(const std::string& name, const plan::Month& month, const Decode& decode) {
  const double before = cpu_seconds();
  const plan::Plan plan = decode();
  print(name, month, plan, cpu_seconds() - before);
}

void compare(const exchange::GeradImport& instance, const std::string& name, double certainty) {
  const plan::Month& month = instance.month;
  const pricing::ConnectionScores scores =
      test::planted_scores(month.schedule, instance.plan, {.certainty = certainty});
  const seeding::StaticScorer scorer(scores);
  const std::string head = fmt::format("{}, {}", name, certainty);
  for (const seeding::RuleMask mask : {seeding::RuleMask::kRough, seeding::RuleMask::kAll}) {
    const std::string rules = mask == seeding::RuleMask::kAll ? ", all rules" : "";
    run(head + " greedy chains" + rules, month, [&] {
      seeding::GreedyChainsOptions options;
      options.mask = mask;
      return plan_greedy_chains(month.schedule, month.rules, scorer, options).plan;
    });
    run(head + " joint chains" + rules, month, [&] {
      seeding::JointOptions options;
      options.mask = mask;
      return plan_joint_chains(month.schedule, month.rules, scores, options).plan;
    });
    run(head + " rolling chains" + rules, month, [&] {
      seeding::RollingOptions options;
      options.joint.mask = mask;
      return plan_rolling_chains(month.schedule, month.rules, scorer, options).plan.plan;
    });
  }
  run(head + " scored pairings", month,
      [&] { return plan_scored_pairings(month.schedule, month.rules, scorer).plan; });
}

}  // namespace
}  // namespace skein

int main(int argc, char** argv) {
  using namespace skein;
  if (argc < 2) {
    std::fputs("start_plans_bench DATA [INSTANCE...]\n", stderr);
    return 2;
  }
  std::vector<std::string> instances(argv + 2, argv + argc);
  if (instances.empty()) instances = {"1", "3", "4", "6", "7"};
  fmt::print(
      "| instance, certainty | pairings | infeasible % | covered % | cost | with penalties "
      "| pairings | infeasible % | covered % | cost | with penalties | CPU s |\n");
  for (const std::string& number : instances) {
    const auto instance =
        exchange::import_gerad(std::filesystem::path(argv[1]) / "gerad" / ("instance" + number));
    print(number + " published", instance.month, instance.plan, 0);
    run(number + " greedy, no scores", instance.month,
        [&] { return seeding::plan_greedily(instance.month.schedule, instance.month.rules).plan; });
    for (double certainty : kCertainties) compare(instance, number, certainty);
  }
  return 0;
}
