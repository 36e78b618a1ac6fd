#include "exchange/ssim_file.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/input_error.h"

namespace skein::exchange {
namespace {

constexpr std::string_view kOtherOperators = "LZSX";  // operating airline disclosure
constexpr int kOperatingLeg = 50;  // data element: the leg of another carrier that this one sells
constexpr std::size_t kBlock = 5;

bool is_filler(std::string_view line) {
  return line.find_first_not_of('0') == std::string_view::npos ||
         line.find_first_not_of(' ') == std::string_view::npos;
}

class SsimReader {
 public:
  SsimReader(LineReader lines, const std::function<void(const SsimLeg&, std::size_t)>& use)
      : lines_(std::move(lines)), use_(use) {}

  SsimSkipped read() {
    std::string_view line;
    while (lines_.next(line)) {
      if (is_filler(line)) continue;
      if (!has_header_) {
        require_ssim_header(lines_, line);
        has_header_ = true;
        previous_serial_ = parse_serial(lines_, line);
        continue;
      }
      read_record(line);
    }
    finish();
    return std::move(skipped_);
  }

 private:
  void read_record(std::string_view line) {
    if (ended_) lines_.fail("", "something follows the last trailer", "remove it");
    switch (line.front()) {
      case '2':
        return start_carrier(line);
      case '3':
        return take_leg(line);
      case '4':
        return take_segment(line);
      case '5':
        return end_carrier(line);
      default:
        lines_.fail("column 1, record type", in_quotes(line.substr(0, 1)) + " is not a record type",
                    "records begin with 1 to 5");
    }
  }

  void start_carrier(std::string_view line) {
    if (carrier_) {
      lines_.fail("column 1, record type", "a carrier begins before the trailer of the one before",
                  "end it with a record 5");
    }
    carrier_ = parse_carrier(lines_, line);
    follow(line);
  }

  void take_leg(std::string_view line) {
    require_carrier();
    flush();
    leg_ = parse_leg(lines_, line, *carrier_);
    if (leg_->airline != carrier_->airline) {
      lines_.fail(
          "columns 3-5, airline designator",
          fmt::format("a flight of {} stands among those of {}", leg_->airline, carrier_->airline),
          "put it behind a carrier record of its own");
    }
    leg_line_ = lines_.line_number();
    follow(line);
  }

  void take_segment(std::string_view line) {
    require_carrier();
    const SsimSegment segment = parse_segment(lines_, line);
    ++skipped_.segment_records;
    if (!leg_ || leg_->airline != segment.airline || leg_->number != segment.number) {
      lines_.fail("columns 3-9, flight", "the record does not follow a leg of its flight",
                  "put it behind the record 3 that it belongs to");
    }
    if (segment.data_element == kOperatingLeg) sold_for_others_ = true;
    follow(line);
  }

  void end_carrier(std::string_view line) {
    require_carrier();
    flush();
    const SsimTrailer trailer = parse_trailer(lines_, line);
    if (trailer.airline != carrier_->airline) {
      lines_.fail("columns 3-5, airline designator",
                  fmt::format("the trailer of {} ends the flights of {}", trailer.airline,
                              carrier_->airline),
                  "check that no records are missing");
    }
    if (previous_serial_ > 0 && trailer.check_reference != previous_serial_) {
      lines_.fail("columns 188-193, serial number check reference",
                  fmt::format("{} is not the serial number of the record before, {}",
                              trailer.check_reference, previous_serial_),
                  "records are missing; copy the file again");
    }
    follow(line);
    carrier_.reset();
    ended_ = trailer.is_last;
  }

  void require_carrier() const {
    if (carrier_) return;
    lines_.fail("column 1, record type", "the record stands before any carrier record",
                "begin the flights of a carrier with a record 2");
  }

  // Serial numbers count up by one. Where a file does not use them, there is nothing to check.
  void follow(std::string_view line) {
    const int serial = parse_serial(lines_, line);
    if (serial > 1 && previous_serial_ > 0 && serial != previous_serial_ + 1) {
      lines_.fail("columns 195-200, record serial number",
                  fmt::format("{} follows {}", serial, previous_serial_),
                  "records are missing or in another order; copy the file again");
    }
    previous_serial_ = serial;
  }

  // Hands over the leg before, now that its segment records are known.
  void flush() {
    if (!leg_) return;
    const bool others =
        sold_for_others_ || kOtherOperators.find(leg_->disclosure) != std::string_view::npos;
    if (!is_passenger_service(leg_->service)) {
      ++skipped_.services[leg_->service];
    } else if (others) {
      ++skipped_.operated_by_others;
    } else {
      use_(*leg_, leg_line_);
    }
    leg_.reset();
    sold_for_others_ = false;
  }

  void finish() const {
    if (ended_) return;
    lines_.fail("", "the file ends before the trailer of its last carrier",
                "it is cut short; copy it again");
  }

  LineReader lines_;
  const std::function<void(const SsimLeg&, std::size_t)>& use_;
  SsimSkipped skipped_;
  bool has_header_ = false;
  bool ended_ = false;
  int previous_serial_ = 0;
  std::optional<SsimCarrier> carrier_;
  std::optional<SsimLeg> leg_;
  std::size_t leg_line_ = 0;
  bool sold_for_others_ = false;
};

// Numbers records and fills blocks.
class SsimWriter {
 public:
  void add(std::string record) {
    if (serial_ == kMostSsimRecords) {
      throw InputError({"", 0, "", "the schedule has more records than serial numbers",
                        "write fewer days or fewer fleets at a time"});
    }
    text_ += with_serial(std::move(record), ++serial_);
    ++lines_;
  }
  void fill_block() {
    for (; lines_ % kBlock != 0; ++lines_) text_ += std::string(kSsimColumns, '0') + '\n';
  }
  int serial() const { return serial_; }
  std::string take() && { return std::move(text_); }

 private:
  std::string text_;
  int serial_ = 0;
  std::size_t lines_ = 0;
};

}  // namespace

bool is_passenger_service(char service) {
  // Normal, shuttle, with cargo in the cabin; the same as additional flights; charters.
  return std::string_view("JSQGBRCOL").find(service) != std::string_view::npos;
}

SsimSkipped for_each_ssim_leg(LineReader lines,
                              const std::function<void(const SsimLeg&, std::size_t line)>& use) {
  return SsimReader(std::move(lines), use).read();
}

std::string ssim_text(std::span<const SsimCarrierLegs> carriers, const std::string& title,
                      Instant created) {
  SsimWriter writer;
  writer.add(format_header());
  writer.fill_block();
  for (const SsimCarrierLegs& block : carriers) {
    writer.add(format_carrier(block.carrier, title, created));
    writer.fill_block();
    for (const SsimLeg& leg : block.legs) writer.add(format_leg(leg));
    writer.fill_block();
    writer.add(
        format_trailer({block.carrier.airline, writer.serial(), &block == &carriers.back()}));
    writer.fill_block();
  }
  return std::move(writer).take();
}

}  // namespace skein::exchange
