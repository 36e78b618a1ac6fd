#include "workflow/plan_record.h"

#include <cmath>

#include <nlohmann/json.hpp>

#include "base/input_error.h"
#include "base/log.h"
#include "base/text_source.h"

namespace skein::workflow {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

class RecordReader {
 public:
  explicit RecordReader(fs::path file)
      : file_(std::move(file)), json_(json::parse(read_text(file_), nullptr, false)) {
    if (!json_.is_object()) fail("", "is no summary");
  }

  double number(const char* key) const { return number_in(json_, key, key); }
  std::string text(const char* key) const {
    const json& value = field(json_, key, key);
    if (!value.is_string()) fail(key, "is no text");
    return value;
  }
  double cost() const { return number_in(field(json_, "cost", "cost"), "total", "cost.total"); }
  plan::Bound bound() const {
    const json& own = field(json_, "bound", "bound");
    const json& kind = field(own, "kind", "bound.kind");
    if (!kind.is_string()) fail("bound.kind", "is no text");
    return {number_in(own, "value", "bound.value"), kind};
  }

 private:
  [[noreturn]] void fail(const std::string& field, const std::string& problem) const {
    throw InputError({file_, 0, field, problem, "use the summary as skein solve wrote it"});
  }
  const json& field(const json& object, const char* key, const char* name) const {
    const auto at = object.find(key);
    if (!object.is_object() || at == object.end()) fail(name, "is missing");
    return *at;
  }
  double number_in(const json& object, const char* key, const char* name) const {
    const json& value = field(object, key, name);
    if (!value.is_number()) fail(name, "is no number");
    return value;
  }

  fs::path file_;
  json json_;
};

}  // namespace

std::optional<PlanRecord> read_plan_record(const fs::path& folder) {
  const fs::path file = folder / "summary.json";
  std::error_code error;
  if (!fs::exists(file, error)) return std::nullopt;
  const RecordReader reader(file);
  PlanRecord record;
  record.month = reader.text("month");
  record.rules = reader.text("rules");
  record.cost = reader.cost();
  record.bound = reader.bound();
  if (record.bound->kind == "none") record.bound.reset();
  record.stopped = reader.text("stopped");
  record.cpu_seconds = reader.number("cpu_seconds");
  record.wall_seconds = reader.number("wall_seconds");
  record.peak_memory_mb = reader.number("peak_memory_mb");
  return record;
}

void take_over(const PlanRecord& record, const fs::path& folder, plan::Summary& summary) {
  constexpr double kRounding = 1e-3;  // of figures in summaries
  summary.stopped = record.stopped;
  summary.cpu_seconds = record.cpu_seconds;
  summary.wall_seconds = record.wall_seconds;
  summary.peak_memory_mb = record.peak_memory_mb;
  if (!record.bound) return;
  const double cost = summary.cost.total().amount();
  const bool is_same_cost = std::abs(cost - record.cost) <= kRounding + 1e-9 * std::abs(cost);
  if (is_same_cost && record.rules == summary.rules) {
    summary.bound = record.bound;
    return;
  }
  log_warning(
      "{}: the plan costs {:.2f} under {} now and {:.2f} under {} when it was made, so its bound "
      "is "
      "left out",
      (folder / "summary.json").string(), cost, summary.rules, record.cost, record.rules);
}

}  // namespace skein::workflow
