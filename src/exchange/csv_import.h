// A month from CSV files that come from elsewhere: a schedule as in a month folder.
#pragma once

#include "exchange/foreign_month.h"

namespace skein::exchange {

using CsvImportOptions = ForeignMonthOptions;
using CsvImport = ForeignMonth;

CsvImport import_csv(const CsvImportOptions& options);

}  // namespace skein::exchange
