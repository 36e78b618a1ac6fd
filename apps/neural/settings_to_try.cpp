// The short lists of settings. Found on folds 1 to 8 of letter.data: wider convolutions (64),
// weight decay and lower learning rates were no better there, only slower.
#include "neural/settings.h"

namespace skein::neural {

std::vector<Settings> settings_to_try(Model model) {
  constexpr int kEpochs = 30;
  if (model == Model::kLstm) {
    return {
        {.learning_rate = 4e-3,
         .width = 64,
         .dropout = 0.5,
         .bidirectional = true,
         .epochs = kEpochs},
        {.learning_rate = 4e-3,
         .width = 64,
         .dropout = 0.3,
         .bidirectional = true,
         .epochs = kEpochs},
        {.learning_rate = 2e-3,
         .width = 128,
         .dropout = 0.5,
         .bidirectional = true,
         .epochs = kEpochs},
        {.learning_rate = 4e-3,
         .width = 128,
         .dropout = 0.5,
         .bidirectional = false,
         .epochs = kEpochs},
    };
  }
  return {
      {.learning_rate = 4e-3, .width = 32, .dropout = 0.25, .epochs = kEpochs},
      {.learning_rate = 2e-3, .width = 32, .dropout = 0.25, .epochs = kEpochs},
      {.learning_rate = 4e-3, .width = 32, .dropout = 0.5, .epochs = kEpochs},
      {.learning_rate = 4e-3, .width = 16, .dropout = 0.25, .epochs = kEpochs},
  };
}

}  // namespace skein::neural
