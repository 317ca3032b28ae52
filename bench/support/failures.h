#pragma once

#include <benchmark/benchmark.h>

#include <string>

namespace tess::bench {

/// Marks the case as failed, with a message, and lets the whole program end with an error.
void fail(benchmark::State& state, const std::string& message);

/// How many cases have failed.
int failures();

}  // namespace tess::bench
