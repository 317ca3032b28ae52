# Runs pathfind as a user would, rightly and wrongly: cmake -D PATHFIND=... -D MAPS=... -D WORK=...
cmake_minimum_required(VERSION 3.25)

set(map "${MAPS}/riverside.map")
set(scenario "${MAPS}/riverside.map.scen")
file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}")

# run(STATUS arguments...): what is printed goes to `out` and `err`.
function(run expected)
  execute_process(COMMAND "${PATHFIND}" ${ARGN}
                  RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE err)
  if(NOT status STREQUAL "${expected}")
    message(SEND_ERROR "pathfind ${ARGN}: expected exit ${expected}, got ${status}\n${out}${err}")
  endif()
  set(out "${out}" PARENT_SCOPE)
  set(err "${err}" PARENT_SCOPE)
endfunction()

function(expect_match text pattern)
  if(NOT "${text}" MATCHES "${pattern}")
    message(SEND_ERROR "expected '${pattern}' in:\n${text}")
  endif()
endfunction()

# The value of a member of the object printed; an error where `out` is not one JSON object.
function(expect_json expected)
  string(JSON value ERROR_VARIABLE failure GET "${out}" ${ARGN})
  if(failure OR NOT value MATCHES "^(${expected})$")
    message(SEND_ERROR "${ARGN}: expected ${expected}, got '${value}' ${failure}, of:\n${out}")
  endif()
endfunction()

function(expect_members count)
  string(JSON members ERROR_VARIABLE failure LENGTH "${out}")
  if(NOT members EQUAL "${count}")
    message(SEND_ERROR "expected ${count} members, got '${members}' ${failure}, of:\n${out}")
  endif()
endfunction()

# Refused with a single line on the error stream, and none on the other.
function(expect_refused pattern)
  run(2 ${ARGN})
  if(NOT err MATCHES "^pathfind: [^\n]*${pattern}[^\n]*\n$" OR NOT out STREQUAL "")
    message(SEND_ERROR "${ARGN}: expected one line with '${pattern}', got:\n${err}${out}")
  endif()
endfunction()

run(0 --help)
expect_match("${out}" "--algorithm .*--json .*Exit status")

# Scenarios.
foreach(algorithm auto astar jps)
  run(0 --map "${map}" --scen "${scenario}" --algorithm ${algorithm} --json)
  expect_members(7)
  expect_json(".*riverside\\.map" map)
  expect_json(236 queries)
  expect_json(236 optimal)
  expect_json("[1-9][0-9]*" expanded)
  foreach(time mean_us p50_us p99_us)
    expect_json("[0-9]+(\\.[0-9]+)?" ${time})
  endforeach()
  if(NOT err STREQUAL "")
    message(SEND_ERROR "expected no progress where nobody looks, got:\n${err}")
  endif()
endforeach()

run(0 --map "${map}" --scen "${scenario}")
expect_match("${out}" "queries +236\n.*optimal +236\n.*median .*99th percentile .*expanded +[1-9]")

run(0 --map "${map}" --scen "${scenario}" --steps cardinal --json)
expect_json(236 queries)
string(JSON type TYPE "${out}" optimal)
if(NOT type STREQUAL "NULL")
  message(SEND_ERROR "expected null, got ${type}")
endif()
run(0 --map "${map}" --scen "${scenario}" --steps cardinal)
expect_match("${out}" "found +236\noptimal +not compared")

