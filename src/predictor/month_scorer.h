// A trained predictor at work on a month: what it says of each flight, for whatever builds
// pairings.
#pragma once

#include <memory>
#include <vector>

#include "base/workers.h"
#include "features/choice_features.h"
#include "features/slot_history.h"
#include "plan/month_folder.h"
#include "predictor/connection_model.h"
#include "predictor/joint_choices.h"
#include "pricing/connection_scorer.h"

namespace skein::predictor {

class MonthScorer final : public pricing::ConnectionScorer {
 public:
  // Both must live as long as this. Warns of stations that the model has never seen. Throws
  // InputError for a model that was trained on other features.
  MonthScorer(const ConnectionModel& model, const plan::Month& month, Workers& workers);

  // May be called by several threads at once.
  pricing::FlightOutlook outlook(FlightId flight, StationId base,
                                 const pricing::CrewState* state) const override;
  double starts(FlightId flight) const override { return starts_[flight]; }
  double layover_before(FlightId flight) const override { return layover_[flight]; }

  // Of all flights, where nothing is known of crews.
  pricing::ConnectionScores scores(Workers& workers) const;
  // The same with at most one flight before each: its most likely next flight, none where the
  // pairing ends.
  IdVector<FlightId, FlightId> joint_next(const JointOptions& options, Workers& workers) const;

  const features::ChoiceFeatures& features() const { return features_; }

 private:
  // All flights as examples, without crews.
  learning::ChoiceExamples examples(Workers& workers) const;
  void warn_of_strangers() const;
  void answer_questions(Workers& workers);

  const ConnectionModel& model_;
  const plan::Month& month_;
  features::SlotView past_;
  features::ChoiceFeatures features_;
  IdVector<FlightId, double> starts_;
  IdVector<FlightId, double> layover_;
};

}  // namespace skein::predictor
