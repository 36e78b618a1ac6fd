#!/usr/bin/env bash
# Checks the types of the pages in apps/web and builds apps/web/dist anew, which the program carries
# and which is kept in the repository: only those who change the pages need Node.js (20 or newer).
set -euo pipefail
export LC_ALL=C
top=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
if ! command -v npm >/dev/null 2>&1; then
  echo "skein: npm is missing; install Node.js 20 or newer to build the pages" >&2
  exit 1
fi
# What npm installs stays out of the sources.
work="$top/build/web"
mkdir -p "$work"
rm -rf "$work/src" "$work/dist"
cp -r "$top"/apps/web/{package.json,package-lock.json,index.html,vite.config.ts,tsconfig.json,src} "$work"
cd "$work"
[ node_modules -nt package-lock.json ] || npm ci --no-audit --no-fund
npm run --silent check
npm run --silent build
cp dist/index.html dist/app.js dist/app.css "$top/apps/web/dist/"
# What the bundle was made of: a test compares it with the sources.
(cd "$top/apps/web" && cat package-lock.json index.html vite.config.ts src/*.ts src/*.css | sha256sum | cut -d ' ' -f 1) \
  > "$top/apps/web/dist/sources.sha256"
