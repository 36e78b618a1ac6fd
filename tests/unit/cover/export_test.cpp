#include "cover/export.h"

#include <memory>
#include <set>
#include <string>

#include <CbcModel.hpp>
#include <OsiClpSolverInterface.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "base/text_source.h"
#include "cover/integer.h"
#include "cover/simplex.h"
#include "support/complaints.h"
#include "support/random_cover.h"
#include "support/scratch_folder.h"

namespace skein::cover {
namespace {

namespace fs = std::filesystem;
using test::all_columns;
using test::complaint_of;
using test::random_cover;
using testing::ElementsAre;
using testing::HasSubstr;

ModelNames numbered_names(const Problem& problem) {
  ModelNames names;
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    names.rows.push_back("LEG_" + std::to_string(i));
  }
  for (std::size_t b = 0; b < problem.budgets.size(); ++b) {
    names.budgets.push_back("BASE" + std::to_string(b));
  }
  return names;
}

// The model as COIN-OR's readers understand it.
std::unique_ptr<OsiClpSolverInterface> read_back(const fs::path& file) {
  auto solver = std::make_unique<OsiClpSolverInterface>();
  solver->messageHandler()->setLogLevel(0);
  solver->getModelPtr()->setLogLevel(0);
  solver->setIntParam(OsiNameDiscipline, 2);
  const int problems = file.extension() == ".lp" ? solver->readLp(file.c_str())
                                                 : solver->readMps(file.c_str(), true, false);
  EXPECT_EQ(problems, 0);
  return solver;
}

std::unique_ptr<OsiClpSolverInterface> write_and_read(const test::ScratchFolder& folder,
                                                      const char* name, const Problem& problem,
                                                      const ModelNames& names, ModelForm form) {
  write_model(folder / name, problem, names, form);
  return read_back(folder / name);
}

class ExportedModel : public testing::TestWithParam<const char*> {};

TEST_P(ExportedModel, HasTheSameRelaxation) {
  const test::ScratchFolder folder;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed);
    const Problem problem = random_cover(rng, 3 + rng.below(30), rng.below(100), rng.below(3));
    const auto solver =
        write_and_read(folder, GetParam(), problem, numbered_names(problem), ModelForm::kLinear);
    solver->initialSolve();
    ASSERT_TRUE(solver->isProvenOptimal()) << "seed " << seed;
    const double exact = solve_simplex(problem, all_columns(problem)).value;
    EXPECT_NEAR(solver->getObjValue(), exact, 1e-6 * (1 + exact)) << "seed " << seed;
    EXPECT_EQ(solver->getNumIntegers(), 0);
  }
}

TEST_P(ExportedModel, HasTheSameIntegerOptimum) {
  const test::ScratchFolder folder;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed);
    const Problem problem = random_cover(rng, 3 + rng.below(12), 1 + rng.below(30), rng.below(3));
    const auto solver =
        write_and_read(folder, GetParam(), problem, numbered_names(problem), ModelForm::kInteger);
    EXPECT_EQ(solver->getNumIntegers(), static_cast<int>(problem.columns.size()));
    CbcModel model(*solver);
    model.setLogLevel(0);
    model.branchAndBound();
    ASSERT_TRUE(model.isProvenOptimal()) << "seed " << seed;
    const IntegerResult expected = solve_integer(problem, all_columns(problem));
    EXPECT_NEAR(model.getObjValue(), expected.value, 1e-5) << "seed " << seed;
  }
}

Problem two_flights() {
  Problem problem;
  problem.rows = {{1000, 200}, {1000, 250}};
  problem.budgets = {{2.5, 20}};
  problem.columns.add({100.125, {0, 1}, 0, 3});
  problem.columns.add({0, {1}, Column::kNoBudget, 0});
  return problem;
}

TEST_P(ExportedModel, NamesWhatItHolds) {
  const test::ScratchFolder folder;
  const auto solver = write_and_read(folder, GetParam(), two_flights(),
                                     {{"LEG_1", "LEG_2"}, {"PARIS"}}, ModelForm::kInteger);
  std::set<std::string> columns;
  for (int j = 0; j < solver->getNumCols(); ++j) columns.insert(solver->getColName(j));
  EXPECT_THAT(columns,
              ElementsAre("excess_PARIS", "p0001", "p0002", "uncovered_LEG_1", "uncovered_LEG_2"));
  std::set<std::string> rows;
  for (int i = 0; i < solver->getNumRows(); ++i) rows.insert(solver->getRowName(i));
  EXPECT_THAT(rows, ElementsAre("LEG_1", "LEG_2", "hours_PARIS"));
}

// Names that readers would take for numbers, signs or words of the format, or for each other.
TEST_P(ExportedModel, MakesNamesSafeAndUnique) {
  const test::ScratchFolder folder;
  Problem problem;
  problem.rows.assign(14, {100, 10});
  problem.budgets.assign(3, {1, 20});
  ModelNames names;
  names.rows = {"F9 241/JAX",
                "F9_241_JAX",
                "F9:241:JAX",
                "12",
                "E190",
                "end",
                "",
                "cost",
                "Zürich",
                "<= 5",
                "hours_A B",
                std::string(300, 'x'),
                std::string(301, 'x'),
                "\n"};
  names.budgets = {"A B", "A_B", "7"};
  const auto solver = write_and_read(folder, GetParam(), problem, names, ModelForm::kLinear);
  ASSERT_EQ(solver->getNumRows(), 17);
  EXPECT_EQ(solver->getNumCols(), 2 * 14 + 3);
  std::set<std::string> rows;
  for (int i = 0; i < solver->getNumRows(); ++i) rows.insert(solver->getRowName(i));
  EXPECT_EQ(rows.size(), 17U);
  EXPECT_TRUE(rows.contains("F9_241_JAX"));
  EXPECT_TRUE(rows.contains("F9_241_JAX_2"));
  EXPECT_TRUE(rows.contains("row_12"));
  EXPECT_TRUE(rows.contains("row_E190"));
  solver->initialSolve();
  EXPECT_NEAR(solver->getObjValue(), 1400, 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Endings, ExportedModel, testing::Values("model.lp", "model.mps"));

TEST(WriteModel, WritesEveryDigit) {
  const test::ScratchFolder folder;
  Problem problem = two_flights();
  problem.columns.add({1.0 / 3, {0}, 0, 1e-7});
  const ModelNames names = {{"a", "b"}, {"c"}};
  for (const char* name : {"model.lp", "model.mps"}) {
    write_model(folder / name, problem, names, ModelForm::kLinear);
    EXPECT_THAT(read_text(folder / name), HasSubstr("0.3333333333333333"));
    EXPECT_THAT(read_text(folder / name), HasSubstr("1e-07"));
  }
}

TEST(WriteModel, RefusesANameThatSaysNoForm) {
  const test::ScratchFolder folder;
  for (const char* name : {"model.txt", "model", "model.lp.gz"}) {
    const Complaint complaint = complaint_of([&] {
      write_model(folder / name, two_flights(), {{"a", "b"}, {"c"}}, ModelForm::kInteger);
    });
    EXPECT_EQ(complaint.file, folder / name);
    EXPECT_THAT(complaint.remedy, HasSubstr(".mps"));
    EXPECT_FALSE(fs::exists(folder / name));
  }
}

}  // namespace
}  // namespace skein::cover
