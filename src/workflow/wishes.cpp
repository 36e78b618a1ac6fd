#include "workflow/wishes.h"

#include <algorithm>

#include "base/input_error.h"
#include "base/text_source.h"
#include "plan/wishes_builder.h"
#include "plan/wishes_csv.h"

namespace skein::workflow {
namespace {

using NamedConnection = std::pair<std::string, std::string>;

class OptionsReader {
 public:
  OptionsReader(const plan::Month& month, const std::optional<plan::Plan>& start,
                plan::WishesBuilder& builder)
      : schedule_(month.schedule), start_(start), builder_(builder) {}

  void add(const WishesRequest& request) {
    for (const auto& wish : request.locked_connections) {
      as_option("--lock-connection", [&] { builder_.lock(connection(wish)); });
    }
    for (const auto& wish : request.forbidden_connections) {
      as_option("--forbid-connection", [&] { builder_.forbid(connection(wish)); });
    }
    for (const auto& wish : request.locked_pairings) {
      as_option("--lock-pairing", [&] { builder_.lock(pairing(wish)); });
    }
    for (const auto& wish : request.forbidden_pairings) {
      as_option("--forbid-pairing", [&] { builder_.forbid(pairing(wish)); });
    }
  }

 private:
  template <class Add>
  static void as_option(const char* option, Add add) {
    try {
      add();
    } catch (const InputError& error) {
      Complaint complaint = error.complaint();
      complaint.field = option;
      throw InputError(std::move(complaint));
    }
  }

  FlightId flight(const std::string& id) const {
    const FlightId flight = schedule_.find_flight(id);
    if (flight.exists()) return flight;
    throw InputError({"", 0, "", "the month has no flight " + in_quotes(id),
                      "give ids as they stand in schedule.csv"});
  }

  pairing::Connection connection(const NamedConnection& wish) const {
    return {flight(wish.first), flight(wish.second)};
  }

  const plan::Pairing& pairing(const std::string& name) const {
    if (!start_) {
      throw InputError({"", 0, "",
                        "there is no plan whose pairing " + in_quotes(name) + " could be",
                        "name the plan with --start"});
    }
    const auto& pairings = start_->pairings;
    const auto found =
        std::find_if(pairings.begin(), pairings.end(),
                     [&](const plan::Pairing& pairing) { return pairing.name == name; });
    if (found == pairings.end()) {
      throw InputError({"", 0, "", "the start plan has no pairing " + in_quotes(name),
                        "give a name as it stands in its pairings.csv"});
    }
    if (plan::known_beginning(*found).size() < found->legs.size()) {
      throw InputError({"", 0, "", "pairing " + name + " has a flight that is not in the month",
                        "leave the wish out"});
    }
    return *found;
  }

  const schedule::Schedule& schedule_;
  const std::optional<plan::Plan>& start_;
  plan::WishesBuilder& builder_;
};

}  // namespace

pairing::Wishes gather_wishes(const WishesRequest& request, const plan::Month& month,
                              const std::optional<plan::Plan>& start) {
  plan::WishesBuilder builder(month.schedule, &month.rules);
  if (request.file) {
    plan::read_wishes(LineReader::open(*request.file), month.schedule, builder);
  }
  OptionsReader(month, start, builder).add(request);
  return builder.wishes();
}

}  // namespace skein::workflow
