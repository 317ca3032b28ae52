#include <benchmark/benchmark.h>

#include "agents_bench.h"
#include "exec_bench.h"
#include "nav_bench.h"
#include "path_bench.h"
#include "path_field_bench.h"
#include "path_many_bench.h"
#include "support/failures.h"
#include "world_bench.h"

#include <vector>

int main(int argc, char** argv) {
  // The shortest time that still gives steady numbers; an argument of the user's comes later and
  // wins.
  char min_time[] = "--benchmark_min_time=0.2";
  std::vector<char*> arguments(argv, argv + argc);
  arguments.insert(arguments.begin() + 1, min_time);
  int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);

  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 1;
  tess::bench::register_exec_cases();
  tess::bench::register_world_cases();
  tess::bench::register_nav_cases();
  tess::bench::register_path_many_cases();
  tess::bench::register_agents_cases();
  tess::bench::register_path_field_cases(TESS_MAPS_DIR);
  tess::bench::register_path_cases(TESS_MAPS_DIR);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return tess::bench::failures() == 0 ? 0 : 1;
}
