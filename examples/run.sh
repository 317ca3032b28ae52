#!/bin/sh
# Builds the examples and runs them on a map of our own: sh examples/run.sh
set -eu
cd "$(dirname "$0")/.."
. cmake/need.sh
need g++ cmake ninja-build pkg-config libfmt-dev libcli11-dev

cmake --preset release -DTESS_WERROR=OFF -DTESS_BUILD_TESTS=OFF
cmake --build --preset release

programs=build/release/examples
maps=examples/maps
picture=build/release/riverside.svg

echo
echo "== colony"
"$programs/colony" --svg build/release/colony.svg

echo
echo "== quickstart"
"$programs/quickstart"

echo "== fire"
"$programs/fire" --svg build/release/fire.svg

echo
echo "== pathfind"
"$programs/pathfind" --map "$maps/riverside.map" --scen "$maps/riverside.map.scen" --svg "$picture"
echo
"$programs/pathfind" --map "$maps/riverside.map" --scen "$maps/riverside.map.scen" --batch
echo
"$programs/pathfind" --map "$maps/riverside.map" --field 70,40 --svg build/release/field.svg
echo
echo "The picture of the longest path is $PWD/$picture"
echo "The picture of the distances is $PWD/build/release/field.svg"
echo "The colony plays in a browser: $PWD/build/release/colony.svg"
