#include "seeding/scores_csv.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/csv.h"
#include "base/input_error.h"

namespace skein::seeding {
namespace {

using pricing::ConnectionScores;
using pricing::FlightOutlook;
using pricing::NextFlight;
using schedule::Schedule;

constexpr double kSumTolerance = 1e-3;

class ScoresReader {
 public:
  ScoresReader(CsvReader& csv, const Schedule& schedule)
      : csv_(csv), schedule_(schedule), is_done_(schedule.flights().size(), false) {
    scores_.outlook = IdVector<FlightId, FlightOutlook>(schedule.flights().size());
    scores_.starts = IdVector<FlightId, double>(schedule.flights().size(), 0);
    scores_.layover = scores_.starts;
  }

  ConnectionScores run() && {
    while (csv_.next()) add_row();
    if (flight_.exists()) end_flight();
    require_all();
    return std::move(scores_);
  }

 private:
  void add_row() {
    const FlightId flight = flight_of("flight");
    if (flight != flight_) begin_flight(flight);
    const std::string& what = csv_.text("what");
    const double probability = csv_.real("probability", 0, 1);
    if (what == "next") {
      add_next(probability);
      return;
    }
    if (!csv_.text_or_empty("next").empty()) {
      csv_.fail("next", "a row of " + in_quotes(what) + " has a next flight",
                "leave the field empty, or write next in the column what");
    }
    if (what == "ends") {
      set(scores_.outlook[flight].ends, has_ends_, probability);
    } else if (what == "starts") {
      set(scores_.starts[flight], has_starts_, probability);
    } else if (what == "layover") {
      set(scores_.layover[flight], has_layover_, probability);
    } else {
      csv_.fail("what", in_quotes(what) + " is not known", "use next, ends, starts or layover");
    }
  }

  FlightId flight_of(std::string_view column) const {
    const FlightId flight = schedule_.find_flight(csv_.text(column));
    if (!flight.exists()) {
      csv_.fail(column, "the month has no flight " + in_quotes(csv_.text(column)),
                "give the scores of this month");
    }
    return flight;
  }

  void begin_flight(FlightId flight) {
    if (flight_.exists()) end_flight();
    if (is_done_[flight]) {
      csv_.fail("flight",
                "the rows of flight " + in_quotes(csv_.text("flight")) + " do not stand together",
                "sort the file by flight");
    }
    is_done_[flight] = true;
    flight_ = flight;
    has_ends_ = has_starts_ = has_layover_ = false;
  }

  void add_next(double probability) {
    const FlightId next = flight_of("next");
    if (schedule_.flight(next).departure < schedule_.flight(flight_).arrival) {
      csv_.fail("next",
                "flight " + in_quotes(csv_.text("next")) + " leaves before the crew has arrived",
                "give the scores of this month");
    }
    std::vector<NextFlight>& candidates = scores_.outlook[flight_].next;
    const bool is_twice =
        std::any_of(candidates.begin(), candidates.end(),
                    [next](const NextFlight& other) { return other.flight == next; });
    if (is_twice) {
      csv_.fail("next", "flight " + in_quotes(csv_.text("next")) + " stands here twice",
                "leave one of the two rows");
    }
    candidates.push_back({next, probability});
  }

  void set(double& value, bool& is_set, double probability) const {
    if (is_set) {
      csv_.fail("what", "a row of " + in_quotes(csv_.text("what")) + " stands here twice",
                "leave one of the two rows");
    }
    is_set = true;
    value = probability;
  }

  void end_flight() {
    FlightOutlook& outlook = scores_.outlook[flight_];
    std::sort(outlook.next.begin(), outlook.next.end(),
              [](const NextFlight& a, const NextFlight& b) { return a.flight < b.flight; });
    double sum = outlook.ends;
    for (const NextFlight& next : outlook.next) sum += next.probability;
    if (std::abs(sum - 1) <= kSumTolerance) return;
    throw InputError({csv_.file(), 0, "probability",
                      fmt::format("the next flights and the end of flight {} add up to {:.4g}",
                                  in_quotes(schedule_.flight(flight_).id), sum),
                      "make them add up to 1"});
  }

  void require_all() const {
    for (FlightId flight : schedule_.flight_ids()) {
      if (is_done_[flight]) continue;
      throw InputError({csv_.file(), 0, "flight",
                        "there is no score of flight " + in_quotes(schedule_.flight(flight).id),
                        "give the scores of the whole month"});
    }
  }

  CsvReader& csv_;
  const Schedule& schedule_;
  ConnectionScores scores_;
  IdVector<FlightId, bool> is_done_;  // or begun
  FlightId flight_;                   // of the rows that are being read
  bool has_ends_ = false;
  bool has_starts_ = false;
  bool has_layover_ = false;
};

void add_row(std::string& text, const Schedule& schedule, FlightId flight, std::string_view what,
             FlightId next, double probability) {
  if (probability <= 0) return;
  fmt::format_to(std::back_inserter(text), "{},{},{},{:.6g}\n",
                 csv_field(schedule.flight(flight).id), what,
                 next.exists() ? csv_field(schedule.flight(next).id) : "", probability);
}

}  // namespace

ConnectionScores read_scores(LineReader lines, const Schedule& schedule) {
  CsvReader csv(std::move(lines), {"flight", "what", "next", "probability"}, {});
  return ScoresReader(csv, schedule).run();
}

std::string scores_csv(const Schedule& schedule, const ConnectionScores& scores) {
  std::string text = "flight,what,next,probability\n";
  for (FlightId flight : schedule.flight_ids()) {
    for (const NextFlight& next : scores.outlook[flight].next) {
      add_row(text, schedule, flight, "next", next.flight, next.probability);
    }
    add_row(text, schedule, flight, "ends", FlightId::none(), scores.outlook[flight].ends);
    add_row(text, schedule, flight, "starts", FlightId::none(), scores.starts[flight]);
    add_row(text, schedule, flight, "layover", FlightId::none(), scores.layover[flight]);
  }
  return text;
}

}  // namespace skein::seeding
