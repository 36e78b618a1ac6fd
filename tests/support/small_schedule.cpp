#include "support/small_schedule.h"

#include <sstream>
#include <stdexcept>
#include <utility>

#include "base/calendar.h"

namespace skein::test {
namespace {

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

schedule::Station station_of(const std::string& text) {
  const std::vector<std::string> words = words_of(text);
  schedule::Station station;
  station.is_base = words.at(0).starts_with('*');
  station.code = words[0].substr(station.is_base ? 1 : 0);
  station.crews = station.is_base ? 10 : 0;
  if (words.size() > 1) station.zone = schedule::TimeZone::named(words[1]);
  return station;
}

schedule::FlightRecord flight_of(const std::string& text) {
  const std::vector<std::string> words = words_of(text);
  schedule::FlightRecord record;
  record.id = words.at(0);
  record.number = words[0];
  record.origin = words.at(1);
  record.destination = words.at(2);
  record.departure = parse_instant(words.at(3)).value();
  record.arrival = record.departure + Minutes(std::stoi(words.at(4)));
  record.fleet = words.size() > 5 ? words[5] : "F";
  if (words.size() > 6) record.tail = words[6];
  return record;
}

}  // namespace

schedule::Schedule small_schedule(std::initializer_list<std::string> stations,
                                  std::initializer_list<std::string> flights) {
  schedule::ScheduleBuilder builder;
  for (const std::string& text : stations) builder.add_station(station_of(text));
  for (const std::string& text : flights) builder.add_flight(flight_of(text));
  return std::move(builder).build();
}

std::vector<pairing::Leg> legs(const schedule::Schedule& schedule, const std::string& text) {
  std::vector<pairing::Leg> result;
  for (std::string word : words_of(text)) {
    const bool deadhead = word.starts_with('(');
    if (deadhead) word = word.substr(1, word.size() - 2);
    const FlightId flight = schedule.find_flight(word);
    if (!flight.exists()) throw std::invalid_argument("no flight " + word);
    result.push_back({flight, deadhead ? pairing::Role::kDeadhead : pairing::Role::kOperate});
  }
  return result;
}

pairing::Pairing small_pairing(const schedule::Schedule& schedule, const std::string& base,
                               const std::string& text) {
  return {"1", schedule.find_station(base), legs(schedule, text)};
}

std::vector<std::string> described(const schedule::Schedule& schedule,
                                   const std::vector<pairing::Pairing>& pairings) {
  std::vector<std::string> texts;
  for (const pairing::Pairing& pairing : pairings) {
    std::string text = schedule.station(pairing.base).code + ":";
    for (const pairing::Leg& leg : pairing.legs) {
      const std::string& id = schedule.flight(leg.flight).id;
      text += leg.role == pairing::Role::kOperate ? " " + id : " (" + id + ")";
    }
    texts.push_back(text);
  }
  return texts;
}

}  // namespace skein::test
