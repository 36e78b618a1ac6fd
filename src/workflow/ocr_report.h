// Tables, figures and page of `skein experiment ocr`.
#pragma once

#include <cstdint>
#include <vector>

#include "base/files.h"
#include "learning/struct_ckn_training.h"
#include "sequence/letter_data.h"
#include "workflow/ocr_experiment.h"

namespace skein::workflow {

// How a Struct-CKN learns with so many epochs of the chain after each round of its filters.
struct RoundEpochsCourse {
  std::uint64_t epochs = 0;
  std::vector<learning::TrainingPoint> points;
  learning::FeatureMapper mapper;
};
using RoundEpochsFigure = std::vector<RoundEpochsCourse>;

// On fold 0, for about as many epochs in all whatever n_Ep is.
RoundEpochsCourse course_with(std::uint64_t epochs, const std::vector<sequence::Word>& words,
                              Workers& workers, const Deadline& deadline);

// Adds the outcome's text and summary.
void write_ocr_report(StagedFolder& folder, const std::vector<sequence::Word>& words,
                      const RoundEpochsFigure& figure, OcrOutcome& outcome);

}  // namespace skein::workflow
