// The short lists of settings.
#include "neural/settings.h"

namespace skein::neural {

std::vector<Settings> settings_to_try(Model model) {
  if (model == Model::kLstm) {
    return {
        {.learning_rate = 2e-3, .width = 64, .dropout = 0.5, .bidirectional = true, .epochs = 30},
        {.learning_rate = 4e-3, .width = 64, .dropout = 0.5, .bidirectional = true, .epochs = 30},
        {.learning_rate = 2e-3, .width = 128, .dropout = 0.5, .bidirectional = true, .epochs = 30},
        {.learning_rate = 2e-3, .width = 128, .dropout = 0.5, .bidirectional = false, .epochs = 30},
    };
  }
  return {
      {.learning_rate = 2e-3, .width = 32, .dropout = 0.25, .weight_decay = 0.05, .epochs = 30},
      {.learning_rate = 4e-3, .width = 32, .dropout = 0.25, .epochs = 30},
      {.learning_rate = 2e-3, .width = 64, .dropout = 0.5, .epochs = 30},
      {.learning_rate = 1e-3, .width = 64, .dropout = 0.25, .epochs = 30},
  };
}

}  // namespace skein::neural
