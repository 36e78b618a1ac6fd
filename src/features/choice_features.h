// What a crew knows when it chooses its next flight, as numbers: the paper's input of n_d channels
// for each of up to 20 candidates.
//
// Channels of a candidate are about the flight that has landed, the same for all candidates; about
// the candidate; about the station and those who compete for the candidate; about the crew and what
// the rules leave it, before and after the candidate; and about what crews did on the slot before.
// Nothing but `names` tells one station or fleet from another of the same role, so that without
// names what is learnt at one airline holds for another.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/ids.h"
#include "features/channels.h"
#include "features/fair_shares.h"
#include "features/slot_history.h"
#include "features/ways_home.h"
#include "history/crew_choices.h"
#include "history/next_flights.h"
#include "learning/name_table.h"
#include "plan/month_folder.h"

namespace skein::features {

struct FeatureOptions {
  bool names = true;  // stations and fleets by name; not for other airlines
  bool state = true;  // of the crew, where it is known
  // What crews did on the slot before. Slots go by names: without those, in the same month only.
  bool history = true;
  // Names stand as vectors that this draws. Others can look up which, unless it is a secret.
  std::uint64_t name_seed = 1;
  history::NextFlightOptions candidates;

  friend bool operator==(const FeatureOptions&, const FeatureOptions&) = default;
};

// A crew that has to choose. Without a state nothing is known of it.
struct Chooser {
  FlightId flight;  // just operated
  StationId base;
  const pricing::CrewState* state = nullptr;
};

// What stands for a name.
using NameVector = std::array<float, 6>;

// The channels that hold names, of channels with these names.
std::vector<learning::NameChannels> name_channels(std::span<const std::string> channels);

class ChoiceFeatures {
 public:
  // Month and view must live as long as this. The view may be null: nothing is known of the past.
  ChoiceFeatures(const plan::Month& month, const FeatureOptions& options, const SlotView* past);

  const FeatureOptions& options() const { return options_; }
  const history::CrewModels& models() const { return models_; }
  const history::NextFlights& next_flights() const { return next_; }
  const std::vector<std::string>& names() const { return names_; }
  std::size_t channels() const { return names_.size(); }

  std::vector<history::NextFlight> candidates(const Chooser& chooser) const;
  // By channel and place, places innermost, 0 where there is no candidate. `with_past` = false:
  // as if nothing were known of the past.
  void describe(const Chooser& chooser, std::span<const history::NextFlight> candidates,
                bool with_past, std::span<float> values) const;

  // The further questions: does the flight start a pairing, and does a layover come before it.
  std::size_t flight_channels() const { return flight_names_.size(); }
  const std::vector<std::string>& flight_names() const { return flight_names_; }
  void describe(FlightId flight, bool with_past, std::span<float> values) const;

  // At least one in twenty of the month's flights leave there.
  bool is_hub(StationId station) const { return traffic_[station] >= 0.05; }

 private:
  struct Landing;

  Landing landing(const Chooser& chooser, bool with_past) const;
  void put_landing(const Landing& landing, Channels& channels) const;
  void put_crew(const Landing& landing, Channels& channels) const;
  void put_candidate(const Landing& landing, std::span<const history::NextFlight> all,
                     std::size_t place, Channels& channels) const;
  void put_costs(const Landing& landing, std::span<const history::NextFlight> all,
                 std::size_t place, Channels& channels) const;
  void put_station(const Landing& landing, const history::NextFlight& next,
                   Channels& channels) const;
  void put_crew_after(const Landing& landing, const history::NextFlight& next,
                      Channels& channels) const;
  void put_past(const Landing& landing, const history::NextFlight& next, Channels& channels) const;
  void put_name(const char* what, const NameVector& vector, Channels& channels) const;
  void put_flight(FlightId flight, bool with_past, Channels& channels) const;
  std::size_t arrivals_within(StationId station, FleetId fleet, Instant from, Instant to) const;
  std::size_t departures_within(StationId station, FleetId fleet, Instant from, Instant to) const;
  void collect_names();

  const schedule::Schedule& schedule_;
  const pairing::WorkRules& work_;
  const pairing::CostRules& cost_;
  FeatureOptions options_;
  const SlotView* past_;
  history::CrewModels models_;
  history::NextFlights next_;
  FairShares fair_;
  IdVector<StationId, std::unique_ptr<WaysHome>> ways_home_;  // null where there is no base
  IdVector<StationId, double> traffic_;                       // share of departures
  IdVector<FlightId, std::int32_t> departure_minute_;         // of the day, there
  IdVector<FlightId, std::int32_t> arrival_minute_;
  IdVector<FlightId, SlotView::Before> before_;
  IdVector<StationId, NameVector> station_names_;
  IdVector<FleetId, NameVector> fleet_names_;
  std::vector<std::string> names_;
  std::vector<std::string> flight_names_;
};

}  // namespace skein::features
