// A predictor of flight connections, trained on past months: which flight a crew takes next, and
// the two further questions, whether a flight starts a pairing and whether a layover comes before
// it.
//
// The probabilities of all three are calibrated: models are first trained without the last days of
// each month, temperatures fitted on those, then trained again on all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/workers.h"
#include "features/choice_dataset.h"
#include "features/choice_features.h"
#include "features/slot_history.h"
#include "history/past_month.h"
#include "learning/choice_model.h"
#include "learning/model_file.h"
#include "predictor/choice_predictors.h"
#include "predictor/crossings.h"

namespace skein::predictor {

// Days of a month's planning period, the first is 1; both are included.
struct DayRange {
  std::int32_t first = 1;
  std::int32_t last = std::numeric_limits<std::int32_t>::max() / 2;

  bool contains(std::int32_t day) const { return first <= day && day <= last; }
};

struct LearningOptions {
  PredictorOptions predictor;
  features::FeatureOptions features;
  DayRange days;  // of each month
  // Of the examples, so many are learnt from as if nothing were known of the past.
  double without_past = 0.5;
  // And so many once more as if nothing were known of the crew, for those who do not know it.
  double without_state = 0.1;
  // Last days of each month, as a share, that temperatures are fitted on; 0: temperatures are 1.
  double held_out = 0.2;
  // Learn there too what crossings are worth in joint choices (crossings.h).
  bool pairwise = false;
};

struct LearningSummary {
  std::size_t examples = 0;  // of all months
  features::OutOfReach out_of_reach;
  std::size_t without_state = 0;  // pairings broke rules before
  double cpu_seconds = 0;
};

struct ConnectionModel {
  std::string predictor;
  features::FeatureOptions features;
  std::vector<std::string> channels;         // that the model reads
  std::vector<std::string> flight_channels;  // of the further questions
  features::SlotHistory past;                // none where features have no history
  std::unique_ptr<learning::ChoiceModel> next;
  std::unique_ptr<learning::ChoiceModel> starts;
  std::unique_ptr<learning::ChoiceModel> layover;
  double next_temperature = 1;
  double starts_temperature = 1;
  double layover_temperature = 1;
  std::optional<CrossingWeights> crossings;  // none: joint choices have no pairwise terms

  std::size_t parameters() const;
};

// Throws InputError for months that nothing can be learnt from.
ConnectionModel learn_connections(std::span<const history::PastMonth> months,
                                  const LearningOptions& options, Workers& workers,
                                  LearningSummary* summary = nullptr);

// All choices of a month, with which to learn or to test.
struct MonthChoices {
  const history::PastMonth* month = nullptr;
  std::vector<history::CrewChoice> choices;
};
MonthChoices choices_of(const history::PastMonth& month);
// Those on these days.
std::vector<history::CrewChoice> on_days(const MonthChoices& month, const DayRange& days);

constexpr const char* kModelKind = "connections";
learning::ModelFile to_file(ConnectionModel& model);
// Throws InputError, with file and field, for what is not as written.
ConnectionModel read_connection_model(const std::filesystem::path& file);
// What crossings add to joint choices; nothing where the model has learnt nothing of them.
std::vector<PairScore> pair_scores(const ConnectionModel& model, const ScoredMonth& scored);
// Throws InputError where the features of this version are others than the model was trained on.
void require_features(const ConnectionModel& model, const features::ChoiceFeatures& features);

}  // namespace skein::predictor
