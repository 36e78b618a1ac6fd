// Where stations stand on a map: by their coordinates, or, in months that have none, such that the
// distances on the map are like the flying times.
//
// Without coordinates, the places x minimize the weighted stress
//
//    sum over pairs i < j of  w_ij (|x_i - x_j| - d_ij)^2,   w_ij = d_ij^-2,
//
// where d_ij is the shortest flying time over any stations between. It goes down with every step of
// moving one station to where the others together want it (majorization, Gansner, Koren and North,
// 2004); the best of some tries from places drawn by lot is taken. Pairs that no flight joins count
// less: a way by a hub is longer than the distance.
#pragma once

#include "base/ids.h"
#include "schedule/schedule.h"

namespace skein::report {

struct Place {
  double x = 0;  // to the right
  double y = 0;  // down
};

struct StationPlaces {
  IdVector<StationId, Place> places;
  bool by_coordinates = false;
};

// The same for the same schedule.
StationPlaces place_stations(const schedule::Schedule& schedule);

// Of all pairs of stations that a flight joins: how far distances on the map are from the flying
// times, as a share of these, on average and after the best scaling. For tests.
double distance_error(const schedule::Schedule& schedule, const StationPlaces& places);

}  // namespace skein::report
