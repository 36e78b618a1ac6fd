#include "report/gantt.h"

#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "pairing/duty.h"
#include "pairing/legality.h"
#include "report/assets.h"
#include "report/page.h"

namespace skein::report {
namespace {

using Json = nlohmann::ordered_json;

class GanttData {
 public:
  GanttData(const schedule::Schedule& schedule, const pairing::Rules& rules)
      : schedule_(schedule), rules_(rules) {}

  Json month() const {
    Json json;
    json["begin"] = schedule_.period().begin.minutes_since_epoch();
    json["length"] = (schedule_.period().end - schedule_.period().begin).count();
    for (const schedule::Station& station : schedule_.stations()) {
      json["stations"].push_back(station.code);
    }
    for (StationId base : schedule_.bases()) json["bases"].push_back(base.index());
    return json;
  }

  Json flights() const {
    Json number = Json::array(), from = Json::array(), to = Json::array();
    Json leaves = Json::array(), takes = Json::array();
    for (const schedule::Flight& flight : schedule_.flights()) {
      number.push_back(flight.number);
      from.push_back(flight.origin.index());
      to.push_back(flight.destination.index());
      leaves.push_back(minute(flight.departure));
      takes.push_back(flight.duration().count());
    }
    return {{"number", std::move(number)},
            {"from", std::move(from)},
            {"to", std::move(to)},
            {"leaves", std::move(leaves)},
            {"takes", std::move(takes)}};
  }

  Json pairing(const plan::Pairing& pairing, const plan::PairingVerdict& verdict) const {
    const std::span<const plan::Leg> legs = plan::known_beginning(pairing);
    Json own;
    own["n"] = pairing.name;
    own["b"] = pairing.base.index();
    own["l"] = Json::array();
    for (const plan::Leg& leg : legs) {
      const auto flight = static_cast<std::int64_t>(leg.flight.index());
      own["l"].push_back(leg.role == plan::Role::kOperate ? flight : -1 - flight);
    }
    own["d"] = duties(legs);
    own["c"] = std::round(100 * verdict.cost.total().amount()) / 100;
    std::set<std::string> broken;
    for (const pairing::Violation& violation : verdict.violations) {
      broken.emplace(pairing::rule_name(violation.rule));
    }
    if (!broken.empty()) own["v"] = broken;
    return own;
  }

 private:
  int minute(Instant instant) const { return (instant - schedule_.period().begin).count(); }

  Json duties(std::span<const plan::Leg> legs) const {
    Json list = Json::array();
    if (legs.empty()) return list;
    for (const pairing::Duty& duty : pairing::split_into_duties(schedule_, rules_.work, legs)) {
      list.push_back(duty.begin);
      list.push_back(minute(duty.report));
      list.push_back(minute(duty.release));
    }
    return list;
  }

  const schedule::Schedule& schedule_;
  const pairing::Rules& rules_;
};

}  // namespace

std::string gantt_json(const schedule::Schedule& schedule, const pairing::Rules& rules,
                       const plan::Plan& plan, const plan::CheckReport& report,
                       const std::vector<bool>& is_new) {
  const GanttData data(schedule, rules);
  Json json = data.month();
  json["flights"] = data.flights();
  json["uncovered"] = Json::array();
  for (FlightId flight : report.uncovered) json["uncovered"].push_back(flight.index());
  json["compared"] = !is_new.empty();
  json["pairings"] = Json::array();
  for (std::size_t k = 0; k < plan.pairings.size(); ++k) {
    Json own = data.pairing(plan.pairings[k], report.pairings[k]);
    if (!is_new.empty() && is_new[k]) own["x"] = 1;
    json["pairings"].push_back(std::move(own));
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string gantt_html(const std::string& json) {
  return fmt::format(
      "{}<script type=\"application/json\" id=\"gantt-data\">{}</script>\n"
      "<script>\n{}</script>\n",
      gantt_frame(), script_json(json), gantt_script());
}

}  // namespace skein::report
