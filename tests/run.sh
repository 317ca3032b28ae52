#!/bin/sh
# Builds tess with its tests and runs them: sh tests/run.sh [options of ctest]
set -eu
cd "$(dirname "$0")/.."
. cmake/need.sh
need g++ cmake ninja-build pkg-config libgtest-dev libfmt-dev libcli11-dev

# A newer compiler than those that we test with may warn of more: that is no failure of the tests.
werror=OFF
if [ -n "${CI:-}" ]; then werror=ON; fi

cmake --preset dev "-DTESS_WERROR=$werror"
cmake --build --preset dev
ctest --preset dev "$@"
