// The figures of a plan under stable names: what `--summary` writes and what programs read.
// docs/file_formats.md describes every key.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "plan/checker.h"
#include "plan/outlook.h"

namespace skein::plan {

// A proven lower bound on the cost of any plan of the month.
struct Bound {
  double value = 0;
  std::string kind = "none";  // cuts, lp, lagrangian, windows or none
};

// A violation by name, for programs.
struct NamedViolation {
  std::string pairing;
  std::string rule;
  std::vector<std::string> flights;
  double actual = 0;
  double limit = 0;
  std::string detail;
};

struct NamedLeg {
  std::string flight;
  bool operates = false;
};

struct NamedPairing {
  std::string base;
  std::vector<NamedLeg> legs;
};

// What could be done about an uncovered flight, by name.
struct NamedRemedy {
  std::string rule;
  int now = 0;
  int needed = 0;
  NamedPairing example;
  double cost = 0;
  double saving = 0;
};
struct NamedOutlook {
  std::string flight;
  std::optional<NamedPairing> pairing;
  double cost = 0;
  double saving = 0;
  std::string unwished;
  std::vector<NamedRemedy> remedies;
};

struct BaseFigures {
  double credited_hours = 0;
  double target_hours = 0;
  double excess_hours = 0;
};

struct Summary {
  std::string command;
  std::string version;
  std::string month;  // folder
  std::string rules;  // preset
  std::size_t flights = 0;
  std::size_t covered = 0;
  std::size_t uncovered = 0;
  std::size_t over_covered = 0;
  std::size_t pairings = 0;
  std::size_t duties = 0;
  std::size_t deadheads = 0;
  std::size_t violations = 0;
  PlanCost cost;
  std::vector<std::pair<std::string, BaseFigures>> bases;  // by base, in the schedule's order
  std::map<std::string, std::size_t> violations_by_rule;
  std::vector<NamedViolation> violation_list;
  std::vector<std::string> uncovered_flights;
  std::optional<std::vector<NamedOutlook>> outlooks;  // of those, where asked for
  std::optional<Bound> bound;
  std::string stopped;  // optimal, gap, time_limit, memory_limit, interrupted or done
  double cpu_seconds = 0;
  double wall_seconds = 0;
  double peak_memory_mb = 0;
};

// The figures that follow from a check; the caller fills in the rest.
Summary summarize(const schedule::Schedule& schedule, const pairing::Rules& rules, const Plan& plan,
                  const CheckReport& report);

std::vector<NamedOutlook> name_outlooks(const schedule::Schedule& schedule,
                                        const std::vector<Outlook>& outlooks);

std::string summary_json(const Summary& summary);

}  // namespace skein::plan
