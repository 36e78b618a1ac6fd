// Predictors that learn nothing: yardsticks for the others.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "learning/choice_model.h"

namespace skein::predictor {

// What is asked of a flight that a crew operates.
enum class Question : std::uint8_t { kNext, kStarts, kLayover };

// The first candidate, nearly for sure; none where there is none.
class FirstModel final : public learning::ChoiceModel {
 public:
  std::vector<float> scores(const learning::ChoiceExamples& examples,
                            Workers& workers) const override;
  std::size_t parameters() const override { return 0; }
  void exchange(StateArchive& /*archive*/) override {}
};

// What crews did most often on the same slot before, else on a similar one; the first candidate
// where nothing is known. Reads the channels of the past by their names.
class FrequentModel final : public learning::ChoiceModel {
 public:
  // To be read from an archive.
  FrequentModel() = default;
  // Throws InputError where the channels of the past are missing.
  FrequentModel(std::span<const std::string> channels, Question question);

  std::vector<float> scores(const learning::ChoiceExamples& examples,
                            Workers& workers) const override;
  std::size_t parameters() const override { return 0; }
  void exchange(StateArchive& archive) override;

 private:
  Question question_ = Question::kNext;
  std::uint64_t exact_ = 0;  // channels; of the further questions the first only
  std::uint64_t near_ = 0;
  std::uint64_t none_exact_ = 0;
  std::uint64_t none_near_ = 0;
};

}  // namespace skein::predictor
