#!/usr/bin/env bash
# Past months of F9 and AS: January to April 2008 solved, since the real schedules come without crews.
#
#   bench/histories.sh [f9|as]...   both unless named
#
# Months and plans stay in OUT (./histories unless set); plans that are there are not made again, and
# one that was cut off goes on. GAP (0.01) is where a plan is good enough, LIMIT (900) its seconds.
set -euo pipefail
top=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
data=${SKEIN_DATA:-$top/../shared/data}/bts2008
out=${OUT:-histories}
mkdir -p "$out"

bases_of() {
  case "$1" in
    f9) echo DEN ;;
    as) echo SEA,ANC,LAX,PDX ;;
    *) echo "skein: no bases are known for $1; name f9 or as" >&2 && exit 2 ;;
  esac
}

solve() {  # solve CARRIER MONTH
  local month="$out/$1-$2" plan="$out/$1-$2-plan" bases
  bases=$(bases_of "$1")
  [ -d "$month" ] || "$top/skein" import csv "$data/${1^^}/schedule-2008-$2.csv.gz" \
    --stations "$data/${1^^}/stations.csv" --bases "$bases" -o "$month"
  [ -d "$plan" ] && [ ! -e "$plan.checkpoint" ] && return
  "$top/skein" solve "$month" -o "$plan" --force --gap "${GAP:-0.01}" --time-limit "${LIMIT:-900}" \
    --summary "$plan.json" --resume || [ $? = 3 ]
  rm -f "$plan.checkpoint"
}

for carrier in "${@:-f9 as}"; do
  for name in $carrier; do
    for month in 01 02 03 04; do solve "$name" "$month"; done
  done
done
