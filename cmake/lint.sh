#!/usr/bin/env bash
# clang-tidy over our sources, as the fuzz build (clang) compiles them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
find src apps -name '*.cpp' -print0 |
  xargs -0 -P "$(nproc)" -n 4 clang-tidy --quiet -p build/fuzz 2>build/lint.log || {
  echo "lint: see the messages above" >&2
  exit 1
}
