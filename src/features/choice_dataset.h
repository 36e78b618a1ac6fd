// Past choices of crews as arrays to learn from and to test on.
//
// Each flight that was operated is an example: its candidates, what is known of them, and which the
// crew took, or that its pairing ended. A choice that is not among the candidates (its crew rode as
// passengers first, say) cannot be predicted by anybody: there is nothing to learn from it, and it
// counts as an error of every predictor. The two further questions, whether a flight starts a
// pairing and whether a layover comes before it, are examples with a single candidate: yes, or none
// of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/workers.h"
#include "features/choice_features.h"
#include "history/past_month.h"
#include "learning/choice_examples.h"

namespace skein::features {

// Where an example comes from.
struct ExampleOrigin {
  FlightId flight;
  std::int32_t day = 0;  // of its departure: 0 is the first day of the planning period (UTC)
  bool at_hub = false;   // it lands at one
  bool in_reach = true;  // the truth is among the candidates; else examples say "none" for it
  bool knows_crew = true;

  friend bool operator==(const ExampleOrigin&, const ExampleOrigin&) = default;
};

struct ChoiceDataset {
  std::vector<std::string> channels;         // names of values, by channel
  learning::ChoiceExamples examples;         // resources are flights
  std::vector<ExampleOrigin> origins;        // by example
  std::vector<std::string> flight_channels;  // names of values of the further questions
  learning::ChoiceExamples starts;           // by example, with one place
  learning::ChoiceExamples layovers;

  std::size_t size() const { return origins.size(); }
};

// Choices that are out of reach, by reason.
struct OutOfReach {
  std::size_t after_deadheads = 0;
  std::size_t too_late = 0;   // beyond the longest time
  std::size_t forbidden = 0;  // by the rules, though it was done
  std::size_t too_many = 0;   // candidates before it
  std::size_t total() const { return after_deadheads + too_late + forbidden + too_many; }
};

struct DatasetOptions {
  // Of the rows, so many know nothing of the past, drawn at random; to learn, or models lean on
  // slots that come and go.
  double without_past = 0;
  std::uint64_t seed = 1;
  std::uint32_t group = 0;  // that the examples get
};

struct DatasetSummary {
  OutOfReach out_of_reach;
  std::size_t without_state = 0;
  std::size_t candidates = 0;  // of all examples
};

// Of all these choices.
ChoiceDataset make_dataset(const plan::Month& month, std::span<const history::CrewChoice> choices,
                           const ChoiceFeatures& features, const DatasetOptions& options,
                           Workers& workers, DatasetSummary* summary = nullptr);

// By example.
std::vector<FlightId> flights_of(const ChoiceDataset& data);

// Of the examples, those.
ChoiceDataset select(const ChoiceDataset& all, std::span<const std::uint32_t> examples);
learning::ChoiceExamples select(const learning::ChoiceExamples& all,
                                std::span<const std::uint32_t> examples);
// Adds the examples of another month. Throws InputError for other channels.
void append(ChoiceDataset& into, const ChoiceDataset& more);
// Examples whose truth is among the candidates; and those on these days, both included.
std::vector<std::uint32_t> in_reach(const ChoiceDataset& all);
std::vector<std::uint32_t> on_days(const ChoiceDataset& all, std::int32_t first, std::int32_t last);

}  // namespace skein::features
