#include "workflow/model.h"

#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/input_error.h"
#include "report/text.h"
#include "report/tiles.h"
#include "sequence/letter_model.h"
#include "sequence/model_description.h"

namespace skein::workflow {
namespace {

constexpr std::size_t kTilesInTextLine = 8;
constexpr std::size_t kTextLines = 3;
constexpr std::size_t kTilesInPictureLine = 20;
constexpr std::size_t kPixelsOfValue = 6;

// Filters of the first layer; of several channels, one tile each below the other.
report::Tiles filter_tiles(const kernels::Layer<float>& layer) {
  report::Tiles tiles;
  const std::size_t channels = layer.input().channels;
  tiles.rows = layer.options().patch.rows * channels;
  tiles.columns = layer.options().patch.columns;
  for (std::size_t k = 0; k < layer.filters().rows; ++k) {
    const auto filter = layer.filters().row(k);
    std::vector<float> values;
    for (std::size_t c = 0; c < channels; ++c) {
      for (std::size_t i = c; i < filter.size(); i += channels) values.push_back(filter[i]);
    }
    tiles.values.push_back(std::move(values));
  }
  return tiles;
}

std::string layers_text(const sequence::LetterModel& model) {
  if (!model.mapper) return "features: pixels of images of 16 x 8\n";
  report::TextTable table({"layer", "reads", "patch", "filters", "kernel", "pooling", "gives"});
  const kernels::Network<float>& network = model.mapper->network;
  const auto shape = [](const kernels::MapShape& map) {
    return fmt::format("{} x {} x {}", map.rows, map.columns, map.channels);
  };
  for (std::size_t k = 0; k < network.depth(); ++k) {
    const kernels::Layer<float>& layer = network.layer(k);
    const kernels::LayerOptions& options = layer.options();
    table.add({fmt::format("{}", k + 1), shape(layer.input()),
               fmt::format("{} x {}", options.patch.rows, options.patch.columns),
               report::grouped(layer.filters().rows), kernels::name_of(options.kernel),
               fmt::format("{} x {}, width {:g}", options.pool.row_step, options.pool.column_step,
                           options.pool.width),
               shape(layer.output())});
  }
  return fmt::format("{}features: {}, scaled by {} to a norm of {:g}\n", table.text(),
                     report::grouped(model.features()),
                     learning::name_of(model.mapper->scaler.scaling), model.mapper->scaler.norm);
}

std::string history_text(const sequence::LetterModel& model) {
  report::TextTable table(
      {"epochs", "oracle calls", "objective", "lower bound", "validation error", "test error"});
  const auto share = [](double value) {
    return std::isfinite(value) ? report::percent(value) : std::string("-");
  };
  for (const learning::TrainingPoint& point : model.history) {
    table.add({report::grouped(point.epoch), report::grouped(point.counts.oracle_calls),
               fmt::format("{:.6f}", point.primal),
               std::isfinite(point.lower_bound) ? fmt::format("{:.6f}", point.lower_bound) : "-",
               share(point.validation_error), share(point.error)});
  }
  return table.text();
}

std::string text_of(const sequence::LetterModel& model) {
  std::string text = fmt::format(
      "reader of handwritten words: chain of order {}, trained by {}, lambda {:.3g}, fold {} kept "
      "apart\nparameters: {} ({} weights, {} numbers of filters)\n\n{}\n{}",
      model.order, model.trainer, model.lambda, model.fold, report::grouped(model.parameters()),
      report::grouped(model.weights.size()),
      report::grouped(model.parameters() - model.weights.size()), layers_text(model),
      history_text(model));
  if (!model.mapper) return text;
  const report::Tiles tiles = filter_tiles(model.mapper->network.layer(0));
  text += fmt::format("\nthe first filters (--picture FILE.svg draws all {})\n\n{}",
                      tiles.values.size(), report::tiles_text(tiles, kTilesInTextLine, kTextLines));
  return text;
}

}  // namespace

ShowModelOutcome show_model(const ShowModelRequest& request) {
  const sequence::LetterModel model = sequence::read_model(request.model);
  if (request.picture) {
    if (!model.mapper) {
      throw InputError({request.model, 0, "--picture", "the model has no filters: it sees pixels",
                        "train one with --features ckn"});
    }
    write_file(*request.picture, report::tiles_svg(filter_tiles(model.mapper->network.layer(0)),
                                                   kTilesInPictureLine, kPixelsOfValue));
  }
  auto json = nlohmann::ordered_json::parse(sequence::description_of(model));
  json["command"] = "model show";
  json["parameters"] = model.parameters();
  return {text_of(model), json.dump(2) + "\n"};
}

}  // namespace skein::workflow
