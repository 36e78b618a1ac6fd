#include "workflow/ocr_runs.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/input_error.h"
#include "base/random.h"
#include "base/text_source.h"

namespace skein::workflow {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kFolds = 10;
constexpr std::size_t kWordGroups = 6;
constexpr std::uint64_t kSeedOfGroups = 1;

}  // namespace

std::vector<WordPart> OcrProtocol::parts_to_read(std::size_t part) const {
  std::vector<WordPart> chosen;
  for (std::size_t own : part_of) {
    chosen.push_back(own == part ? WordPart::kTest : WordPart::kTrain);
  }
  return chosen;
}

std::vector<WordPart> OcrProtocol::parts_to_choose(std::size_t half) const {
  const std::size_t last = half == 0 ? parts - 1 : parts / 2 - 1;
  std::vector<WordPart> chosen;
  for (std::size_t own : part_of) {
    chosen.push_back(half_of(own) == half ? WordPart::kUnused
                     : own == last        ? WordPart::kValidation
                                          : WordPart::kTrain);
  }
  return chosen;
}

OcrProtocol by_folds(const std::vector<sequence::Word>& words) {
  OcrProtocol protocol{"folds", kFolds, {}};
  for (const sequence::Word& word : words) {
    protocol.part_of.push_back(static_cast<std::size_t>(word.fold));
  }
  return protocol;
}

OcrProtocol by_words(const std::vector<sequence::Word>& words) {
  std::map<std::string, std::size_t> group_of;
  for (const sequence::Word& word : words) group_of[sequence::text_of(word)] = 0;
  std::vector<std::string> distinct;
  for (const auto& [text, group] : group_of) distinct.push_back(text);
  Rng rng(kSeedOfGroups);
  rng.shuffle(std::span(distinct));
  for (std::size_t k = 0; k < distinct.size(); ++k) group_of[distinct[k]] = k % kWordGroups;
  OcrProtocol protocol{"words", kWordGroups, {}};
  for (const sequence::Word& word : words) {
    protocol.part_of.push_back(group_of[sequence::text_of(word)]);
  }
  return protocol;
}

OcrRunFolder::OcrRunFolder(std::filesystem::path folder) : folder_(std::move(folder)) {
  std::error_code failure;
  std::filesystem::create_directories(folder_, failure);
  if (failure) {
    throw InputError({folder_, 0, "", failure.message(), "name a folder that can be written"});
  }
}

std::filesystem::path OcrRunFolder::choice_file(const std::string& model,
                                                const OcrProtocol& protocol,
                                                std::size_t half) const {
  return folder_ / fmt::format("{}-{}-half-{}-settings.json", model, protocol.name, half);
}

std::filesystem::path OcrRunFolder::result_file(const std::string& model, const OcrRun& run) const {
  return folder_ / fmt::format("{}-{}-{}-seed-{}.json", model, run.protocol, run.part, run.seed);
}

std::optional<std::string> OcrRunFolder::choice(const std::string& model,
                                                const OcrProtocol& protocol,
                                                std::size_t half) const {
  const auto file = choice_file(model, protocol, half);
  if (!std::filesystem::exists(file)) return std::nullopt;
  return read_text(file);
}

void OcrRunFolder::keep_choice(const std::string& model, const OcrProtocol& protocol,
                               std::size_t half, const std::string& settings) const {
  write_file(choice_file(model, protocol, half), settings);
}

std::optional<ReadingResult> OcrRunFolder::result(const std::string& model,
                                                  const OcrRun& run) const {
  const auto file = result_file(model, run);
  if (!std::filesystem::exists(file)) return std::nullopt;
  try {
    const auto json = nlohmann::json::parse(read_text(file));
    ReadingResult result;
    result.letters = json.at("letters").get<std::size_t>();
    result.wrong_letters = json.at("wrong_letters").get<std::size_t>();
    result.parameters = json.at("parameters").get<std::size_t>();
    result.cpu_seconds = json.at("cpu_seconds").get<double>();
    result.peak_memory_mb = json.at("peak_memory_mb").get<double>();
    for (const auto& word : json.at("misread")) {
      result.misread.push_back(
          {word.at("word").get<std::size_t>() - 1, word.at("read").get<std::string>()});
    }
    return result;
  } catch (const nlohmann::json::exception&) {
    throw InputError({file, 0, "", "is not as a run writes it", "remove it, and run again"});
  }
}

void OcrRunFolder::keep_result(const std::string& model, const OcrRun& run) const {
  ordered_json json;
  json["letters"] = run.result.letters;
  json["wrong_letters"] = run.result.wrong_letters;
  json["parameters"] = run.result.parameters;
  json["cpu_seconds"] = run.result.cpu_seconds;
  json["peak_memory_mb"] = run.result.peak_memory_mb;
  json["misread"] = ordered_json::array();
  for (const MisreadWord& word : run.result.misread) {
    json["misread"].push_back({{"word", word.word + 1}, {"read", word.read}});
  }
  write_file(result_file(model, run), json.dump(1) + "\n");
}

}  // namespace skein::workflow
