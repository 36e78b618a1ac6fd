#include "workflow/generate.h"

#include <fmt/format.h>

#include "seeding/greedy.h"

namespace skein::workflow {
namespace {

std::filesystem::path folder_of(const GenerateRequest& request,
                                const generator::GeneratedMonth& generated) {
  if (request.airline.months == 1) return request.output;
  return request.output / fmt::format("{:04}-{:02}",
                                      static_cast<int>(generated.calendar_month.year()),
                                      static_cast<unsigned>(generated.calendar_month.month()));
}

// Nothing where the deadline cut the planning.
std::optional<plan::Plan> plan_to_the_end(const GenerateRequest& request,
                                          const plan::Month& month) {
  seeding::GreedyOptions options;
  options.deadline = request.deadline;
  seeding::GreedyResult result = seeding::plan_greedily(month.schedule, month.rules, options);
  if (result.summary.stopped != seeding::GreedyStop::kFinished) return std::nullopt;
  return std::move(result.plan);
}

}  // namespace

GenerateOutcome generate_months(const GenerateRequest& request) {
  const Stopwatch stopwatch;
  GenerateOutcome outcome;
  for (const generator::GeneratedMonth& generated : generator::generate_airline(request.airline)) {
    const std::filesystem::path output = folder_of(request, generated);
    StagedFolder folder(output, request.when_exists);
    std::optional<plan::Plan> plan;
    if (request.with_pairings) {
      plan = plan_to_the_end(request, generated.month);
      if (!plan) outcome.unplanned.push_back(output);
    }
    plan::add_month_files(folder, generated.month, plan);
    folder.commit();
    outcome.months.push_back(figures_of(output, generated.month, plan));
  }
  outcome.summary = months_json("generate", outcome.months, {}, stopwatch);
  return outcome;
}

}  // namespace skein::workflow
