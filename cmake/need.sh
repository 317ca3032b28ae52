# Read by the scripts that build (`. cmake/need.sh`); POSIX sh.

# has_header NAME: whether the compiler finds a header.
has_header() {
  echo "#include <$1>" | "${CXX:-c++}" -std=c++17 -E -x c++ - >/dev/null 2>&1
}

# has PACKAGE: whether what a package of Debian brings is there, wherever it came from.
has() {
  case $1 in
    g++) command -v "${CXX:-c++}" >/dev/null ;;
    ninja-build) command -v ninja >/dev/null ;;
    libgtest-dev) has_header gtest/gtest.h ;;
    libfmt-dev) has_header fmt/format.h ;;
    libcli11-dev) has_header CLI/CLI.hpp ;;
    libbenchmark-dev) has_header benchmark/benchmark.h ;;
    *) command -v "$1" >/dev/null ;;
  esac
}

# lacking PACKAGE...: those that are not there, each after a blank.
lacking() {
  for package in "$@"; do
    has "$package" || printf ' %s' "$package"
  done
}

# install_packages PACKAGE...: with apt-get, where it is there and we may.
install_packages() {
  command -v apt-get >/dev/null || return 1
  if [ "$(id -u)" = 0 ]; then
    as_root=
  elif sudo -n true 2>/dev/null; then
    as_root='sudo -n'
  else
    return 1
  fi
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq &&
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$@"
}

# need PACKAGE...: installs what is missing of Debian's packages, or names it and stops.
need() {
  missing=$(lacking "$@")
  if [ -n "$missing" ]; then
    echo "missing:$missing; trying to install"
    # shellcheck disable=SC2086
    install_packages $missing </dev/null || true
    missing=$(lacking "$@")
  fi
  if [ -n "$missing" ]; then
    echo "missing, and not installed by this script:$missing (the names of Debian's packages)" >&2
    exit 1
  fi
  version=$(cmake --version | sed -n '1s/[^0-9]*\([0-9]*\.[0-9]*\).*/\1/p')
  if [ "${version%.*}" -lt 3 ] || { [ "${version%.*}" -eq 3 ] && [ "${version#*.}" -lt 25 ]; }; then
    echo "missing: CMake 3.25 or newer; found $version" >&2
    exit 1
  fi
}
