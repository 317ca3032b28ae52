#!/bin/sh
# Builds the examples and runs them: sh examples/run.sh
set -eu
cd "$(dirname "$0")/.."
. cmake/need.sh
need g++ cmake ninja-build libfmt-dev libcli11-dev

build=build/examples
cmake --preset release -B "$build" -DTESS_BUILD_TESTS=OFF -DTESS_WERROR=OFF
cmake --build "$build" --parallel 2

echo
echo "quickstart: the code of README.md"
"$build/examples/quickstart"

echo
echo "pathfind: every query of a scenario, each compared with the stated length"
map=examples/maps/riverside.map
picture=$build/riverside.svg
"$build/examples/pathfind" --map "$map" --scen "$map.scen" --svg "$picture"

echo
echo "The picture of the longest path is $PWD/$picture: open it in a browser."
