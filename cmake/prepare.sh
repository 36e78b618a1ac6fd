# For the scripts `skein`, `test` and `cmake/neural.sh`: install what is missing, build a preset. Sourced, not run.

packages_of() {  # packages_of SECTION...: package names from cmake/packages.txt
  local wanted=" $* " section=""
  while read -r line; do
    case "$line" in
      '' | '#'*) ;;
      '['*']') section=${line//[\[\]]/} ;;
      *) case "$wanted" in *" $section "*) echo "$line" ;; esac ;;
    esac
  done < "$top/cmake/packages.txt"
}

is_installed() {
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null 2>&1; then
    sudo "$@"
  else
    echo "skein: packages are missing: run this as root, or install sudo" >&2
    exit 1
  fi
}

apt_install() {
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends "$@" >"$top/build/install.log" 2>&1
}

install_missing() {  # install_missing SECTION...
  if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "skein: this is not Debian; install by hand what cmake/packages.txt names" >&2
    exit 1
  fi
  local missing=() package
  for package in $(packages_of "$@"); do
    is_installed "$package" || missing+=("$package")
  done
  [ ${#missing[@]} = 0 ] && return
  mkdir -p "$top/build"
  echo "skein: installing ${missing[*]}" >&2
  # Old package lists name versions that are gone, so a failure is tried once more with new ones.
  apt_install "${missing[@]}" && return
  as_root apt-get update >"$top/build/update.log" 2>&1 || {
    echo "skein: the package lists cannot be refreshed; see build/update.log" >&2
    exit 1
  }
  apt_install "${missing[@]}" || {
    echo "skein: the packages cannot be installed; see build/install.log" >&2
    tail -n 5 "$top/build/install.log" >&2
    exit 1
  }
}

build_preset() {  # build_preset PRESET [TARGET...]
  local preset=$1 log="$top/build/$1.log"
  shift
  mkdir -p "$top/build"
  if ! (cd "$top" && cmake --preset "$preset") >"$log" 2>&1; then
    cat "$log" >&2
    echo "skein: cmake could not configure the build; see $log" >&2
    exit 1
  fi
  if ! cmake --build "$top/build/$preset" ${1:+--target "$@"} >>"$log" 2>&1; then
    tail -n 40 "$log" >&2
    echo "skein: the build failed; see $log" >&2
    exit 1
  fi
}
