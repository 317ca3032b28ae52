#include "support/failures.h"

namespace tess::bench {

namespace {

int count = 0;

}  // namespace

void fail(benchmark::State& state, const std::string& message) {
  ++count;
  state.SkipWithError(message.c_str());
}

int failures() { return count; }

}  // namespace tess::bench
