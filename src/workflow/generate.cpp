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

std::optional<plan::Plan> plan_if_asked(const GenerateRequest& request, const plan::Month& month) {
  if (!request.with_pairings) return std::nullopt;
  seeding::GreedyOptions options;
  options.deadline = request.deadline;
  return seeding::plan_greedily(month.schedule, month.rules, options).plan;
}

}  // namespace

GenerateOutcome generate_months(const GenerateRequest& request) {
  const Stopwatch stopwatch;
  GenerateOutcome outcome;
  for (const generator::GeneratedMonth& generated : generator::generate_airline(request.airline)) {
    const std::filesystem::path output = folder_of(request, generated);
    StagedFolder folder(output, request.when_exists);
    const std::optional<plan::Plan> plan = plan_if_asked(request, generated.month);
    plan::add_month_files(folder, generated.month, plan);
    folder.commit();
    outcome.months.push_back(figures_of(output, generated.month, plan));
  }
  outcome.summary = months_json("generate", outcome.months, {}, stopwatch);
  return outcome;
}

}  // namespace skein::workflow
