#!/usr/bin/env bash
# Kills `skein solve` (SIGKILL) at random moments and goes on with --resume: the plan must have the
# same bytes as that of a run which nobody disturbed.
#
#   bench/kill_and_resume.sh MONTH [KILLS] [SECONDS] [OPTION...]
#
# KILLS single kills (20), each in a run of its own, at a moment drawn from the length of the whole
# run; then one run that is killed over and over, every few seconds, until it ends. SECONDS (1) is
# the least time between checkpoints. OPTIONs are for `skein solve`. SKEIN names the program, else
# ./skein; SEED the moments. Exits with 1 if any plan differs.
set -euo pipefail

month=$1
kills=${2:-20}
seconds=${3:-1}
options=("${@:4}")
skein=${SKEIN:-$(dirname "${BASH_SOURCE[0]}")/../skein}
RANDOM=${SEED:-1}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
differences=0

now() { date +%s.%N; }
minus() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a - b }'; }
product() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a * b }'; }
chance() { awk -v r="$RANDOM" 'BEGIN { printf "%.4f", (r + 0.5) / 32768 }'; }

# Into the plan folder $1, with the options that follow.
solve() { killed_solve 0 "$@"; }

# As `solve`, but killed after $1 seconds, unless that is 0. True if it ended before that.
killed_solve() {
  local after=$1 plan=$2
  shift 2
  timeout --signal=KILL "$after" "$skein" solve "$month" -o "$work/$plan" \
    --checkpoint-seconds "$seconds" -q "${options[@]}" "$@" >/dev/null 2>>"$work/messages"
} 2>/dev/null # where the shell would tell of each kill

figures() { grep -v -e cpu_seconds -e wall_seconds -e peak_memory_mb "$1"; }

# Says whether the plan $1 is the undisturbed one, in words.
compared() {
  local file
  for file in pairings.csv pairings.txt prices.csv; do
    cmp -s "$work/whole/$file" "$work/$1/$file" || { echo "DIFFERS in $file"; return; }
  done
  cmp -s <(figures "$work/whole/summary.json") <(figures "$work/$1/summary.json") ||
    { echo "DIFFERS in summary.json"; return; }
  [[ ! -e $work/$1.checkpoint ]] || { echo "DIFFERS: a checkpoint is left"; return; }
  echo "same bytes"
}

report() {
  local verdict
  verdict=$(compared "$1")
  [[ $verdict == "same bytes" ]] || differences=$((differences + 1))
  echo "$2: $verdict"
}

begin=$(now)
solve whole
length=$(minus "$(now)" "$begin")
echo "undisturbed: $length s"

k=1
while ((k <= kills)); do
  moment=$(product "$length" "$(chance)")
  begin=$(now)
  if killed_solve "$moment" "plan$k"; then
    length=$(minus "$(now)" "$begin") # with less other work on the machine
    echo "ended before $moment s; another moment is drawn"
    rm -rf "$work/plan$k"
    continue
  fi
  state="no checkpoint yet"
  if [[ -e $work/plan$k.checkpoint ]]; then
    state="checkpoint of $(stat -c %s "$work/plan$k.checkpoint") bytes"
  fi
  begin=$(now)
  solve "plan$k" --resume
  report "plan$k" "kill $k after $moment s, $state, resumed for $(minus "$(now)" "$begin") s"
  rm -rf "$work/plan$k"
  k=$((k + 1))
done

# Steps may take longer than the pause between two kills, so that grows.
pause=$(product "$length" 0.1)
count=0
until killed_solve "$pause" often --resume; do
  count=$((count + 1))
  pause=$(product "$pause" 1.05)
done
report often "one run killed $count times"

echo "$differences differences"
((differences == 0))
