#include "workflow/export.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/input_error.h"
#include "exchange/pairing_files.h"
#include "plan/checker.h"
#include "plan/pairing_text.h"
#include "workflow/check.h"
#include "workflow/stopwatch.h"
#include "workflow/version.h"

namespace skein::workflow {
namespace {

namespace fs = std::filesystem;

void write_one(const ExportRequest& request, const std::string& content, ExportOutcome& outcome) {
  if (request.when_exists == WhenFolderExists::kRefuse && fs::exists(request.output)) {
    throw InputError(
        {request.output, 0, "", "exists already", "choose another name, or add --force"});
  }
  write_file(request.output, content);
  outcome.files.push_back(request.output.string());
}

void write_ssim(const ExportRequest& request, const plan::Month& month, ExportOutcome& outcome) {
  try {
    exchange::SsimExport written = exchange::export_ssim(month.schedule, request.ssim);
    outcome.warnings = std::move(written.warnings);
    write_one(request, written.text, outcome);
  } catch (const InputError& error) {
    if (!error.complaint().file.empty()) throw;
    throw error.at(request.month, 0);
  }
}

void write_calendars(const ExportRequest& request, const plan::Month& month, const plan::Plan& plan,
                     ExportOutcome& outcome) {
  StagedFolder folder(request.output, request.when_exists);
  for (const auto& [base, text] : exchange::calendars(month, plan)) {
    folder.add(base + ".ics", text);
    outcome.files.push_back((request.output / (base + ".ics")).string());
  }
  folder.commit();
}

std::string text_form(const plan::Month& month, const plan::Plan& plan, ExportOutcome& outcome) {
  const plan::TextPairings text = plan::to_text_pairings(month.schedule, month.rules.work, plan);
  if (!text.left_out.empty()) {
    outcome.warnings.push_back(
        fmt::format("{} pairings are left out: they have no flights, or some that the schedule "
                    "does not have",
                    text.left_out.size()));
  }
  return plan::format_pairing_text(text.entries);
}

void write_pairings(const ExportRequest& request, const plan::Month& month,
                    ExportOutcome& outcome) {
  const plan::Plan plan = plan::read_plan(request.plan.value_or(request.month), month.schedule);
  outcome.pairings = plan.pairings.size();
  switch (request.format) {
    case ExportFormat::kCsv:
      return write_one(request, exchange::pairings_sheet(month, plan), outcome);
    case ExportFormat::kJson:
      return write_one(
          request,
          exchange::pairings_json(month, plan, plan::check(month.schedule, month.rules, plan)),
          outcome);
    case ExportFormat::kText:
      return write_one(request, text_form(month, plan, outcome), outcome);
    case ExportFormat::kCalendar:
      return write_calendars(request, month, plan, outcome);
    case ExportFormat::kSsim:
      break;
  }
}

}  // namespace

ExportOutcome export_month(const ExportRequest& request) {
  const Stopwatch stopwatch;
  if (request.plan && request.format == ExportFormat::kSsim) {
    throw InputError({"", 0, "--plan", "SSIM holds flights, not pairings",
                      "leave --plan out, or choose another --format"});
  }
  const plan::Month month = read_month_with_rules(request.month, request.rules, request.plan);
  ExportOutcome outcome;
  outcome.flights = month.schedule.flights().size();
  if (request.format == ExportFormat::kSsim) {
    write_ssim(request, month, outcome);
  } else {
    write_pairings(request, month, outcome);
  }
  const nlohmann::ordered_json summary = {{"command", "export"},
                                          {"version", version()},
                                          {"flights", outcome.flights},
                                          {"pairings", outcome.pairings},
                                          {"files", outcome.files},
                                          {"warnings", outcome.warnings},
                                          {"cpu_seconds", stopwatch.cpu()},
                                          {"wall_seconds", stopwatch.wall()},
                                          {"peak_memory_mb", peak_memory_mb()}};
  outcome.summary =
      summary.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
  return outcome;
}

}  // namespace skein::workflow
