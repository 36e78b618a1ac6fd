// A schedule data set (SSIM chapter 7) as a whole.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>

#include "base/text_source.h"
#include "exchange/ssim_record.h"

namespace skein::exchange {

// What a data set holds that is no leg of a passenger flight of its carrier.
struct SsimSkipped {
  std::map<char, std::size_t>
      services;                        // legs by service type: cargo, positioning, buses and so on
  std::size_t operated_by_others = 0;  // legs: code shares and wet leases
  std::size_t segment_records = 0;     // records 4, of which we need none
};

// Reads the whole file and hands over every leg of a passenger flight that the carrier operates
// itself, with the number of its line. Order, serial numbers and trailers are checked, so that a
// file that has lost records is refused.
SsimSkipped for_each_ssim_leg(LineReader lines,
                              const std::function<void(const SsimLeg&, std::size_t line)>& use);

// The legs of one carrier; they stand together in a file.
struct SsimCarrierLegs {
  SsimCarrier carrier;
  std::vector<SsimLeg> legs;
};

// The file, with lines of zeros as the manual blocks records by five. Throws InputError where there
// are more records than serial numbers.
std::string ssim_text(std::span<const SsimCarrierLegs> carriers, const std::string& title,
                      Instant created);

// Flights that carry passengers and are flown: not cargo, mail, ferry flights or buses.
bool is_passenger_service(char service);

}  // namespace skein::exchange