# One path, as text, as JSON, as a picture.
run(0 --map "${map}" --from 2,8 --to 70,40)
expect_match("${out}" "status +found\ncost +[0-9.]+ tiles.*length +[0-9.]+\nturns +[0-9]+\n.*S.*G")
run(0 --map "${map}" --from 2,8 --to 70,40 --json)
expect_members(11)
expect_json(found status)
expect_json(1 queries)
run(0 --map "${map}" --from 2,8 --to 46,14 --json)
expect_json(blocked_goal status)
run(0 --map "${map}" --from 2,8 --to 70,40 --svg "${WORK}/path.svg")
expect_match("${out}" "picture .*path\\.svg")
file(READ "${WORK}/path.svg" svg)
expect_match("${svg}" "^<svg .*viewBox=\"0 0 96 64\".*</svg>\n$")
run(0 --map "${map}" --scen "${scenario}" --json --svg "${WORK}/scenario.svg")
expect_members(7)
file(READ "${WORK}/scenario.svg" svg)
expect_match("${svg}" "stroke=\"#d7263d\"")
run(0 --map "${map}" --scen "${scenario}" --from 2,8 --to 70,40)
expect_match("${out}" "optimal +236\n.*status +found\n")

# Lengths that are wrong, and paths that are not there.
set(line "0\triverside.map\t96\t64")
file(WRITE "${WORK}/off.scen" "version 1\n${line}\t2\t8\t4\t8\t2.009\n${line}\t2\t8\t4\t8\t2.02\n")
run(1 --map "${map}" --scen "${WORK}/off.scen" --json)
expect_json(1 optimal)
expect_json(2 queries)
expect_match("${err}" "off\\.scen, line 3: 2,8 to 4,8: expected length 2\\.02000, found 2\\.00000\n")
run(0 --map "${map}" --scen "${WORK}/off.scen" --steps cardinal)
file(WRITE "${WORK}/no_path.scen" "version 1\n${line}\t2\t8\t46\t14\t50\n")
run(1 --map "${map}" --scen "${WORK}/no_path.scen" --json)
expect_json(0 optimal)
expect_match("${err}" "line 2: .*found blocked_goal\n")
file(WRITE "${WORK}/empty.scen" "version 1\n")
run(0 --map "${map}" --scen "${WORK}/empty.scen" --json --svg "${WORK}/none.svg")
expect_json(0 queries)

# Bad arguments.
expect_refused("--map is required")
expect_refused("expected --scen, or --from and --to" --map "${map}")
expect_refused("--from requires --to" --map "${map}" --from 1,1)
expect_refused("--to: expected a tile as X,Y, found '1/1'" --map "${map}" --from 1,1 --to 1/1)
expect_refused("expected a tile of the map of 96 x 64, found 96,0" --map "${map}" --from 1,1 --to 96,0)
expect_refused("did you mean '--algorithm'" --map "${map}" --algoritm=jps)
expect_refused("'--mpa'; did you mean '--map'" --mpa "${map}")
expect_refused("unknown argument 'extra'; see --help" --map "${map}" extra)
expect_refused("--steps: expected cardinal\\|octile, found 'hex'" --map "${map}" --steps hex)

# Bad files.
expect_refused("nowhere\\.map: cannot be opened" --map "${WORK}/nowhere.map" --from 1,1 --to 2,2)
expect_refused("nowhere\\.scen: cannot be opened" --map "${map}" --scen "${WORK}/nowhere.scen")
expect_refused("nowhere/x\\.svg: cannot be opened"
               --map "${map}" --from 2,8 --to 4,8 --svg "${WORK}/nowhere/x.svg")
expect_refused("riverside\\.map\\.scen, line 1: expected 'type octile', found 'version 1'"
               --map "${scenario}" --from 1,1 --to 2,2)
file(WRITE "${WORK}/bad.map" "type octile\nheight 2\nwidth 2\nmap\n..\n.5\n")
expect_refused("bad\\.map, line 6, column 2: expected a terrain letter .*, found '5'"
               --map "${WORK}/bad.map" --from 0,0 --to 1,0)
file(WRITE "${WORK}/bad.scen" "version 1\n${line}\t2\t8\t4\n")
expect_refused("bad\\.scen, line 2: expected bucket, map" --map "${map}" --scen "${WORK}/bad.scen")
file(WRITE "${WORK}/other.scen" "version 1\n0\to.map\t9\t9\t2\t8\t4\t8\t2\n")
expect_refused("other\\.scen, line 2: expected a query on a map of 96 x 64, found 9 x 9"
               --map "${map}" --scen "${WORK}/other.scen")
