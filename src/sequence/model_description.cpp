#include "sequence/model_description.h"

#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/input_error.h"

namespace skein::sequence {
namespace {

using kernels::DotKernel;
using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::size_t kMostFilters = 10'000;
constexpr std::size_t kMostSteps = 64;

ordered_json kernel_json(const DotKernel& kernel) {
  if (kernel.kind == DotKernel::Kind::kExponential) {
    return {{"kind", "exponential"}, {"sigma", kernel.sigma}};
  }
  return {{"kind", "polynomial"}, {"degree", kernel.degree}, {"offset", kernel.offset}};
}

ordered_json layer_json(const kernels::LayerOptions& layer, std::size_t filters) {
  ordered_json out;
  out["patch"] = {layer.patch.rows, layer.patch.columns};
  out["filters"] = filters;
  out["kernel"] = kernel_json(layer.kernel);
  out["pool_steps"] = {layer.pool.row_step, layer.pool.column_step};
  out["pool_width"] = layer.pool.width;
  out["ridge"] = layer.ridge;
  return out;
}

// Numbers that are none are left out.
void put(ordered_json& out, const char* key, double value) {
  if (std::isfinite(value)) out[key] = value;
}

// Without times: the same training gives the same bytes.
ordered_json point_json(const learning::TrainingPoint& point) {
  ordered_json out;
  out["epoch"] = point.epoch;
  out["oracle_calls"] = point.counts.oracle_calls;
  out["updates"] = point.counts.updates;
  put(out, "objective", point.primal);
  put(out, "lower_bound", point.lower_bound);
  put(out, "test_error", point.error);
  put(out, "validation_error", point.validation_error);
  return out;
}

// Values of a JSON object by their keys; complains of the key.
class Keys {
 public:
  Keys(const json& object, const std::filesystem::path& file) : object_(object), file_(file) {}

  [[noreturn]] void fail(const std::string& key, const std::string& problem) const {
    throw InputError({file_, 0, key, problem, "give a model as `skein sequence learn` writes it"});
  }
  template <class Value>
  Value get(const char* key) const {
    try {
      return object_.at(key).get<Value>();
    } catch (const json::exception&) {
      fail(key, "is missing from the description, or not of its kind");
    }
  }
  std::size_t count(const char* key, std::size_t most) const {
    return checked_count(key, get<std::size_t>(key), most);
  }
  std::pair<std::size_t, std::size_t> counts(const char* key, std::size_t most) const {
    const auto two = get<std::vector<std::size_t>>(key);
    if (two.size() != 2) fail(key, "are not two numbers");
    return {checked_count(key, two[0], most), checked_count(key, two[1], most)};
  }
  double number(const char* key, double least, double most) const {
    const auto value = get<double>(key);
    if (!(value >= least && value <= most)) fail(key, "is out of its range");
    return value;
  }
  double number_or_none(const char* key) const {
    if (!object_.contains(key)) return std::numeric_limits<double>::quiet_NaN();
    return get<double>(key);
  }
  Keys inside(const char* key) const {
    if (!object_.contains(key) || !object_.at(key).is_object()) fail(key, "is no object");
    return {object_.at(key), file_};
  }
  std::vector<Keys> list(const char* key) const {
    if (!object_.contains(key) || !object_.at(key).is_array()) fail(key, "is no list");
    std::vector<Keys> items;
    for (const json& item : object_.at(key)) {
      if (!item.is_object()) fail(key, "has an item that is no object");
      items.emplace_back(item, file_);
    }
    return items;
  }

 private:
  std::size_t checked_count(const char* key, std::size_t value, std::size_t most) const {
    if (value < 1 || value > most) fail(key, fmt::format("{} is not in 1 to {}", value, most));
    return value;
  }

