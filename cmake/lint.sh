#!/usr/bin/env bash
# clang-tidy over our sources, as the fuzz build (clang) compiles them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

failed() {
  echo "lint: see the messages above" >&2
  exit 1
}

find src apps/cli -name '*.cpp' -print0 |
  xargs -0 -P "$(nproc)" -n 4 clang-tidy --quiet -p build/fuzz 2>build/lint.log || failed

# The neural baselines are not part of that build. Files that include torch are left out: clang 14
# does not accept the headers of torch 1.13 as C++20.
find apps/neural -name '*.cpp' \
  ! -name letters.cpp ! -name networks.cpp ! -name reader.cpp ! -name training.cpp \
  ! -name word_tensors.cpp -print0 |
  xargs -0 -P "$(nproc)" -I {} clang-tidy --quiet {} -- -std=c++20 -Isrc -Iapps \
    2>>build/lint.log || failed
