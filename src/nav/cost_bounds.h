#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <tess/nav/nav_chunk.h>

namespace tess::detail {

/// A lower bound on the entry costs that a path must pay between two tiles of a map on which costs
/// differ: a path that gets from column a to column b enters each column in between, and pays at
/// least the cheapest open tile of each; likewise for rows. The bound is consistent, so that A*
/// with it settles every tile once.
///
/// `sums(axis)[i]` is the sum of the cheapest costs of the columns (or rows) before the i-th, so
/// that each bound is one subtraction. Kept per chunk, so that an edit costs its own chunk, the
/// chunks in line with it, and one pass over the sums.
class CostBounds {
 public:
  CostBounds(std::int32_t columns, std::int32_t rows, std::int32_t depth);

  bool valid() const { return valid_; }
  void invalidate() { valid_ = false; }

  /// Brings the bounds up to date after changes in these chunks; in all where they were not valid.
  void update(std::span<const NavChunk> chunks, std::span<const std::uint32_t> changed,
              int lowest_cost);

  /// columns * 64 + 1 sums from west to east, relative to the map's first chunk.
  std::span<const std::int64_t> column_sums() const { return column_sums_; }

  /// rows * 64 + 1 sums from north to south.
  std::span<const std::int64_t> row_sums() const { return row_sums_; }

 private:
  void measure(const NavChunk& chunk);
  void merge_column(std::size_t cx);
  void merge_row(std::size_t cy);

  std::size_t columns_;
  std::size_t rows_;
  std::size_t depth_;
  bool valid_ = false;
  std::vector<std::uint8_t> column_lowest_;  // 64 a chunk; 255 where no tile is open
  std::vector<std::uint8_t> row_lowest_;
  std::vector<std::uint8_t> merged_columns_;  // the least over all chunks in line
  std::vector<std::uint8_t> merged_rows_;
  std::vector<std::int64_t> column_sums_;
  std::vector<std::int64_t> row_sums_;
};

}  // namespace tess::detail
