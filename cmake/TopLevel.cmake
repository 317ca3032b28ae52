# What only those need who work on tess itself.

set(maps "${PROJECT_SOURCE_DIR}/../shared/maps")
cmake_path(NORMAL_PATH maps)
if(NOT EXISTS "${maps}")
  set(maps "")
endif()
set(TESS_MAPS_DIR "${maps}" CACHE PATH
    "Folder of MovingAI maps for tests and benchmarks; empty where there is none")

get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
if(NOT multi_config AND NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Kind of build" FORCE)
endif()

set(CMAKE_CXX_EXTENSIONS OFF)
