#!/usr/bin/env bash
# Tests the pages of `skein serve` in headless Chromium and takes the pictures in docs/pages. Needs
# Node.js 20 or newer; installs Chromium from Debian, and Playwright below build/.
#   cmake/pages.sh [FOLDER]   another folder to serve than a made-up airline
set -euo pipefail
top=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
source "$top/cmake/prepare.sh"
install_missing build pages
build_preset release skein
skein="$top/build/release/skein"
work="$top/build/pages"
mkdir -p "$work"
cp "$top"/apps/web/e2e/* "$work"
(cd "$work" && { [ node_modules -nt package-lock.json ] || npm ci --no-audit --no-fund; })

folder=${1:-"$work/airline"}
if [ ! -d "$folder" ]; then
  # About 5,000 pairings: what a large airline flies in a month.
  "$skein" generate --flights 25000 -o "$folder/january"
  "$skein" solve "$folder/january" --method greedy -o "$folder/first" >"$work/first.txt"
  "$skein" generate --flights 400 -o "$folder/small"
  "$skein" solve "$folder/small" --method greedy -o "$folder/small-first" >"$work/small.txt"
  "$skein" solve "$folder/small" --time-limit 20 -o "$folder/small-better" >"$work/better.txt"
fi
node "$work/pages.mjs" "$skein" "$folder" "$top/docs/pages"
