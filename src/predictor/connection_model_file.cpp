#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/input_error.h"
#include "learning/model_archive.h"
#include "predictor/connection_model.h"

namespace skein::predictor {
namespace {

using features::PastFlight;
using nlohmann::ordered_json;

// Of a past flight.
constexpr std::size_t kWords = 15;

void exchange_names(StateArchive& archive, std::string_view name, std::vector<std::string>& names) {
  std::uint64_t count = names.size();
  archive.exchange(name, count);
  constexpr std::uint64_t kMost = 1 << 24;
  if (count > kMost) {
    throw InputError({"", 0, std::string(name), "are too many", "train the model again"});
  }
  names.resize(count);
  for (std::string& each : names) archive.exchange_text("name", each);
}

std::array<std::uint64_t, kWords> words_of(const PastFlight& past) {
  const auto word = [](auto number) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(number));
  };
  return {word(past.slot.origin),     word(past.slot.destination), word(past.slot.fleet),
          word(past.slot.day),        word(past.slot.departure),   word(past.base),
          word(past.duty_legs),       word(past.next_destination), word(past.gap),
          word(past.previous_origin), word(past.gap_before),       word(past.after_deadheads),
          word(past.starts),          word(past.layover_before),   0};
}

PastFlight past_of(std::span<const std::uint64_t> words) {
  const auto number = [&](std::size_t k) { return static_cast<std::uint32_t>(words[k]); };
  const auto whole = [&](std::size_t k) { return static_cast<std::int32_t>(number(k)); };
  PastFlight past;
  past.slot = {number(0), number(1), number(2), whole(3), whole(4)};
  past.base = number(5);
  past.duty_legs = whole(6);
  past.next_destination = number(7);
  past.gap = whole(8);
  past.previous_origin = number(9);
  past.gap_before = whole(10);
  past.after_deadheads = words[11] != 0;
  past.starts = words[12] != 0;
  past.layover_before = words[13] != 0;
  return past;
}

void exchange_past(StateArchive& archive, features::SlotHistory& past) {
  std::vector<std::string> names = past.names();
  exchange_names(archive, "names of the past", names);
  std::vector<std::uint64_t> words;
  for (const PastFlight& each : past.past()) {
    const auto own = words_of(each);
    words.insert(words.end(), own.begin(), own.end());
  }
  archive.exchange_list("past", words);
  if (!archive.reads()) return;
  std::vector<PastFlight> flights;
  for (std::size_t at = 0; at + kWords <= words.size(); at += kWords) {
    flights.push_back(past_of(std::span(words).subspan(at, kWords)));
  }
  past = features::SlotHistory::of(names, std::move(flights));
}

void exchange(StateArchive& archive, ConnectionModel& model) {
  archive.exchange_text("predictor", model.predictor);
  features::FeatureOptions& features = model.features;
  archive.exchange_whole("names", features.names);
  archive.exchange_whole("state", features.state);
  archive.exchange_whole("history", features.history);
  archive.exchange_whole("name seed", features.name_seed);
  archive.exchange_whole("most candidates", features.candidates.most);
  std::int32_t within = features.candidates.within.count();
  archive.exchange_whole("within", within);
  features.candidates.within = Minutes(within);
  exchange_names(archive, "channels", model.channels);
  exchange_names(archive, "flight channels", model.flight_channels);
  exchange_past(archive, model.past);
  archive.exchange("temperature", model.next_temperature);
  archive.exchange("temperature of starts", model.starts_temperature);
  archive.exchange("temperature of layovers", model.layover_temperature);
  bool crosses = model.crossings.has_value();
  archive.exchange_whole("has crossings", crosses);
  if (crosses && !model.crossings) model.crossings.emplace();
  if (crosses) archive.exchange("crossings", std::span<double>(*model.crossings));
  if (archive.reads()) {
    require_predictor(model.predictor);
    model.next = blank_model(model.predictor, Question::kNext);
    model.starts = blank_model(model.predictor, Question::kStarts);
    model.layover = blank_model(model.predictor, Question::kLayover);
  }
  model.next->exchange(archive);
  model.starts->exchange(archive);
  model.layover->exchange(archive);
}

}  // namespace

learning::ModelFile to_file(ConnectionModel& model) {
  ordered_json description;
  description["predictor"] = model.predictor;
  description["channels"] = model.channels.size();
  description["candidates"] = model.features.candidates.most;
  description["names"] = model.features.names;
  description["state"] = model.features.state;
  description["history"] = model.features.history;
  description["past_flights"] = model.past.size();
  description["parameters"] = model.parameters();
  description["temperature"] = model.next_temperature;
  description["pairwise"] = model.crossings.has_value();
  learning::ModelFile file(kModelKind, description.dump(2));
  learning::ModelWriter writer(file);
  exchange(writer, model);
  return file;
}

ConnectionModel read_connection_model(const std::filesystem::path& path) {
  const learning::ModelFile file = learning::ModelFile::read(path, kModelKind);
  learning::ModelReader reader(file);
  ConnectionModel model;
  try {
    exchange(reader, model);
  } catch (const InputError& error) {
    throw error.complaint().file.empty() ? error.at(path, 0) : error;
  }
  return model;
}

}  // namespace skein::predictor
