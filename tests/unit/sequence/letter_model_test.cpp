#include "sequence/letter_model.h"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "base/text_source.h"
#include "learning/chain_crf.h"
#include "sequence/model_description.h"
#include "support/complaints.h"
#include "support/scratch_folder.h"

namespace skein::sequence {
namespace {

using test::complaint_of;
using testing::HasSubstr;

// Words of two letters, one drawn as a bar and one as a block.
std::vector<Word> made_up_words(Rng& rng, std::size_t count) {
  std::vector<Word> words(count);
  for (Word& word : words) {
    for (int t = rng.between(1, 5); t > 0; --t) {
      Letter letter;
      letter.label = rng.chance(0.5) ? 3 : 7;
      for (std::size_t k = 0; k < kPixels; ++k) {
        const bool inside = letter.label == 3 ? k % 8 == 4 : k / 8 > 4 && k / 8 < 8;
        letter.pixels[k] = rng.chance(inside ? 0.8 : 0.1) ? 1 : 0;
      }
      word.letters.push_back(letter);
    }
  }
  return words;
}

class LetterModelTest : public testing::Test {
 protected:
  LetterModel made_up(bool kernels, int order) {
    LetterModel model;
    model.order = order;
    model.trainer = "sdca";
    model.lambda = 0.1;
    model.fold = 3;
    model.history.push_back({5, {70, 60}, 1.5, 0.25, 0.2, 0.125});
    if (kernels) {
      kernels::LayerOptions below;
      below.filters = 6;
      kernels::LayerOptions above;
      above.filters = 4;
      above.patch = {2, 2};
      above.kernel = {kernels::DotKernel::Kind::kPolynomial, 0, 3, 0.5};
      above.pool = {1, 1, 0};
      kernels::Network<float> network({{kImageRows, kImageColumns, 1}, {below, above}});
      network.learn_filters(network.prepare(letter_maps(made_up_words(rng_, 20)).maps), rng_);
      learning::FeatureScaler scaler;
      scaler.shift.assign(network.output().size(), 0.5F);
      scaler.factor.assign(network.output().size(), 2.0F);
      model.mapper = {std::move(network), std::move(scaler)};
    }
    model.weights.resize(learning::ChainWeights(kLetters, model.features(), order).size);
    for (double& weight : model.weights) weight = rng_.normal();
    return model;
  }
  std::filesystem::path file() const { return folder_ / "model.skein"; }

  Rng rng_{1};
  Workers workers_{1};
  test::ScratchFolder folder_;
};

TEST_F(LetterModelTest, IsReadAsItWasWrittenAndReadsTheSame) {
  const std::vector<Word> words = made_up_words(rng_, 10);
  for (int order : {1, 2}) {
    for (bool kernels : {false, true}) {
      const LetterModel model = made_up(kernels, order);
      to_file(model).write(file());
      const LetterModel same = read_model(folder_.path());
      EXPECT_EQ(same.order, order);
      EXPECT_EQ(same.trainer, "sdca");
      EXPECT_EQ(same.lambda, 0.1);
      EXPECT_EQ(same.fold, 3);
      EXPECT_EQ(same.epochs(), 5U);
      EXPECT_EQ(same.weights, model.weights);
      EXPECT_EQ(same.parameters(), model.parameters());
      EXPECT_EQ(to_file(same).bytes(), to_file(model).bytes());
      EXPECT_EQ(read_words(words, same, workers_).words, read_words(words, model, workers_).words);
    }
  }
}

TEST_F(LetterModelTest, AnyDamageIsFound) {
  const std::string bytes = to_file(made_up(true, 1)).bytes();
  for (std::size_t at = 0; at < bytes.size(); at += 1 + bytes.size() / 97) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x20);
    std::ofstream(file(), std::ios::binary) << damaged;
    EXPECT_THROW(read_model(file()), InputError) << at;
    std::ofstream(file(), std::ios::binary) << bytes.substr(0, at);
    EXPECT_THROW(read_model(file()), InputError) << at;
  }
}

TEST_F(LetterModelTest, NewerFormatsAndOtherKindsAreRefused) {
  std::string bytes = to_file(made_up(false, 1)).bytes();
  bytes.replace(0, 14, "skein model 2\n");
  std::ofstream(file(), std::ios::binary) << bytes;
  const Complaint newer = complaint_of([&] { read_model(file()); });
  EXPECT_THAT(newer.problem, HasSubstr("format 2"));
  EXPECT_THAT(newer.remedy, HasSubstr("newer version"));
  learning::ModelFile("connections", "{}").write(file());
  EXPECT_THAT(complaint_of([&] { read_model(file()); }).problem, HasSubstr("connections"));
  EXPECT_THAT(complaint_of([&] { read_model(folder_ / "none"); }).problem,
              HasSubstr("cannot be read"));
}

TEST_F(LetterModelTest, ADescriptionThatIsNotSoundIsRefusedByItsKey) {
  const auto field = [&](const std::string& from, const std::string& to) {
    std::string text = description_of(made_up(true, 1));
    text.replace(text.find(from), from.size(), to);
    return complaint_of([&] { model_described_by(text, "file"); }).field;
  };
  EXPECT_EQ(field("\"order\": 1", "\"order\": 5"), "order");
  EXPECT_EQ(field("\"ckn\"", "\"nothing\""), "features");
  EXPECT_EQ(field("\"filters\": 6", "\"filters\": 0"), "filters");
  EXPECT_EQ(field("\"sigma\": 0.5", "\"sigma\": -1"), "sigma");
  EXPECT_EQ(field("\"scaling\"", "\"scalings\""), "scaling");
  EXPECT_EQ(field("\"history\"", "\"story\""), "history");
  // Arrays of other sizes than the description says.
  learning::ModelFile file_of(kModelKind, description_of(made_up(true, 1)));
  file_of.add("filters of layer 1", std::vector<float>(10));
  file_of.write(file());
  EXPECT_EQ(complaint_of([&] { read_model(file()); }).field, "filters of layer 1");
}

}  // namespace
}  // namespace skein::sequence
