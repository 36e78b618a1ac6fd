// `skein model`: what a trained model is.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace skein::workflow {

struct ShowModelRequest {
  std::filesystem::path model;                   // file, or the folder that has it
  std::optional<std::filesystem::path> picture;  // SVG file to draw the filters to
};

struct ShowModelOutcome {
  std::string text;
  std::string summary;  // JSON
};

ShowModelOutcome show_model(const ShowModelRequest& request);

}  // namespace skein::workflow
