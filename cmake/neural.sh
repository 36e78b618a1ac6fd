#!/usr/bin/env bash
# Installs what the neural baselines need and builds them: build/neural/skein-neural.
set -euo pipefail
top=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
source "$top/cmake/prepare.sh"
install_missing build neural
echo "skein: building build/neural/skein-neural (the first time takes a few minutes)" >&2
build_preset neural skein-neural
