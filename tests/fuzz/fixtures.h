// What the fuzz targets share. A reader may refuse its input with InputError and nothing else; what
// it accepts must survive being written and read again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "base/input_error.h"
#include "base/text_source.h"
#include "schedule/schedule.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace skein::fuzz {

// The input as text. Also silences the log, which would flood the terminal.
std::string text_of(const std::uint8_t* data, std::size_t size);

LineReader lines_of(const std::string& text);

// What `read` gives; nothing where it refuses the input. Any other exception ends the program.
template <class Read>
auto accepted(Read read) -> std::optional<decltype(read())> {
  try {
    return read();
  } catch (const InputError&) {
    return std::nullopt;
  }
}

// Ends the program where a promise is broken, and says which.
void require(bool kept, const char* promise);

// Stations BOS (a base), JFK and ORD.
schedule::ScheduleBuilder some_stations();
// Flights between them on three days, some with the same number.
const schedule::Schedule& some_schedule();

// A schedule as schedule.csv has it, read again over the same stations.
schedule::Schedule written_and_read(const schedule::Schedule& schedule);

}  // namespace skein::fuzz
