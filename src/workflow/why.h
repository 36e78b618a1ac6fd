// `skein why`: the candidates for what comes after a flight, and what speaks for each.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace skein::workflow {

struct WhyRequest {
  std::filesystem::path model;
  std::filesystem::path month;
  std::string flight;                // id
  std::optional<std::string> rules;  // preset or file; else the month's own
  std::size_t threads = 0;           // 0: all cores
};

struct WhyOutcome {
  std::string text;
  std::string summary;  // JSON
};

WhyOutcome explain_flight(const WhyRequest& request);

}  // namespace skein::workflow
