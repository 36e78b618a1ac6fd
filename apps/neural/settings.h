// What is chosen on validation words before a network is trained, and `settings.json`.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skein::neural {

enum class Model {
  kCnn,     // a convolutional network for each letter alone
  kCnnCrf,  // its scores in a chain of letters, trained together
  kLstm,    // a recurrent network over the letters of a word
};

std::string name_of(Model model);
std::vector<std::string> model_names();
std::optional<Model> model_named(std::string_view name);

struct Settings {
  double learning_rate = 1e-3;
  // Filters of the first convolution, the second has twice as many; or cells of each layer of the
  // LSTM in each direction.
  int width = 16;
  double dropout = 0;       // before the last layers; between the layers of the LSTM
  double weight_decay = 0;  // per step and learning rate, apart from Adam's moments
  bool bidirectional = false;
  int epochs = 1;  // the most that are tried, or those that were chosen

  friend bool operator==(const Settings&, const Settings&) = default;
};

std::string text_of(const Settings& settings);

// What is tried where no settings are given.
std::vector<Settings> settings_to_try(Model model);

struct Trial {
  Settings settings;  // with the epochs after which it was best
  double validation_error = 1;

  friend bool operator==(const Trial&, const Trial&) = default;
};

struct Choice {
  Model model = Model::kCnn;
  std::optional<Settings> chosen;  // none where work stopped before the first trial told anything
  std::vector<Trial> tried;

  friend bool operator==(const Choice&, const Choice&) = default;
};

std::string choice_json(const Choice& choice);
// Throws InputError, with file and field, for what is not as written, has no choice, or is for
// another model.
Choice read_choice(const std::filesystem::path& file, Model model);

}  // namespace skein::neural
