#include "learning/map_sequences.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "base/input_error.h"

namespace skein::learning {
namespace {

[[noreturn]] void fail(const char* field, std::string problem, std::string remedy) {
  throw InputError({"", 0, field, std::move(problem), std::move(remedy)});
}

void require_finite(const MapSequences& data) {
  for (std::size_t i = 0; i < data.maps.size(); ++i) {
    if (std::isfinite(data.maps[i])) continue;
    fail("maps", fmt::format("place {}: a value is not a finite number", i / data.shape.size() + 1),
         "leave the place's sequence out, or mend its map");
  }
}

void require_begins(const MapSequences& data) {
  const bool cover_all = data.begins.empty() ? data.truth.empty() : data.begins.front() == 0;
  if (cover_all && std::ranges::is_sorted(data.begins) &&
      (data.begins.empty() || data.begins.back() <= data.truth.size())) {
    return;
  }
  fail("begins", "they do not divide the places into sequences",
       "give the first place of each sequence, in rising order from 0");
}

}  // namespace

void require_sound(const MapSequences& data) {
  if (data.shape.size() == 0 && data.ids.empty()) {
    fail("maps", "have neither numbers nor names", "give maps that show something");
  }
  if (data.maps.size() != data.truth.size() * data.shape.size()) {
    fail("maps",
         fmt::format("{} numbers, where {} places of {} x {} x {} have {}", data.maps.size(),
                     data.truth.size(), data.shape.rows, data.shape.columns, data.shape.channels,
                     data.truth.size() * data.shape.size()),
         "give one map of the declared shape for each place");
  }
  require_begins(data);
  require_finite(data);
}

void require_learnable(const MapSequences& data) {
  if (data.begins.empty()) fail("sequences", "there are none to learn from", "give some");
  require_sound(data);
  const std::size_t different = std::set(data.truth.begin(), data.truth.end()).size();
  if (different < 2) {
    fail("labels", "all places have the same label, so there is nothing to learn",
         "give sequences with at least two labels");
  }
  if (data.ids.empty() && std::ranges::all_of(data.maps, [](float value) { return value == 0; })) {
    fail("maps", "all are empty", "give maps that show something");
  }
}

Sequences rows_for(const MapSequences& data, std::size_t features) {
  Sequences sequences(data.labels, features);
  sequences.reserve_rows(data.truth.size());
  for (std::size_t i = 0; i < data.begins.size(); ++i) {
    sequences.begin_sequence();
    const std::size_t end = i + 1 < data.begins.size() ? data.begins[i + 1] : data.truth.size();
    for (std::size_t t = data.begins[i]; t < end; ++t) {
      if (features > 0) sequences.add_dense_place(data.truth[t]);
      if (features == 0) sequences.add_place(data.truth[t], std::span<const Feature>{});
    }
  }
  return sequences;
}

}  // namespace skein::learning
