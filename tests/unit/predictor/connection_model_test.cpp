#include "predictor/connection_model.h"

#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "predictor/evaluation.h"
#include "predictor/month_scorer.h"
#include "support/complaints.h"
#include "support/past_months.h"
#include "support/scratch_folder.h"

namespace skein::predictor {
namespace {

using history::PastMonth;
using testing::HasSubstr;

LearningOptions options_for(const std::string& name) {
  LearningOptions options;
  options.predictor.name = name;
  options.predictor.ckn.filters = 12;
  options.predictor.ckn.first_epochs = 3;
  options.predictor.ckn.rounds = 1;
  options.predictor.ckn.epochs = 2;
  options.predictor.network_epochs = 2;
  options.predictor.tree_rounds = 5;
  return options;
}

class ConnectionModelTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { months_ = new std::vector<PastMonth>(test::made_up_past(3)); }
  static void TearDownTestSuite() { delete months_; }

  static std::span<const PastMonth> past() { return std::span(*months_).first(2); }
  static const PastMonth& present() { return months_->back(); }
  ConnectionModel learn(const std::string& name) {
    return learn_connections(past(), options_for(name), workers_);
  }
  std::filesystem::path file() const { return folder_.path() / "model.skein"; }

  static std::vector<PastMonth>* months_;
  Workers workers_{2};
  test::ScratchFolder folder_;
};

std::vector<PastMonth>* ConnectionModelTest::months_ = nullptr;

TEST_F(ConnectionModelTest, EveryPredictorComesBackFromItsFileAsItWas) {
  for (const std::string& name : predictor_names()) {
    ConnectionModel model = learn(name);
    to_file(model).write(file());
    ConnectionModel read = read_connection_model(file());
    EXPECT_EQ(to_file(read).bytes(), to_file(model).bytes()) << name;
    EXPECT_EQ(read.channels, model.channels);
    EXPECT_EQ(read.past.past(), model.past.past());
    const MonthScorer scorer(model, present().month, workers_);
    const MonthScorer again(read, present().month, workers_);
    const FlightId flight(50);
    const auto outlook = scorer.outlook(flight, StationId::none(), nullptr);
    const auto other = again.outlook(flight, StationId::none(), nullptr);
    ASSERT_EQ(other.next.size(), outlook.next.size());
    EXPECT_EQ(other.ends, outlook.ends);
    EXPECT_EQ(again.starts(flight), scorer.starts(flight));
  }
}

TEST_F(ConnectionModelTest, IsTheSameForAnyNumberOfThreads) {
  Workers one(1);
  ConnectionModel with_one = learn_connections(past(), options_for("struct-ckn-sdca"), one);
  ConnectionModel with_two = learn("struct-ckn-sdca");
  EXPECT_EQ(to_file(with_one).bytes(), to_file(with_two).bytes());
}

TEST_F(ConnectionModelTest, StructCknIsRightMoreOftenThanTheFirstFlight) {
  const MonthChoices truth = choices_of(present());
  const auto errors = [&](const std::string& name) {
    return evaluate(learn(name), truth, {}, workers_);
  };
  const Evaluation first = errors("first");
  const Evaluation ckn = errors("struct-ckn-sdca");
  const Evaluation margin = errors("struct-ckn-bcfw");
  EXPECT_EQ(first.alone.all.all, truth.choices.size());
  EXPECT_LT(ckn.alone.all.wrong, first.alone.all.wrong);
  EXPECT_LT(margin.alone.all.wrong, first.alone.all.wrong);
  EXPECT_GE(ckn.alone.all.wrong, ckn.out_of_reach.total());
  EXPECT_EQ(ckn.alone.hubs.all + ckn.alone.elsewhere.all, ckn.alone.all.all);
}

TEST_F(ConnectionModelTest, ProbabilitiesAddUpAndKeepTheRules) {
  const ConnectionModel model = learn("struct-ckn-sdca");
  const MonthScorer scorer(model, present().month, workers_);
  const pricing::ConnectionScores all = scorer.scores(workers_);
  const schedule::Schedule& schedule = present().month.schedule;
  ASSERT_EQ(all.outlook.size(), schedule.flights().size());
  for (const FlightId id : schedule.flight_ids()) {
    double sum = all.outlook[id].ends;
    const auto alone = scorer.outlook(id, StationId::none(), nullptr);
    ASSERT_EQ(alone.next.size(), all.outlook[id].next.size());
    for (std::size_t k = 0; k < alone.next.size(); ++k) {
      sum += all.outlook[id].next[k].probability;
      EXPECT_EQ(alone.next[k].flight, all.outlook[id].next[k].flight);
      EXPECT_NEAR(alone.next[k].probability, all.outlook[id].next[k].probability, 1e-5);
    }
    EXPECT_NEAR(sum, 1, 1e-9);
    EXPECT_TRUE(all.starts[id] >= 0 && all.starts[id] <= 1);
  }
  for (const history::CrewChoice& choice : choices_of(present()).choices) {
    if (!choice.state) continue;
    const auto* crews = scorer.features().models().of(choice.base);
    for (const auto& next : scorer.outlook(choice.flight, choice.base, &*choice.state).next) {
      EXPECT_TRUE(crews->extend(*choice.state, pairing::Leg{next.flight}));
    }
  }
  IdVector<FlightId, int> taken(schedule.flights().size(), 0);
  for (const FlightId next : scorer.joint_next({}, workers_)) {
    if (!next.exists()) continue;
    EXPECT_EQ(++taken[next], 1);
  }
}

TEST_F(ConnectionModelTest, LearntEmbeddingsComeBackFromTheirFileAndKnowStrangers) {
  LearningOptions options = options_for("cnn-crf");
  const std::size_t fixed = learn_connections(past(), options, workers_).parameters();
  options.predictor.embeddings = Embeddings::kLearnt;
  ConnectionModel model = learn_connections(past(), options, workers_);
  EXPECT_GT(model.parameters(), fixed);
  to_file(model).write(file());
  ConnectionModel read = read_connection_model(file());
  EXPECT_EQ(to_file(read).bytes(), to_file(model).bytes());
  const PastMonth stranger = test::renamed(present());
  const MonthScorer scorer(read, stranger.month, workers_);
  EXPECT_GT(scorer.outlook(FlightId(0), StationId::none(), nullptr).ends, 0);
}

TEST_F(ConnectionModelTest, WithPairwiseTermsChoosesOnceAndComesBackFromItsFile) {
  LearningOptions options = options_for("trees");
  ConnectionModel plain = learn_connections(past(), options, workers_);
  options.pairwise = true;
  ConnectionModel model = learn_connections(past(), options, workers_);
  ASSERT_TRUE(model.crossings);
  EXPECT_EQ(model.parameters(), plain.parameters() + kCrossingFeatures);
  model.crossings = CrossingWeights{-1, 1, 0.5, 0.2, -0.3};
  to_file(model).write(file());
  EXPECT_EQ(read_connection_model(file()).crossings, model.crossings);
  const MonthScorer scorer(model, present().month, workers_);
  IdVector<FlightId, int> taken(present().month.schedule.flights().size(), 0);
  for (const FlightId next : scorer.joint_next({}, workers_)) {
    if (!next.exists()) continue;
    EXPECT_EQ(++taken[next], 1);
  }
  const MonthChoices truth = choices_of(present());
  EXPECT_EQ(evaluate(model, truth, {}, workers_).alone.all.wrong,
            evaluate(plain, truth, {}, workers_).alone.all.wrong)
      << "scores are the same";
}

TEST_F(ConnectionModelTest, StationsNeverSeenAreNoObstacle) {
  const ConnectionModel model = learn("struct-ckn-sdca");
  const PastMonth stranger = test::renamed(present());
  const MonthScorer scorer(model, stranger.month, workers_);
  EXPECT_GT(scorer.outlook(FlightId(0), StationId::none(), nullptr).ends, 0);
}

TEST_F(ConnectionModelTest, WithoutNamesAnotherAirlineIsPredictedTheSame) {
  LearningOptions options = options_for("struct-ckn-sdca");
  options.features.names = false;
  const ConnectionModel model = learn_connections(past(), options, workers_);
  const PastMonth stranger = test::renamed(present());
  EXPECT_EQ(evaluate(model, choices_of(stranger), {}, workers_).alone.all.wrong,
            evaluate(model, choices_of(present()), {}, workers_).alone.all.wrong);
}

TEST_F(ConnectionModelTest, BadInputIsNamed) {
  const auto complaint = [&](auto action) { return test::complaint_of(action); };
  EXPECT_EQ(complaint([&] { learn_connections({}, {}, workers_); }).field, "months");
  EXPECT_EQ(complaint([&] { learn("oracle"); }).field, "predictor");
  std::vector<PastMonth> empty{present()};
  empty[0].plan.pairings.clear();
  EXPECT_THAT(complaint([&] { learn_connections(empty, {}, workers_); }).problem,
              HasSubstr("no pairings"));
  LearningOptions no_days = options_for("first");
  no_days.days = {90, 99};
  EXPECT_EQ(complaint([&] { learn_connections(past(), no_days, workers_); }).field, "days");
}

TEST_F(ConnectionModelTest, ModelsThatDoNotFitAreRefused) {
  ConnectionModel model = learn("frequent");
  model.channels[3] = "something else";
  EXPECT_THAT(test::complaint_of([&] { MonthScorer(model, present().month, workers_); }).problem,
              HasSubstr("other features"));
  learning::ModelFile("letters", "{}").write(file());
  EXPECT_EQ(test::complaint_of([&] { read_connection_model(file()); }).field, "kind");
  learning::ModelFile(kModelKind, "{\"numbers\": 3}").write(file());
  EXPECT_EQ(test::complaint_of([&] { read_connection_model(file()); }).file, file());
  const std::string bytes = to_file(model).bytes();
  write_file(file(), bytes.substr(0, bytes.size() - 20));
  EXPECT_THAT(test::complaint_of([&] { read_connection_model(file()); }).problem,
              HasSubstr("checksum"));
}

}  // namespace
}  // namespace skein::predictor
