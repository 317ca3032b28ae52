#include "support/shrink.h"
#include "support/trial.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace tess::test {
namespace {

std::uint64_t running_seed = 0;

/// Names the seed of the trial in which the program dies: an assertion cannot be shrunk.
void name_seed(int signal) {
  std::fprintf(stderr, "died in the trial of seed %llu; run it with TESS_PROPERTY_SEED\n",
               static_cast<unsigned long long>(running_seed));
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

// TESS_PROPERTY_CASES and TESS_PROPERTY_SEED say how many trials are run, and from which on.
TEST(Property, EverySearchAgreesWithThePlainOne) {
  const std::uint64_t first = number_from_environment("TESS_PROPERTY_SEED", 1);
  const std::uint64_t count = number_from_environment("TESS_PROPERTY_CASES", 400);
  std::printf("seeds %llu to %llu\n", static_cast<unsigned long long>(first),
              static_cast<unsigned long long>(first + count - 1));
  std::signal(SIGABRT, name_seed);
  std::signal(SIGSEGV, name_seed);
  int failures = 0;
  for (std::uint64_t i = 0; i < count && failures < 5; ++i) {
    running_seed = first + i;
    SCOPED_TRACE("seed " + std::to_string(running_seed));
    const Trial trial = make_trial(running_seed);
    const std::string problem = problem_of(trial);
    if (problem.empty()) continue;
    ++failures;
    ADD_FAILURE() << problem << "\n--- the same, smaller ---\n" << reproduction(trial);
  }
  std::signal(SIGABRT, SIG_DFL);
  std::signal(SIGSEGV, SIG_DFL);
}

}  // namespace
}  // namespace tess::test
