// The short lists of settings.
#include "neural/settings.h"

namespace skein::neural {

std::vector<Settings> settings_to_try(Model model) {
  if (model == Model::kLstm) {
    return {
        {.learning_rate = 2e-3, .width = 64, .dropout = 0.3, .bidirectional = true, .epochs = 30},
    };
  }
  return {
      {.learning_rate = 2e-3, .width = 16, .dropout = 0.5, .epochs = 30},
  };
}

}  // namespace skein::neural