  const json& object_;
  const std::filesystem::path& file_;
};

DotKernel read_kernel(const Keys& keys) {
  const auto kind = keys.get<std::string>("kind");
  DotKernel kernel;
  if (kind == "exponential") {
    kernel.sigma = keys.number("sigma", 1e-3, 1e3);
  } else if (kind == "polynomial") {
    kernel.kind = DotKernel::Kind::kPolynomial;
    kernel.degree = static_cast<int>(keys.count("degree", 100));
    kernel.offset = keys.number("offset", 0, 1e6);
  } else {
    keys.fail("kind", fmt::format("there is no kernel {}", in_quotes(kind)));
  }
  return kernel;
}

kernels::LayerOptions read_layer(const Keys& keys) {
  kernels::LayerOptions layer;
  std::tie(layer.patch.rows, layer.patch.columns) = keys.counts("patch", kMostSteps);
  layer.filters = keys.count("filters", kMostFilters);
  layer.kernel = read_kernel(keys.inside("kernel"));
  std::tie(layer.pool.row_step, layer.pool.column_step) = keys.counts("pool_steps", kMostSteps);
  layer.pool.width = keys.number("pool_width", 0, 1e3);
  layer.ridge = keys.number("ridge", 0, 1e3);
  return layer;
}

learning::FeatureMapper read_mapper(const Keys& keys) {
  kernels::NetworkOptions options;
  options.input = {kImageRows, kImageColumns, 1};
  options.layers.clear();
  for (const Keys& layer : keys.list("layers")) options.layers.push_back(read_layer(layer));
  if (options.layers.empty()) keys.fail("layers", "is empty");
  learning::FeatureScaler scaler;
  scaler.scaling = learning::scaling_from(keys.get<std::string>("scaling"));
  scaler.norm = keys.number("norm", 0, 1e9);
  return {kernels::Network<float>(options), scaler};
}

learning::TrainingPoint read_point(const Keys& keys) {
  learning::TrainingPoint point;
  point.epoch = keys.get<std::uint64_t>("epoch");
  point.counts.oracle_calls = keys.get<std::uint64_t>("oracle_calls");
  point.counts.updates = keys.get<std::uint64_t>("updates");
  point.primal = keys.number_or_none("objective");
  const double bound = keys.number_or_none("lower_bound");
  if (std::isfinite(bound)) point.lower_bound = bound;
  point.error = keys.number_or_none("test_error");
  point.validation_error = keys.number_or_none("validation_error");
  return point;
}

}  // namespace

std::string description_of(const LetterModel& model) {
  ordered_json out;
  out["alphabet"] = "abcdefghijklmnopqrstuvwxyz";
  out["features"] = model.mapper ? "ckn" : "pixels";
  out["order"] = model.order;
  out["trainer"] = model.trainer;
  out["lambda"] = model.lambda;
  out["fold"] = model.fold;
  if (model.mapper) {
    const kernels::Network<float>& network = model.mapper->network;
    for (std::size_t k = 0; k < network.depth(); ++k) {
      const auto& layer = network.layer(k);
      out["layers"].push_back(layer_json(layer.options(), layer.filters().rows));
    }
    out["scaling"] = learning::name_of(model.mapper->scaler.scaling);
    out["norm"] = model.mapper->scaler.norm;
  }
  out["history"] = ordered_json::array();
  for (const auto& point : model.history) out["history"].push_back(point_json(point));
  return out.dump(2) + "\n";
}

LetterModel model_described_by(const std::string& text, const std::filesystem::path& file) {
  const json object = json::parse(text, nullptr, false);
  const Keys keys(object, file);
  if (!object.is_object()) keys.fail("description", "is no JSON object");
  LetterModel model;
  model.order = keys.get<int>("order");
  if (model.order != 1 && model.order != 2) keys.fail("order", "is neither 1 nor 2");
  model.trainer = keys.get<std::string>("trainer");
  model.lambda = keys.get<double>("lambda");
  model.fold = keys.get<int>("fold");
  const auto features = keys.get<std::string>("features");
  if (features != "pixels" && features != "ckn") {
    keys.fail("features", fmt::format("{} are neither pixels nor ckn", in_quotes(features)));
  }
  if (features == "ckn") model.mapper = read_mapper(keys);
  for (const Keys& point : keys.list("history")) model.history.push_back(read_point(point));
  return model;
}

}  // namespace skein::sequence
