#include "server/what_if.h"

#include <fmt/format.h>

#include "pairing/rules_toml.h"
#include "plan/wishes_builder.h"
#include "plan/wishes_csv.h"
#include "server/api_error.h"

namespace skein::server {
namespace {

using Json = nlohmann::ordered_json;
using pairing::Connection;
using plan::Leg;
using plan::Pairing;
using plan::Role;
using schedule::Schedule;

Json connection_json(const char* wish, const Schedule& schedule, const Connection& connection) {
  return {{"wish", wish},
          {"flight", schedule.flight(connection.flight).id},
          {"next", schedule.flight(connection.next).id}};
}

Json pairing_json(const char* wish, const Schedule& schedule, const Pairing& pairing) {
  Json legs = Json::array();
  for (const Leg& leg : pairing.legs) {
    legs.push_back({{"flight", schedule.flight(leg.flight).id},
                    {"role", leg.role == Role::kOperate ? "operate" : "deadhead"}});
  }
  return {{"wish", wish},
          {"pairing", pairing.name},
          {"base", schedule.station(pairing.base).code},
          {"legs", legs}};
}

Json wishes_json(const Schedule& schedule, const pairing::Wishes& wishes) {
  Json list = Json::array();
  for (const Pairing& pairing : wishes.locked_pairings) {
    list.push_back(pairing_json("lock", schedule, pairing));
  }
  for (const Pairing& pairing : wishes.forbidden_pairings) {
    list.push_back(pairing_json("forbid", schedule, pairing));
  }
  for (const Connection& connection : wishes.locked_connections) {
    list.push_back(connection_json("lock", schedule, connection));
  }
  for (const Connection& connection : wishes.forbidden_connections) {
    list.push_back(connection_json("forbid", schedule, connection));
  }
  return list;
}

std::string text_of(const Json& json, const char* key) {
  if (!json.is_object() || !json.contains(key) || !json[key].is_string()) {
    throw ApiError{400, fmt::format("a wish without {}", key)};
  }
  return json[key];
}

// One wish after another.
class WishesReader {
 public:
  WishesReader(const LoadedPlan& start, plan::WishesBuilder& builder)
      : start_(start), schedule_(start.month.schedule), builder_(builder) {}

  void add(const Json& wish) {
    const std::string what = text_of(wish, "wish");
    if (what != "lock" && what != "forbid") throw ApiError{400, "wish is lock or forbid"};
    if (wish.contains("next")) {
      const Connection connection{flight(text_of(wish, "flight")), flight(text_of(wish, "next"))};
      return what == "lock" ? builder_.lock(connection) : builder_.forbid(connection);
    }
    const Pairing pairing = wish.contains("legs") ? written(wish) : named(text_of(wish, "pairing"));
    what == "lock" ? builder_.lock(pairing) : builder_.forbid(pairing);
  }

 private:
  FlightId flight(const std::string& id) const {
    const FlightId flight = schedule_.find_flight(id);
    if (!flight.exists()) throw ApiError{422, "the month has no flight " + id};
    return flight;
  }

  Pairing named(const std::string& name) const {
    const auto found = start_.by_name.find(name);
    if (found == start_.by_name.end()) throw ApiError{422, "the plan has no pairing " + name};
    const Pairing& pairing = start_.plan.pairings[found->second];
    if (plan::known_beginning(pairing).size() < pairing.legs.size()) {
      throw ApiError{422, "pairing " + name + " has a flight that is not in the month"};
    }
    return pairing;
  }

  Pairing written(const Json& wish) const {
    const StationId base = schedule_.find_station(text_of(wish, "base"));
    if (!base.exists()) throw ApiError{422, "base is no station of the month"};
    Pairing pairing{text_of(wish, "pairing"), base, {}};
    if (!wish["legs"].is_array()) throw ApiError{400, "legs is no list"};
    for (const Json& leg : wish["legs"]) {
      const std::string role = text_of(leg, "role");
      if (role != "operate" && role != "deadhead") throw ApiError{400, "role is not known"};
      pairing.legs.push_back(
          {flight(text_of(leg, "flight")), role == "operate" ? Role::kOperate : Role::kDeadhead});
    }
    return pairing;
  }

  const LoadedPlan& start_;
  const Schedule& schedule_;
  plan::WishesBuilder& builder_;
};

}  // namespace

Json rules_view(const LoadedPlan& loaded) {
  Json values = Json::array();
  for (const auto& [rule, value] : pairing::rule_values(loaded.month.rules)) {
    values.push_back({{"rule", rule}, {"value", value}});
  }
  return {{"preset", loaded.month.rules.preset},
          {"values", std::move(values)},
          {"wishes", wishes_json(loaded.month.schedule, loaded.month.rules.wishes)}};
}

std::vector<std::string> settings_from(const Json& values) {
  if (!values.is_object()) throw ApiError{400, "rules is no object"};
  std::vector<std::string> settings;
  for (const auto& [rule, value] : values.items()) {
    if (value.is_structured() || value.is_null()) {
      throw ApiError{400, "the value of " + rule + " is no number, text or truth"};
    }
    settings.push_back(rule + "=" + (value.is_string() ? value.get<std::string>() : value.dump()));
  }
  return settings;
}

std::string wishes_from(const Json& list, const LoadedPlan& start, const pairing::Rules& rules) {
  if (!list.is_array()) throw ApiError{400, "wishes is no list"};
  plan::WishesBuilder builder(start.month.schedule, &rules);
  WishesReader reader(start, builder);
  for (const Json& wish : list) reader.add(wish);
  return plan::wishes_csv(start.month.schedule, builder.wishes());
}

}  // namespace skein::server
