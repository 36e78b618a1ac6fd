#include "workflow/bench.h"

#include <algorithm>
#include <cstdlib>
#include <functional>

#include "base/clock.h"
#include "base/files.h"
#include "base/input_error.h"
#include "base/log.h"
#include "exchange/csv_import.h"
#include "exchange/gerad.h"
#include "generator/airline.h"
#include "plan/checker.h"
#include "plan/month_folder.h"
#include "workflow/stopwatch.h"

namespace skein::workflow {
namespace {

namespace fs = std::filesystem;

// A folder that is gone when the benchmark is.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "skein-bench-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
      throw InputError({name, 0, "", "cannot be made", "set TMPDIR to a folder with room"});
    }
    path_ = name;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// Flights and pairings that a run dealt with, so that the work cannot be left out.
struct Counts {
  std::size_t flights = 0;
  std::size_t pairings = 0;
};

Timing measure(const std::string& what, int runs, const std::function<Counts()>& work) {
  Timing timing{what, 0, 0, 0, 0, 0};
  std::vector<double> walls;
  std::vector<double> cpus;
  for (int i = 0; i < runs; ++i) {
    const Stopwatch stopwatch;
    const Counts counts = work();
    walls.push_back(stopwatch.wall());
    cpus.push_back(stopwatch.cpu());
    timing.flights = counts.flights;
    timing.pairings = counts.pairings;
  }
  std::sort(walls.begin(), walls.end());
  timing.least_wall = walls.front();
  timing.middle_wall = walls[walls.size() / 2];
  timing.least_cpu = *std::min_element(cpus.begin(), cpus.end());
  return timing;
}

Counts read_and_check(const fs::path& folder) {
  const plan::Month month = plan::read_month(folder);
  const plan::Plan plan = plan::read_plan(folder, month.schedule);
  const plan::CheckReport report = plan::check(month.schedule, month.rules, plan);
  return {report.flights, report.pairings.size()};
}

void write_month(const fs::path& folder, const plan::Month& month,
                 const std::optional<plan::Plan>& plan) {
  StagedFolder staged(folder, WhenFolderExists::kRefuse);
  plan::add_month_files(staged, month, plan);
  staged.commit();
}

void bench_gerad(const fs::path& data, const fs::path& scratch, int runs,
                 std::vector<Timing>& timings) {
  const fs::path source = data / "gerad" / "instance7";
  timings.push_back(measure("instance 7: import", runs, [&] {
    const exchange::GeradImport imported = exchange::import_gerad(source);
    return Counts{imported.month.schedule.flights().size(), imported.plan.pairings.size()};
  }));
  const exchange::GeradImport imported = exchange::import_gerad(source);
  write_month(scratch / "instance7", imported.month, imported.plan);
  timings.push_back(measure("instance 7: load and check its published pairings", runs,
                            [&] { return read_and_check(scratch / "instance7"); }));
}

void bench_bts(const fs::path& data, const fs::path& scratch, int runs,
               std::vector<Timing>& timings) {
  exchange::CsvImportOptions options;
  options.schedule = data / "bts2008" / "WN" / "schedule-2008-01.csv.gz";
  options.stations = data / "bts2008" / "WN" / "stations.csv";
  options.bases = {"MDW", "PHX", "BWI", "OAK", "MCO", "DAL", "HOU", "LAS"};
  timings.push_back(measure("WN January: import from gzip", runs, [&] {
    return Counts{exchange::import_csv(options).month.schedule.flights().size(), 0};
  }));
  write_month(scratch / "wn", exchange::import_csv(options).month, std::nullopt);
  timings.push_back(measure("WN January: load the month folder", runs, [&] {
    return Counts{plan::read_month(scratch / "wn").schedule.flights().size(), 0};
  }));
}

void bench_generator(int runs, std::vector<Timing>& timings) {
  for (const std::size_t flights : {1'000u, 50'000u, 100'000u}) {
    generator::AirlineOptions options;
    options.flights = flights;
    timings.push_back(measure("generate an airline of " + std::to_string(flights), runs, [&] {
      return Counts{generator::generate_airline(options).front().month.schedule.flights().size(),
                    0};
    }));
  }
}

}  // namespace

std::vector<Timing> bench_months(const std::optional<fs::path>& data, int runs) {
  const TemporaryFolder scratch;
  std::vector<Timing> timings;
  if (data) {
    bench_gerad(*data, scratch.path(), runs, timings);
    bench_bts(*data, scratch.path(), runs, timings);
  } else {
    log_message("the real data is not here (set SKEIN_DATA), so its rows are left out");
  }
  bench_generator(runs, timings);
  return timings;
}

}  // namespace skein::workflow
