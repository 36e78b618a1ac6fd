#include "neural/settings.h"

#include <array>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/input_error.h"
#include "base/text_source.h"

namespace skein::neural {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::pair<Model, const char*>, 3> kModels{
    {{Model::kCnn, "cnn"}, {Model::kCnnCrf, "cnn-crf"}, {Model::kLstm, "lstm"}}};

Json settings_json(const Settings& settings) {
  Json json;
  json["learning_rate"] = settings.learning_rate;
  json["width"] = settings.width;
  json["dropout"] = settings.dropout;
  json["weight_decay"] = settings.weight_decay;
  json["bidirectional"] = settings.bidirectional;
  json["epochs"] = settings.epochs;
  return json;
}

class ChoiceReader {
 public:
  explicit ChoiceReader(const std::filesystem::path& file)
      : file_(file), json_(Json::parse(read_text(file), nullptr, false)) {}

  Choice read(Model model) const {
    if (!json_.is_object()) fail("", "is no JSON object");
    const auto name = get<std::string>(json_, "model");
    if (name != name_of(model)) fail("model", fmt::format("is {}, not {}", name, name_of(model)));
    Choice choice{model, read_settings(member(json_, "chosen")), {}};
    for (const Json& trial : member(json_, "tried")) {
      choice.tried.push_back({read_settings(trial), get<double>(trial, "validation_error")});
    }
    return choice;
  }

 private:
  [[noreturn]] void fail(const std::string& field, const std::string& problem) const {
    throw InputError({file_, 0, field, problem,
                      "give a settings.json that `skein-neural letters` wrote for this model"});
  }

  const Json& member(const Json& json, const char* key) const {
    if (!json.is_object() || !json.contains(key)) fail(key, "is missing");
    return json[key];
  }

  template <class Value>
  Value get(const Json& json, const char* key) const {
    try {
      return member(json, key).get<Value>();
    } catch (const nlohmann::json::exception&) {
      fail(key, "is not of its kind");
    }
  }

  template <class Value>
  Value get(const Json& json, const char* key, Value least, Value most) const {
    const auto value = get<Value>(json, key);
    if (!(value >= least && value <= most)) {
      fail(key, fmt::format("is {}, not from {} to {}", value, least, most));
    }
    return value;
  }

  Settings read_settings(const Json& json) const {
    Settings settings;
    settings.learning_rate = get(json, "learning_rate", 1e-9, 10.0);
    settings.width = get(json, "width", 1, 4096);
    settings.dropout = get(json, "dropout", 0.0, 0.99);
    settings.weight_decay = get(json, "weight_decay", 0.0, 10.0);
    settings.bidirectional = get<bool>(json, "bidirectional");
    settings.epochs = get(json, "epochs", 1, 1'000'000);
    return settings;
  }

  const std::filesystem::path& file_;
  Json json_;
};

}  // namespace

std::string name_of(Model model) {
  for (const auto& [known, name] : kModels) {
    if (known == model) return name;
  }
  return "";
}

std::vector<std::string> model_names() {
  std::vector<std::string> names;
  for (const auto& [model, name] : kModels) names.emplace_back(name);
  return names;
}

std::optional<Model> model_named(std::string_view name) {
  for (const auto& [model, known] : kModels) {
    if (known == name) return model;
  }
  return std::nullopt;
}

std::string text_of(const Settings& settings) {
  return fmt::format("learning rate {}, width {}, dropout {}, weight decay {}{}",
                     settings.learning_rate, settings.width, settings.dropout,
                     settings.weight_decay, settings.bidirectional ? ", both directions" : "");
}

std::string choice_json(const Choice& choice) {
  Json json;
  json["format"] = "skein neural settings 1";
  json["model"] = name_of(choice.model);
  if (choice.chosen) json["chosen"] = settings_json(*choice.chosen);
  json["tried"] = Json::array();
  for (const Trial& trial : choice.tried) {
    json["tried"].push_back(settings_json(trial.settings));
    json["tried"].back()["validation_error"] = trial.validation_error;
  }
  return json.dump(2) + "\n";
}

Choice read_choice(const std::filesystem::path& file, Model model) {
  return ChoiceReader(file).read(model);
}

}  // namespace skein::neural
