#include "exchange/csv_import.h"

#include "schedule/csv_files.h"

namespace skein::exchange {

CsvImport import_csv(const CsvImportOptions& options) {
  return make_month(options, [&](const std::function<void(schedule::FlightRecord)>& add) {
    schedule::for_each_flight(LineReader::open(options.schedule), add);
  });
}

}  // namespace skein::exchange
