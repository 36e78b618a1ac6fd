#include "sequence/letter_model.h"

#include <limits>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/csv.h"
#include "base/input_error.h"
#include "learning/chain_crf.h"

namespace skein::sequence {
namespace {

using learning::ChainWeights;

constexpr const char* kWritten = "give a folder as `skein sequence learn` writes it";

char letter(std::size_t label) {
  return static_cast<char>('a' + label);
}

// Calls `use(kind, feature or npos, labels, place in w)` for every weight, in their order.
template <class Use>
void for_each_weight(int order, Use use) {
  constexpr std::size_t kNone = std::string::npos;
  const ChainWeights at(kLetters, kPixels, order);
  const auto name = [](std::size_t index, std::size_t labels) {
    std::string text(labels, ' ');
    for (std::size_t k = labels; k-- > 0; index /= kLetters) text[k] = letter(index % kLetters);
    return text;
  };
  for (std::size_t k = 0; k < at.always; ++k) {
    use("pixel", k / kLetters, name(k % kLetters, 1), k);
  }
  for (std::size_t k = at.always; k < at.first; ++k)
    use("always", kNone, name(k - at.always, 1), k);
  for (std::size_t k = at.first; k < at.last; ++k) use("first", kNone, name(k - at.first, 1), k);
  for (std::size_t k = at.last; k < at.pairs; ++k) use("last", kNone, name(k - at.last, 1), k);
  for (std::size_t k = at.pairs; k < at.triples; ++k) use("pair", kNone, name(k - at.pairs, 2), k);
  for (std::size_t k = at.triples; k < at.size; ++k) {
    use("triple", kNone, name(k - at.triples, 3), k);
  }
}

LetterModel read_json(const std::filesystem::path& file) {
  const auto fail = [&](const std::string& field, const std::string& problem) {
    throw InputError({file, 0, field, problem, kWritten});
  };
  const auto json = nlohmann::json::parse(read_text(file), nullptr, false);
  if (!json.is_object()) fail("", "is no JSON object");
  LetterModel model;
  const auto get = [&](const char* key, auto& value) {
    try {
      json.at(key).get_to(value);
    } catch (const nlohmann::json::exception&) {
      fail(key, "is missing, or not of its kind");
    }
  };
  get("order", model.order);
  get("trainer", model.trainer);
  get("lambda", model.lambda);
  get("fold", model.fold);
  get("epochs", model.epochs);
  if (model.order != 1 && model.order != 2) fail("order", "is neither 1 nor 2");
  return model;
}

void read_weights(const std::filesystem::path& file, LetterModel& model) {
  std::map<std::string, std::size_t> places;
  for_each_weight(model.order, [&](const char* kind, std::size_t feature, const std::string& labels,
                                   std::size_t place) {
    const std::string pixel = feature == std::string::npos ? "" : fmt::format("{}", feature);
    places[fmt::format("{},{},{}", kind, pixel, labels)] = place;
  });
  model.weights.assign(places.size(), std::numeric_limits<double>::quiet_NaN());
  CsvReader csv(LineReader::open(file), {"kind", "pixel", "letters", "weight"}, {});
  while (csv.next()) {
    const auto at = places.find(
        fmt::format("{},{},{}", csv.text("kind"), csv.text_or_empty("pixel"), csv.text("letters")));
    if (at == places.end()) csv.fail("kind", "no such weight, or it comes twice", kWritten);
    model.weights[at->second] = csv.real("weight", -1e300, 1e300);
    places.erase(at);
  }
  if (places.empty()) return;
  throw InputError({file, 0, "kind",
                    fmt::format("{} weights are missing, {} among them", places.size(),
                                in_quotes(places.begin()->first)),
                    kWritten});
}

}  // namespace

std::string model_json(const LetterModel& model) {
  nlohmann::ordered_json json;
  json["format"] = "skein sequence model 1";
  json["alphabet"] = "abcdefghijklmnopqrstuvwxyz";
  json["features"] = "pixels";
  json["order"] = model.order;
  json["trainer"] = model.trainer;
  json["lambda"] = model.lambda;
  json["fold"] = model.fold;
  json["epochs"] = model.epochs;
  return json.dump(2) + "\n";
}

std::string weights_csv(const LetterModel& model) {
  std::string csv = "kind,pixel,letters,weight\n";
  for_each_weight(model.order, [&](const char* kind, std::size_t feature, const std::string& labels,
                                   std::size_t place) {
    const std::string pixel = feature == std::string::npos ? "" : fmt::format("{}", feature);
    csv += fmt::format("{},{},{},{}\n", kind, pixel, labels, model.weights[place]);
  });
  return csv;
}

LetterModel read_model(const std::filesystem::path& folder) {
  LetterModel model = read_json(folder / "model.json");
  read_weights(folder / "weights.csv", model);
  return model;
}

double Reading::error() const {
  return letters == 0 ? 0 : static_cast<double>(wrong_letters) / static_cast<double>(letters);
}

Reading read_words(const std::vector<Word>& words, int order, const std::vector<double>& weights) {
  const learning::Sequences sequences = pixel_sequences(words);
  const learning::ChainCrf crf(sequences, order);
  Reading reading;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::vector<std::uint32_t> labels = crf.predict(i, weights);
    std::string text;
    std::size_t wrong = 0;
    for (std::size_t t = 0; t < labels.size(); ++t) {
      text += letter(labels[t]);
      wrong += labels[t] != words[i].letters[t].label ? 1U : 0U;
    }
    reading.words.push_back(std::move(text));
    reading.letters += labels.size();
    reading.wrong_letters += wrong;
    reading.wrong_words += wrong > 0 ? 1U : 0U;
  }
  return reading;
}

}  // namespace skein::sequence
