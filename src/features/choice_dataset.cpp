#include "features/choice_dataset.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/input_error.h"
#include "base/random.h"

namespace skein::features {
namespace {

using history::CrewChoice;
using history::NextFlight;
using learning::ChoiceExamples;

constexpr std::size_t kExamplesAtOnce = 256;

ChoiceExamples blank_examples(std::size_t count, std::size_t channels, std::size_t places,
                              std::uint32_t group) {
  ChoiceExamples blank;
  blank.channels = channels;
  blank.places = places;
  blank.values.assign(count * channels * places, 0.0F);
  blank.allowed.assign(count * (places + 1), 0);
  blank.resource.assign(count * places, ChoiceExamples::kNothing);
  blank.truth.assign(count, static_cast<std::uint32_t>(places));
  blank.group.assign(count, group);
  return blank;
}

// Fills one dataset, example by example.
class DatasetMaker {
 public:
  DatasetMaker(const plan::Month& month, std::span<const CrewChoice> choices,
               const ChoiceFeatures& features, const DatasetOptions& options)
      : schedule_(month.schedule),
        choices_(choices),
        features_(features),
        options_(options),
        draws_(options.seed) {
    dataset_.channels = features.names();
    dataset_.flight_channels = features.flight_names();
    dataset_.origins.resize(choices.size());
    dataset_.examples = blank_examples(choices.size(), features.channels(),
                                       features.options().candidates.most, options.group);
    dataset_.starts = blank_examples(choices.size(), features.flight_channels(), 1, options.group);
    dataset_.layovers = dataset_.starts;
    found_.resize(choices.size());
  }

  ChoiceDataset make(Workers& workers, DatasetSummary* summary) {
    const std::size_t blocks = (choices_.size() + kExamplesAtOnce - 1) / kExamplesAtOnce;
    workers.run(blocks, [&](std::size_t block, std::size_t) {
      const std::size_t end = std::min(choices_.size(), (block + 1) * kExamplesAtOnce);
      for (std::size_t k = block * kExamplesAtOnce; k < end; ++k) fill(k);
    });
    if (summary != nullptr) *summary = summed();
    return std::move(dataset_);
  }

 private:
  // What became of the truth of an example.
  enum class Found { kYes, kAfterDeadheads, kTooLate, kForbidden, kTooMany };
  struct Looked {
    Found found = Found::kYes;
    std::size_t candidates = 0;
  };

  void fill(std::size_t k) {
    const CrewChoice& choice = choices_[k];
    const Chooser chooser{choice.flight, choice.base, choice.state ? &*choice.state : nullptr};
    const bool with_past = !draws_.split("past", k).chance(options_.without_past);
    ChoiceExamples& examples = dataset_.examples;
    const std::size_t places = examples.places;
    const std::vector<NextFlight> candidates = features_.candidates(chooser);
    const std::size_t size = examples.channels * places;
    features_.describe(chooser, candidates, with_past,
                       std::span(examples.values).subspan(k * size, size));
    examples.allowed[k * (places + 1) + places] = 1;
    for (std::size_t place = 0; place < candidates.size(); ++place) {
      examples.allowed[k * (places + 1) + place] = 1;
      const auto flight = static_cast<std::uint32_t>(candidates[place].flight.index());
      examples.resource[k * places + place] = flight;
      if (candidates[place].flight == choice.next) {
        examples.truth[k] = static_cast<std::uint32_t>(place);
      }
    }
    found_[k] = {look(choice, candidates, examples.truth[k]), candidates.size()};
    fill_origin(k, choice);
    fill_questions(k, choice, with_past);
  }

  Found look(const CrewChoice& choice, const std::vector<NextFlight>& candidates,
             std::uint32_t truth) const {
    if (!choice.next.exists() || truth < dataset_.examples.places) return Found::kYes;
    const schedule::Flight& next = schedule_.flight(choice.next);
    const schedule::Flight& landed = schedule_.flight(choice.flight);
    if (next.origin != landed.destination || choice.deadheads_after) return Found::kAfterDeadheads;
    const auto& limits = features_.options().candidates;
    if (next.departure - landed.arrival > limits.within) return Found::kTooLate;
    const bool is_full = candidates.size() == limits.most &&
                         schedule_.flight(candidates.back().flight).departure <= next.departure;
    return is_full ? Found::kTooMany : Found::kForbidden;
  }

  void fill_origin(std::size_t k, const CrewChoice& choice) {
    const schedule::Flight& flight = schedule_.flight(choice.flight);
    ExampleOrigin& origin = dataset_.origins[k];
    origin.flight = choice.flight;
    origin.day = static_cast<std::int32_t>(
        (day_of(flight.departure) - day_of(schedule_.period().begin)).count());
    origin.at_hub = features_.is_hub(flight.destination);
    origin.in_reach = found_[k].found == Found::kYes;
    origin.knows_crew = choice.state.has_value();
  }

