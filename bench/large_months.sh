#!/usr/bin/env bash
# Plans of the largest months of the real data, each as one cold run, checked afterwards:
#
#   bench/large_months.sh oo [SECONDS]   OO January 2008, three fleets, 7 bases: 48,992 flights
#   bench/large_months.sh wn [SECONDS]   WN, the first week of January 2008, 8 bases: 21,738 flights
#
# SECONDS is the time limit of the optimizer (5,300 and 3,500 unless given). The month, the plan and
# its log stay in OUT (./large-months unless set); a run that was cut off goes on with the same command.
set -euo pipefail
top=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
data=${SKEIN_DATA:-$top/../shared/data}/bts2008
out=${OUT:-large-months}
mkdir -p "$out"

plan() {  # plan NAME SECONDS
  local resume=()
  [ -e "$out/$1-plan.checkpoint" ] && resume=(--resume)
  # A time limit that was reached is no failure: the plan so far is there.
  "$top/skein" solve "$out/$1" -o "$out/$1-plan" --force --time-limit "$2" \
    --log "$out/$1.jsonl" --summary "$out/$1.json" "${resume[@]}" || [ $? = 3 ]
  "$top/skein" check "$out/$1" --plan "$out/$1-plan" --explain | head -n 40
  "$top/skein" check "$out/$1" --plan "$out/$1-plan" --bound | tail -n 3
}

month() {  # month NAME CARRIER BASES [OPTIONS...]
  [ -d "$out/$1" ] && return
  "$top/skein" import csv "$data/$2/schedule-2008-01.csv.gz" --stations "$data/$2/stations.csv" \
    --bases "$3" "${@:4}" -o "$out/$1"
}

case "${1:-}" in
  oo)
    month oo OO SLC,DEN,ORD,LAX,SFO,MKE,PDX
    plan oo "${2:-5300}"
    ;;
  wn)
    month wn WN MDW,PHX,BWI,OAK,MCO,DAL,HOU,LAS --first-day 2008-01-01 --last-day 2008-01-07
    plan wn "${2:-3500}"
    ;;
  *)
    sed -n '2,8s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
    exit 2
    ;;
esac
