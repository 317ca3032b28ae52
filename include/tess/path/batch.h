#pragma once

#include <tess/path/search.h>

#include <cstdint>
#include <span>

namespace tess {

/// What a batch did and what it saved. The same on every machine and executor.
struct BatchCounters {
  std::uint64_t duplicates = 0;  ///< requests that equal an earlier one, whose answer they share
  std::uint64_t groups = 0;      ///< sets of starts that one search from their goal answered
  std::uint64_t grouped = 0;     ///< requests that those searches answered
  std::uint64_t searches = 0;    ///< searches in all, those of groups among them
  SearchCounters work;           ///< the work of all searches
};

/// The answers to a batch of requests, borrowed from the planner: valid until its next batch.
struct BatchResult {
  /// One for each request, in their order. In those that a group's search answered, `counters` are
  /// zero: the work is in `BatchCounters::work`.
  std::span<const PathResult> results;

  /// What the batch did.
  BatchCounters counters;
};

}  // namespace tess
