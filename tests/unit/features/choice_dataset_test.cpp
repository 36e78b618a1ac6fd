#include "features/choice_dataset.h"

#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "features/dataset_file.h"
#include "learning/choice_sequences.h"
#include "support/complaints.h"
#include "support/past_months.h"
#include "support/scratch_folder.h"

namespace skein::features {
namespace {

using history::CrewChoices;
using history::PastMonth;
using learning::ChoiceExamples;
using testing::HasSubstr;

// A month with what its crews did, and datasets of it.
class Made {
 public:
  explicit Made(const PastMonth& past, const FeatureOptions& options = {})
      : past_(past),
        models_(past_.month.schedule, past_.month.rules),
        choices_(crew_choices(past_.month.schedule, past_.plan, models_)) {
    history_.add(past_.month.schedule, choices_.choices);
    history_.sort();
    view_.emplace(history_, past_.month.schedule);
    features_.emplace(past_.month, options, &*view_);
  }

  ChoiceDataset dataset(const DatasetOptions& options = {}, std::size_t threads = 1,
                        DatasetSummary* summary = nullptr) const {
    Workers workers(threads);
    return make_dataset(past_.month, choices_.choices, *features_, options, workers, summary);
  }
  const CrewChoices& choices() const { return choices_; }
  const schedule::Schedule& schedule() const { return past_.month.schedule; }

 private:
  PastMonth past_;
  history::CrewModels models_;
  CrewChoices choices_;
  SlotHistory history_;
  std::optional<SlotView> view_;
  std::optional<ChoiceFeatures> features_;
};

void expect_equal(const ChoiceExamples& a, const ChoiceExamples& b) {
  EXPECT_EQ(a.channels, b.channels);
  EXPECT_EQ(a.places, b.places);
  EXPECT_EQ(a.values, b.values);
  EXPECT_EQ(a.allowed, b.allowed);
  EXPECT_EQ(a.resource, b.resource);
  EXPECT_EQ(a.truth, b.truth);
  EXPECT_EQ(a.group, b.group);
}

void expect_equal(const ChoiceDataset& a, const ChoiceDataset& b) {
  EXPECT_EQ(a.channels, b.channels);
  EXPECT_EQ(a.flight_channels, b.flight_channels);
  EXPECT_EQ(a.origins, b.origins);
  expect_equal(a.examples, b.examples);
  expect_equal(a.starts, b.starts);
  expect_equal(a.layovers, b.layovers);
}

TEST(ChoiceDataset, TheTruthIsTheFlightThatTheCrewTook) {
  const Made made(test::made_up_past().front());
  DatasetSummary summary;
  const ChoiceDataset data = made.dataset({}, 1, &summary);
  ASSERT_EQ(data.size(), made.choices().choices.size());
  EXPECT_EQ(data.channels.size(), data.examples.channels);
  learning::require_whole(data.examples);
  std::size_t out = 0;
  for (std::size_t k = 0; k < data.size(); ++k) {
    const history::CrewChoice& choice = made.choices().choices[k];
    const std::uint32_t truth = data.examples.truth[k];
    EXPECT_EQ(data.origins[k].flight, choice.flight);
    if (!data.origins[k].in_reach) ++out;
    if (truth < data.examples.places) {
      EXPECT_EQ(FlightId(data.examples.resource[k * data.examples.places + truth]), choice.next);
    } else {
      EXPECT_EQ(choice.next.exists(), !data.origins[k].in_reach);
    }
    EXPECT_EQ(data.starts.truth[k] == 0, choice.starts);
    EXPECT_EQ(data.layovers.truth[k] == 0, choice.layover_before);
  }
  EXPECT_EQ(summary.out_of_reach.total(), out);
  EXPECT_EQ(summary.without_state, made.choices().without_state);
  EXPECT_LT(out, data.size() / 10);
}

TEST(ChoiceDataset, IsTheSameForAnyNumberOfThreads) {
  const Made made(test::made_up_past().front());
  expect_equal(made.dataset({0.5, 3, 1}, 1), made.dataset({0.5, 3, 1}, 3));
}

TEST(ChoiceDataset, WithoutNamesAnotherAirlineLooksTheSame) {
  const PastMonth past = test::made_up_past().front();
  FeatureOptions options;
  options.names = false;
  const ChoiceDataset own = Made(past, options).dataset();
  expect_equal(Made(test::renamed(past), options).dataset(), own);
  EXPECT_NE(Made(test::renamed(past)).dataset().examples.values,
            Made(past).dataset().examples.values);
}

TEST(ChoiceDataset, RowsWithoutAPastDifferInThatOnly) {
  const Made made(test::made_up_past().front());
  const ChoiceDataset with = made.dataset();
  const ChoiceDataset without = made.dataset({1, 1, 0});
  std::vector<std::string> differ;
  const std::size_t places = with.examples.places;
  for (std::size_t c = 0; c < with.channels.size(); ++c) {
    for (std::size_t k = 0; k < with.size(); ++k) {
      const std::size_t from = (k * with.channels.size() + c) * places;
      const auto values = [&](const ChoiceDataset& data) {
        const auto at = data.examples.values.begin() + static_cast<std::ptrdiff_t>(from);
        return std::vector<float>(at, at + static_cast<std::ptrdiff_t>(places));
      };
      if (values(with) == values(without)) continue;
      differ.push_back(with.channels[c]);
      break;
    }
  }
  EXPECT_FALSE(differ.empty());
  for (const std::string& name : differ) {
    EXPECT_TRUE(name.find("past") != std::string::npos || name.starts_with("taken") ||
                name.starts_with("ended") || name.starts_with("it "))
        << name;
  }
}

TEST(ChoiceDataset, PartsAndSumsKeepExamplesWhole) {
  const Made made(test::made_up_past().front());
  const ChoiceDataset all = made.dataset();
  const auto early = on_days(all, 0, 9);
  const auto late = on_days(all, 10, 40);
  ASSERT_EQ(early.size() + late.size(), all.size());
  ChoiceDataset sum = select(all, early);
  append(sum, select(all, late));
  expect_equal(sum, all);  // flights are in order of departure
  FeatureOptions other;
  other.history = false;
  EXPECT_EQ(test::complaint_of([&] {
              append(sum, Made(test::made_up_past().front(), other).dataset());
            }).field,
            "features");
}

class DatasetFile : public testing::Test {
 protected:
  std::filesystem::path file() const { return folder_.path() / "choices.skein"; }
  std::string bytes() const {
    std::ifstream stream(file(), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(stream), {});
  }

