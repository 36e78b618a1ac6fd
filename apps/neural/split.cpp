#include "neural/split.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "base/csv.h"

namespace skein::neural {
namespace {

enum class Part { kMissing, kUnused, kTrain, kValidation, kTest };

Part part_of(const CsvReader& csv) {
  const std::string& name = csv.text("part");
  if (name == "unused") return Part::kUnused;
  if (name == "train") return Part::kTrain;
  if (name == "validation") return Part::kValidation;
  if (name == "test") return Part::kTest;
  csv.fail("part", in_quotes(name) + " is no part", "use train, validation, test or unused");
}

std::vector<std::size_t> words_of(const std::vector<Part>& parts, Part part) {
  std::vector<std::size_t> words;
  for (std::size_t word = 0; word < parts.size(); ++word) {
    if (parts[word] == part) words.push_back(word);
  }
  return words;
}

}  // namespace

std::vector<std::size_t> Split::learnt() const {
  std::vector<std::size_t> words;
  std::ranges::merge(train, validation, std::back_inserter(words));
  return words;
}

Split read_split(LineReader lines, std::size_t words) {
  CsvReader csv(std::move(lines), {"word", "part"}, {});
  std::vector<Part> parts(words, Part::kMissing);
  while (csv.next()) {
    const auto word =
        static_cast<std::size_t>(csv.integer("word", 1, static_cast<long long>(words)));
    Part& part = parts[word - 1];
    if (part != Part::kMissing) {
      csv.fail("word", fmt::format("word {} stands twice", word), "give each word one line");
    }
    part = part_of(csv);
  }
  const std::vector<std::size_t> missing = words_of(parts, Part::kMissing);
  if (!missing.empty()) {
    csv.fail("word",
             fmt::format("{} of {} words are missing, word {} first", missing.size(), words,
                         missing.front() + 1),
             "give each word of the data a line; `unused` for those to leave out");
  }
  return {words_of(parts, Part::kTrain), words_of(parts, Part::kValidation),
          words_of(parts, Part::kTest)};
}

}  // namespace skein::neural