  void fill_questions(std::size_t k, const CrewChoice& choice, bool with_past) {
    const std::size_t size = dataset_.starts.channels;
    const auto values = std::span(dataset_.starts.values).subspan(k * size, size);
    features_.describe(choice.flight, with_past, values);
    std::ranges::copy(values,
                      dataset_.layovers.values.begin() + static_cast<std::ptrdiff_t>(k * size));
    for (ChoiceExamples* examples : {&dataset_.starts, &dataset_.layovers}) {
      examples->allowed[2 * k] = examples->allowed[2 * k + 1] = 1;
    }
    dataset_.starts.truth[k] = choice.starts ? 0 : 1;
    dataset_.layovers.truth[k] = choice.layover_before ? 0 : 1;
  }

  DatasetSummary summed() const {
    DatasetSummary sum;
    for (std::size_t k = 0; k < choices_.size(); ++k) {
      sum.candidates += found_[k].candidates;
      if (!choices_[k].state) ++sum.without_state;
      switch (found_[k].found) {
        case Found::kYes:
          break;
        case Found::kAfterDeadheads:
          ++sum.out_of_reach.after_deadheads;
          break;
        case Found::kTooLate:
          ++sum.out_of_reach.too_late;
          break;
        case Found::kForbidden:
          ++sum.out_of_reach.forbidden;
          break;
        case Found::kTooMany:
          ++sum.out_of_reach.too_many;
          break;
      }
    }
    return sum;
  }

  const schedule::Schedule& schedule_;
  std::span<const CrewChoice> choices_;
  const ChoiceFeatures& features_;
  const DatasetOptions& options_;
  Rng draws_;
  ChoiceDataset dataset_;
  std::vector<Looked> found_;
};

// `size` items of each of the chosen examples.
template <class Item>
std::vector<Item> chosen_of(const std::vector<Item>& all, std::size_t size,
                            std::span<const std::uint32_t> examples) {
  std::vector<Item> chosen;
  chosen.reserve(examples.size() * size);
  for (const std::uint32_t k : examples) {
    const auto from = all.begin() + static_cast<std::ptrdiff_t>(k * size);
    chosen.insert(chosen.end(), from, from + static_cast<std::ptrdiff_t>(size));
  }
  return chosen;
}

template <class Item>
void add(std::vector<Item>& into, const std::vector<Item>& more) {
  into.insert(into.end(), more.begin(), more.end());
}

void append(ChoiceExamples& into, const ChoiceExamples& more) {
  add(into.values, more.values);
  add(into.allowed, more.allowed);
  add(into.resource, more.resource);
  add(into.truth, more.truth);
  add(into.group, more.group);
}

std::vector<std::uint32_t> where(const ChoiceDataset& all, auto condition) {
  std::vector<std::uint32_t> found;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (condition(all.origins[k])) found.push_back(static_cast<std::uint32_t>(k));
  }
  return found;
}

}  // namespace

ChoiceDataset make_dataset(const plan::Month& month, std::span<const CrewChoice> choices,
                           const ChoiceFeatures& features, const DatasetOptions& options,
                           Workers& workers, DatasetSummary* summary) {
  return DatasetMaker(month, choices, features, options).make(workers, summary);
}

ChoiceExamples select(const ChoiceExamples& all, std::span<const std::uint32_t> examples) {
  ChoiceExamples some;
  some.channels = all.channels;
  some.places = all.places;
  some.values = chosen_of(all.values, all.channels * all.places, examples);
  some.allowed = chosen_of(all.allowed, all.places + 1, examples);
  some.resource = chosen_of(all.resource, all.places, examples);
  some.truth = chosen_of(all.truth, 1, examples);
  some.group = chosen_of(all.group, 1, examples);
  return some;
}

std::vector<FlightId> flights_of(const ChoiceDataset& data) {
  std::vector<FlightId> flights;
  for (const ExampleOrigin& origin : data.origins) flights.push_back(origin.flight);
  return flights;
}

ChoiceDataset select(const ChoiceDataset& all, std::span<const std::uint32_t> examples) {
  return {all.channels,        select(all.examples, examples), chosen_of(all.origins, 1, examples),
          all.flight_channels, select(all.starts, examples),   select(all.layovers, examples)};
}

void append(ChoiceDataset& into, const ChoiceDataset& more) {
  if (into.size() == 0) {
    into = more;
    return;
  }
  if (into.channels != more.channels || into.flight_channels != more.flight_channels ||
      into.examples.places != more.examples.places) {
    throw InputError({"", 0, "features",
                      fmt::format("{} channels for {} candidates cannot be joined with {} for {}",
                                  more.channels.size(), more.examples.places, into.channels.size(),
                                  into.examples.places),
                      "make both datasets with the same options"});
  }
  append(into.examples, more.examples);
  append(into.starts, more.starts);
  append(into.layovers, more.layovers);
  add(into.origins, more.origins);
}

std::vector<std::uint32_t> in_reach(const ChoiceDataset& all) {
  return where(all, [](const ExampleOrigin& origin) { return origin.in_reach; });
}

std::vector<std::uint32_t> on_days(const ChoiceDataset& all, std::int32_t first,
                                   std::int32_t last) {
  return where(
      all, [&](const ExampleOrigin& origin) { return origin.day >= first && origin.day <= last; });
}

}  // namespace skein::features
