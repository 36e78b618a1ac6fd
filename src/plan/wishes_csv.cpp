#include "plan/wishes_csv.h"

#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/csv.h"
#include "base/input_error.h"

namespace skein::plan {
namespace {

// A pairing whose rows are being read.
struct OpenPairing {
  Pairing pairing;
  bool is_lock = false;
  std::size_t line = 0;  // of its first row
};

class WishesReader {
 public:
  WishesReader(const CsvReader& csv, const schedule::Schedule& schedule, WishesBuilder& builder)
      : csv_(csv), schedule_(schedule), builder_(builder) {}

  void add_row() {
    const bool is_lock = read_wish();
    const bool has_next = !csv_.text_or_empty("next").empty();
    const bool has_pairing = !csv_.text_or_empty("pairing").empty();
    if (has_next == has_pairing) {
      csv_.fail(has_next ? "next" : "pairing", "it is not clear what is wished",
                "fill in next for a connection, or pairing, base and role for a leg of a pairing");
    }
    has_next ? add_connection(is_lock) : add_leg(is_lock);
  }

  void end_pairing() {
    if (!open_) return;
    const OpenPairing done = *std::exchange(open_, std::nullopt);
    with_place(done.line,
               [&] { done.is_lock ? builder_.lock(done.pairing) : builder_.forbid(done.pairing); });
  }

 private:
  bool read_wish() const {
    const std::string& wish = csv_.text("wish");
    if (wish != "lock" && wish != "forbid") {
      csv_.fail("wish", in_quotes(wish) + " is not a wish", "write lock or forbid");
    }
    return wish == "lock";
  }

  FlightId flight(const char* column) const {
    const FlightId flight = schedule_.find_flight(csv_.text(column));
    if (!flight.exists()) {
      csv_.fail(column, "the month has no flight " + in_quotes(csv_.text(column)),
                "correct the id, or leave the wish out");
    }
    return flight;
  }

  void add_connection(bool is_lock) {
    end_pairing();
    const pairing::Connection connection{flight("flight"), flight("next")};
    with_place(csv_.line_number(),
               [&] { is_lock ? builder_.lock(connection) : builder_.forbid(connection); });
  }

  void add_leg(bool is_lock) {
    const std::string& name = csv_.text("pairing");
    if (!open_ || open_->pairing.name != name || open_->is_lock != is_lock) begin(name, is_lock);
    if (open_->pairing.base != base()) {
      csv_.fail("base", "pairing " + in_quotes(name) + " has two bases",
                "write the same in each row");
    }
    open_->pairing.legs.push_back({flight("flight"), role()});
  }

  void begin(const std::string& name, bool is_lock) {
    end_pairing();
    if (!names_.insert({name, is_lock}).second) {
      csv_.fail("pairing", "the rows of pairing " + in_quotes(name) + " do not stand together",
                "sort the file by pairing, or give the second one another name");
    }
    open_ = OpenPairing{{name, base(), {}}, is_lock, csv_.line_number()};
  }

  StationId base() const {
    const StationId base = schedule_.find_station(csv_.text("base"));
    if (!base.exists()) {
      csv_.fail("base", "station " + in_quotes(csv_.text("base")) + " is unknown",
                "write the code of a base of the month");
    }
    return base;
  }

  Role role() const {
    const std::string& role = csv_.text("role");
    if (role == "operate") return Role::kOperate;
    if (role == "deadhead") return Role::kDeadhead;
    csv_.fail("role", in_quotes(role) + " is not a role", "write operate or deadhead");
  }

  template <class Add>
  void with_place(std::size_t line, Add add) const {
    try {
      add();
    } catch (const InputError& error) {
      throw error.at(csv_.file(), line);
    }
  }

  const CsvReader& csv_;
  const schedule::Schedule& schedule_;
  WishesBuilder& builder_;
  std::optional<OpenPairing> open_;
  std::set<std::pair<std::string, bool>> names_;
};

void add_pairings(const char* wish, const schedule::Schedule& schedule,
                  const std::vector<Pairing>& pairings, std::string& text) {
  for (const Pairing& pairing : pairings) {
    for (const Leg& leg : pairing.legs) {
      fmt::format_to(std::back_inserter(text), "{},{},,{},{},{}\n", wish,
                     csv_field(schedule.flight(leg.flight).id), csv_field(pairing.name),
                     csv_field(schedule.station(pairing.base).code),
                     leg.role == Role::kOperate ? "operate" : "deadhead");
    }
  }
}

void add_connections(const char* wish, const schedule::Schedule& schedule,
                     const std::vector<pairing::Connection>& connections, std::string& text) {
  for (const pairing::Connection& connection : connections) {
    fmt::format_to(std::back_inserter(text), "{},{},{},,,\n", wish,
                   csv_field(schedule.flight(connection.flight).id),
                   csv_field(schedule.flight(connection.next).id));
  }
}

}  // namespace

void read_wishes(LineReader lines, const schedule::Schedule& schedule, WishesBuilder& builder) {
  CsvReader csv(std::move(lines), {"wish", "flight"}, {"next", "pairing", "base", "role"});
  WishesReader reader(csv, schedule, builder);
  while (csv.next()) reader.add_row();
  reader.end_pairing();
}

std::string wishes_csv(const schedule::Schedule& schedule, const pairing::Wishes& wishes) {
  std::string text = "wish,flight,next,pairing,base,role\n";
  add_connections("lock", schedule, wishes.locked_connections, text);
  add_connections("forbid", schedule, wishes.forbidden_connections, text);
  add_pairings("lock", schedule, wishes.locked_pairings, text);
  add_pairings("forbid", schedule, wishes.forbidden_pairings, text);
  return text;
}

}  // namespace skein::plan
