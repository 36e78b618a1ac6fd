#include "features/dataset_file.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "base/checksum.h"
#include "base/files.h"
#include "base/input_error.h"
#include "learning/choice_sequences.h"

namespace skein::features {
namespace {

using learning::ChoiceExamples;

constexpr std::string_view kFormat = "skein choices ";
constexpr int kVersion = 1;
constexpr std::size_t kWord = 8;
constexpr const char* kRemedy = "write the dataset again, or fetch the file again";

[[noreturn]] void fail(const std::filesystem::path& file, const char* field, std::string problem,
                       std::string remedy = kRemedy) {
  throw InputError({file, 0, field, std::move(problem), std::move(remedy)});
}

// Numbers one after the other, little-endian as all machines that this runs on.
class Writer {
 public:
  template <class Number>
  void put(Number number) {
    bytes_.append(reinterpret_cast<const char*>(&number), sizeof(Number));
  }
  void word(std::size_t number) { put(static_cast<std::uint64_t>(number)); }
  void text(std::string_view text) {
    word(text.size());
    bytes_ += text;
  }
  std::string& bytes() { return bytes_; }

 private:
  std::string bytes_;
};

class Reader {
 public:
  Reader(const std::filesystem::path& file, std::string_view rest) : file_(file), rest_(rest) {}

  template <class Number>
  Number get() {
    Number number;
    std::memcpy(&number, take(sizeof(Number)).data(), sizeof(Number));
    return number;
  }
  // A count of things that take at least so many bytes each.
  std::size_t count(std::size_t least_bytes) {
    const auto number = get<std::uint64_t>();
    if (number > rest_.size() / least_bytes) fail(file_, "", "ends too early");
    return number;
  }
  std::string text() { return std::string(take(count(1))); }
  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view take(std::size_t bytes) {
    if (bytes > rest_.size()) fail(file_, "", "ends too early");
    const std::string_view taken = rest_.substr(0, bytes);
    rest_.remove_prefix(bytes);
    return taken;
  }

  const std::filesystem::path& file_;
  std::string_view rest_;
};

enum Flag : std::uint8_t { kAtHub = 1, kInReach = 2, kKnowsCrew = 4, kStarts = 8, kLayover = 16 };

std::uint8_t flags_of(const ChoiceDataset& dataset, std::size_t k) {
  const ExampleOrigin& origin = dataset.origins[k];
  return static_cast<std::uint8_t>((origin.at_hub ? kAtHub : 0) | (origin.in_reach ? kInReach : 0) |
                                   (origin.knows_crew ? kKnowsCrew : 0) |
                                   (dataset.starts.truth[k] == 0 ? kStarts : 0) |
                                   (dataset.layovers.truth[k] == 0 ? kLayover : 0));
}

void put_values(std::span<const std::pair<std::uint16_t, float>> values, Writer& writer) {
  writer.put(static_cast<std::uint16_t>(values.size()));
  for (const auto& [channel, value] : values) {
    writer.put(channel);
    writer.put(value);
  }
}

std::size_t candidates_of(const ChoiceExamples& examples, std::size_t k) {
  std::size_t candidates = 0;
  while (candidates < examples.places &&
         examples.resource[k * examples.places + candidates] != ChoiceExamples::kNothing) {
    ++candidates;
  }
  return candidates;
}

void put_example(const ChoiceExamples& examples, std::size_t k, Writer& writer) {
  const std::size_t places = examples.places;
  const std::size_t candidates = candidates_of(examples, k);
  writer.put(static_cast<std::uint16_t>(candidates));
  for (std::size_t place = 0; place < candidates; ++place) {
    writer.put(examples.resource[k * places + place]);
    writer.put(static_cast<std::uint8_t>(examples.allowed[k * (places + 1) + place]));
  }
  const float* values = examples.values.data() + k * examples.channels * places;
  std::vector<std::pair<std::uint16_t, float>> common;
  std::vector<std::vector<std::pair<std::uint16_t, float>>> own(candidates);
  for (std::size_t c = 0; c < examples.channels; ++c, values += places) {
    const auto channel = static_cast<std::uint16_t>(c);
    const bool same =
        std::all_of(values, values + candidates, [&](float value) { return value == values[0]; });
    if (same && candidates > 0 && values[0] != 0) common.emplace_back(channel, values[0]);
    for (std::size_t place = 0; place < candidates && !same; ++place) {
      if (values[place] != 0) own[place].emplace_back(channel, values[place]);
    }
  }
  put_values(common, writer);
  for (const auto& each : own) put_values(each, writer);
}

class DatasetReader {
 public:
  DatasetReader(const std::filesystem::path& file, std::string_view body)
      : file_(file), reader_(file, body) {}

