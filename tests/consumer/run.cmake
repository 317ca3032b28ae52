# Runs one consumer test; see CMakeLists.txt beside this file.
set(prefix "${WORK}/moved")
set(consumers "${SOURCE}/tests/consumer")

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(build_and_run name)
  set(build "${WORK}/${name}")
  file(REMOVE_RECURSE "${build}")
  run("${CMAKE_COMMAND}" -S "${consumers}/${name}" -B "${build}" -G "${GENERATOR}"
      "-DCMAKE_BUILD_TYPE=${CONFIG}" "-DCMAKE_CXX_COMPILER=${COMPILER}"
      "-DCMAKE_CXX_FLAGS=${FLAGS}" "-DEXPECTED_VERSION=${VERSION}" ${ARGN})
  run("${CMAKE_COMMAND}" --build "${build}" --config "${CONFIG}")
  run("${build}/consumer")
endfunction()

if(CASE STREQUAL "subdirectory")
  build_and_run(subdirectory "-DTESS_SOURCE=${SOURCE}")
elseif(CASE STREQUAL "install")
  file(REMOVE_RECURSE "${WORK}/first" "${prefix}")
  run("${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${WORK}/first" --config "${CONFIG}")
  file(RENAME "${WORK}/first" "${prefix}")
elseif(CASE STREQUAL "installed")
  build_and_run(installed "-DCMAKE_PREFIX_PATH=${prefix}")
elseif(CASE STREQUAL "pkg_config")
  find_program(pkg_config pkg-config)
  if(NOT pkg_config)
    message(STATUS "SKIPPED: there is no pkg-config")
    return()
  endif()
  set(ENV{PKG_CONFIG_PATH} "${prefix}/${LIBDIR}/pkgconfig")
  execute_process(COMMAND "${pkg_config}" --modversion tess OUTPUT_VARIABLE version
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  if(NOT version VERSION_EQUAL VERSION)
    message(FATAL_ERROR "pkg-config says ${version}, expected ${VERSION}")
  endif()
  execute_process(COMMAND "${pkg_config}" --cflags --libs tess OUTPUT_VARIABLE options
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(options UNIX_COMMAND "${options}")
  separate_arguments(flags UNIX_COMMAND "${FLAGS}")
  file(MAKE_DIRECTORY "${WORK}/pkg_config")
  run("${COMPILER}" -std=c++20 ${flags} "${consumers}/main.cc" "${consumers}/other.cc" ${options}
      -o "${WORK}/pkg_config/consumer")
  run("${WORK}/pkg_config/consumer")
else()
  message(FATAL_ERROR "no case '${CASE}'")
endif()