  test::ScratchFolder folder_;
};

TEST_F(DatasetFile, GivesBackWhatWasWrittenAndHasNoNames) {
  const PastMonth past = test::made_up_past().front();
  const Made made(past);
  const ChoiceDataset data = made.dataset({0.5, 1, 4});
  write_dataset(data, file());
  expect_equal(read_dataset(file()), data);
  const std::string all = bytes();
  EXPECT_LT(all.size(), data.examples.values.size() * sizeof(float) / 4);
  for (const schedule::Flight& flight : made.schedule().flights()) {
    EXPECT_EQ(all.find(flight.id), std::string::npos);
  }
}

TEST_F(DatasetFile, DamageIsNoticed) {
  const Made made(test::made_up_past().front());
  write_dataset(made.dataset(), file());
  const std::string good = bytes();
  std::string damaged = good;
  damaged[good.size() / 2] ^= 1;
  write_file(file(), damaged);
  EXPECT_THAT(test::complaint_of([&] { read_dataset(file()); }).problem, HasSubstr("checksum"));
  write_file(file(), good.substr(0, good.size() / 2));
  EXPECT_THAT(test::complaint_of([&] { read_dataset(file()); }).problem, HasSubstr("checksum"));
  write_file(file(), "skein choices 2\n" + good.substr(16));
  EXPECT_EQ(test::complaint_of([&] { read_dataset(file()); }).field, "version");
  write_file(file(), "something else\n");
  EXPECT_THAT(test::complaint_of([&] { read_dataset(file()); }).problem, HasSubstr("no dataset"));
}

}  // namespace
}  // namespace skein::features