  ChoiceDataset read() {
    data_.channels = names();
    data_.flight_channels = names();
    const auto places = reader_.get<std::uint64_t>();
    if (places == 0 || places > UINT16_MAX) fail(file_, "places", "is no number of candidates");
    const std::size_t count = reader_.count(20);
    prepare(data_.examples, count, places, data_.channels.size());
    prepare(data_.starts, count, 1, data_.flight_channels.size());
    data_.layovers = data_.starts;
    data_.origins.resize(count);
    for (std::size_t k = 0; k < count; ++k) read_example(k);
    if (!reader_.at_end()) fail(file_, "", "goes on after its end");
    learning::require_whole(data_.examples);
    return std::move(data_);
  }

 private:
  std::vector<std::string> names() {
    std::vector<std::string> all(reader_.count(kWord));
    if (all.size() > UINT16_MAX) fail(file_, "channels", "are too many");
    for (std::string& name : all) name = reader_.text();
    return all;
  }

  static void prepare(ChoiceExamples& examples, std::size_t count, std::size_t places,
                      std::size_t channels) {
    examples.channels = channels;
    examples.places = places;
    examples.values.assign(count * channels * places, 0.0F);
    examples.allowed.assign(count * (places + 1), 0);
    examples.resource.assign(count * places, ChoiceExamples::kNothing);
    examples.truth.assign(count, static_cast<std::uint32_t>(places));
    examples.group.assign(count, 0);
  }

  void read_example(std::size_t k) {
    ExampleOrigin& origin = data_.origins[k];
    origin.flight = FlightId(reader_.get<std::uint32_t>());
    origin.day = reader_.get<std::int32_t>();
    const auto flags = reader_.get<std::uint8_t>();
    origin.at_hub = (flags & kAtHub) != 0;
    origin.in_reach = (flags & kInReach) != 0;
    origin.knows_crew = (flags & kKnowsCrew) != 0;
    ChoiceExamples& examples = data_.examples;
    examples.group[k] = data_.starts.group[k] = data_.layovers.group[k] =
        reader_.get<std::uint32_t>();
    examples.truth[k] = reader_.get<std::uint16_t>();
    read_candidates(k);
    const std::size_t size = data_.starts.channels;
    read_values(data_.starts.values.data() + k * size, 1, 0, 1, size);
    std::copy_n(data_.starts.values.data() + k * size, size,
                data_.layovers.values.data() + k * size);
    data_.starts.allowed[2 * k] = data_.starts.allowed[2 * k + 1] = 1;
    data_.layovers.allowed[2 * k] = data_.layovers.allowed[2 * k + 1] = 1;
    data_.starts.truth[k] = (flags & kStarts) != 0 ? 0 : 1;
    data_.layovers.truth[k] = (flags & kLayover) != 0 ? 0 : 1;
  }

  void read_candidates(std::size_t k) {
    ChoiceExamples& examples = data_.examples;
    const std::size_t places = examples.places;
    const std::size_t candidates = reader_.get<std::uint16_t>();
    if (candidates > places) fail(file_, "candidates", "are more than there is room for");
    for (std::size_t place = 0; place < candidates; ++place) {
      examples.resource[k * places + place] = reader_.get<std::uint32_t>();
      examples.allowed[k * (places + 1) + place] = reader_.get<std::uint8_t>() != 0 ? 1 : 0;
    }
    examples.allowed[k * (places + 1) + places] = 1;
    float* values = examples.values.data() + k * examples.channels * places;
    read_values(values, places, 0, candidates, examples.channels);
    for (std::size_t place = 0; place < candidates; ++place) {
      read_values(values, places, place, place + 1, examples.channels);
    }
  }

  // Values of places from `begin` to `end`, where there are so many places to a channel.
  void read_values(float* values, std::size_t places, std::size_t begin, std::size_t end,
                   std::size_t channels) {
    for (auto left = reader_.get<std::uint16_t>(); left > 0; --left) {
      const auto channel = reader_.get<std::uint16_t>();
      const auto value = reader_.get<float>();
      if (channel >= channels) fail(file_, "channel", "is one that there is not");
      if (!std::isfinite(value)) fail(file_, "value", "is not a finite number");
      for (std::size_t place = begin; place < end; ++place) {
        values[channel * places + place] = value;
      }
    }
  }

  const std::filesystem::path& file_;
  Reader reader_;
  ChoiceDataset data_;
};

void put_names(const std::vector<std::string>& names, Writer& writer) {
  writer.word(names.size());
  for (const std::string& name : names) writer.text(name);
}

void require_version(const std::filesystem::path& file, std::string_view line) {
  int version = 0;
  const std::string_view number =
      line.starts_with(kFormat) ? line.substr(kFormat.size()) : std::string_view();
  const auto end = std::from_chars(number.data(), number.data() + number.size(), version).ptr;
  if (number.empty() || end != number.data() + number.size() || version < 1) {
    fail(file, "", "is no dataset of choices", "give a file as Skein writes it");
  }
  if (version > kVersion) {
    fail(file, "version",
         fmt::format("is of format {}, and this program knows formats up to {}", version, kVersion),
         "use a newer version of Skein");
  }
}

}  // namespace

void write_dataset(const ChoiceDataset& dataset, const std::filesystem::path& file) {
  Writer writer;
  writer.bytes() = fmt::format("{}{}\n", kFormat, kVersion);
  put_names(dataset.channels, writer);
  put_names(dataset.flight_channels, writer);
  writer.word(dataset.examples.places);
  writer.word(dataset.size());
  std::vector<std::pair<std::uint16_t, float>> of_flight;
  for (std::size_t k = 0; k < dataset.size(); ++k) {
    const ExampleOrigin& origin = dataset.origins[k];
    writer.put(static_cast<std::uint32_t>(origin.flight.index()));
    writer.put(origin.day);
    writer.put(flags_of(dataset, k));
    writer.put(dataset.examples.group[k]);
    writer.put(static_cast<std::uint16_t>(dataset.examples.truth[k]));
    put_example(dataset.examples, k, writer);
    of_flight.clear();
    for (std::size_t c = 0; c < dataset.starts.channels; ++c) {
      const float value = dataset.starts.values[k * dataset.starts.channels + c];
      if (value != 0) of_flight.emplace_back(static_cast<std::uint16_t>(c), value);
    }
    put_values(of_flight, writer);
  }
  writer.word(checksum(writer.bytes()));
  write_file(file, writer.bytes());
}

ChoiceDataset read_dataset(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) fail(file, "", "cannot be read", "give a file as Skein writes it");
  const std::string all(std::istreambuf_iterator<char>(stream), {});
  const std::size_t line = std::min(all.find('\n'), all.size());
  require_version(file, std::string_view(all).substr(0, line));
  if (all.size() < line + 1 + kWord) fail(file, "", "ends too early");
  const std::string_view body = std::string_view(all).substr(0, all.size() - kWord);
  std::uint64_t sum = 0;
  std::memcpy(&sum, all.data() + body.size(), kWord);
  if (sum != checksum(body)) fail(file, "", "is damaged: its checksum does not fit");
  return DatasetReader(file, body.substr(line + 1)).read();
}

}  // namespace skein::features
