#include "cost_bounds.h"

#include <algorithm>
#include <array>

namespace tess::detail {

namespace {

void merge(const std::uint8_t* from, std::uint8_t* into) {
  for (std::size_t i = 0; i < chunk_size; ++i) into[i] = std::min(into[i], from[i]);
}

void add_up(const std::vector<std::uint8_t>& lowest, int lowest_cost,
            std::vector<std::int64_t>& sums) {
  sums[0] = 0;
  for (std::size_t i = 0; i < lowest.size(); ++i) {
    // Nothing enters a column without an open tile, so any cost is a bound.
    sums[i + 1] = sums[i] + (lowest[i] == 255 ? lowest_cost : lowest[i]);
  }
}

}  // namespace

CostBounds::CostBounds(std::int32_t columns, std::int32_t rows, std::int32_t depth)
    : columns_(static_cast<std::size_t>(columns)),
      rows_(static_cast<std::size_t>(rows)),
      depth_(static_cast<std::size_t>(depth)) {}

void CostBounds::update(std::span<const NavChunk> chunks, std::span<const std::uint32_t> changed,
                        int lowest_cost) {
  if (!valid_) {
    const std::size_t count = columns_ * rows_ * depth_;
    column_lowest_.resize(count * chunk_size);
    row_lowest_.resize(count * chunk_size);
    merged_columns_.resize(columns_ * chunk_size);
    merged_rows_.resize(rows_ * chunk_size);
    column_sums_.resize(columns_ * chunk_size + 1);
    row_sums_.resize(rows_ * chunk_size + 1);
    for (const NavChunk& chunk : chunks.first(count)) measure(chunk);
    for (std::size_t cx = 0; cx < columns_; ++cx) merge_column(cx);
    for (std::size_t cy = 0; cy < rows_; ++cy) merge_row(cy);
  } else {
    for (const std::uint32_t slot : changed) {
      measure(chunks[slot]);
      merge_column(slot % columns_);
      merge_row(slot / columns_ % rows_);
    }
  }
  add_up(merged_columns_, lowest_cost, column_sums_);
  add_up(merged_rows_, lowest_cost, row_sums_);
  valid_ = true;
}

void CostBounds::measure(const NavChunk& chunk) {
  std::uint8_t* columns = column_lowest_.data() + std::size_t{chunk.slot} * chunk_size;
  std::uint8_t* rows = row_lowest_.data() + std::size_t{chunk.slot} * chunk_size;
  if (chunk.costs == nullptr) {
    for (std::size_t i = 0; i < chunk_size; ++i) {
      columns[i] = chunk.columns[i] != 0 ? chunk.uniform_cost : 255;
      rows[i] = chunk.rows[i] != 0 ? chunk.uniform_cost : 255;
    }
    return;
  }
  // One less than the cost turns unknown (0) into the greatest byte, so that plain minima work.
  std::array<std::uint8_t, chunk_size> column_least;
  column_least.fill(255);
  for (std::size_t y = 0; y < chunk_size; ++y) {
    const std::uint8_t* row = chunk.costs + y * chunk_size;
    std::uint8_t least = 255;
    for (std::size_t x = 0; x < chunk_size; ++x) {
      const auto cost = static_cast<std::uint8_t>(row[x] - 1);
      least = std::min(least, cost);
      column_least[x] = std::min(column_least[x], cost);
    }
    rows[y] = least >= 254 ? 255 : static_cast<std::uint8_t>(least + 1);
  }
  for (std::size_t x = 0; x < chunk_size; ++x) {
    columns[x] = column_least[x] >= 254 ? 255 : static_cast<std::uint8_t>(column_least[x] + 1);
  }
}

void CostBounds::merge_column(std::size_t cx) {
  std::uint8_t* merged = merged_columns_.data() + cx * chunk_size;
  std::fill(merged, merged + chunk_size, std::uint8_t{255});
  for (std::size_t row = 0; row < rows_ * depth_; ++row) {
    merge(column_lowest_.data() + (row * columns_ + cx) * chunk_size, merged);
  }
}

void CostBounds::merge_row(std::size_t cy) {
  std::uint8_t* merged = merged_rows_.data() + cy * chunk_size;
  std::fill(merged, merged + chunk_size, std::uint8_t{255});
  for (std::size_t z = 0; z < depth_; ++z) {
    for (std::size_t cx = 0; cx < columns_; ++cx) {
      merge(row_lowest_.data() + ((z * rows_ + cy) * columns_ + cx) * chunk_size, merged);
    }
  }
}

}  // namespace tess::detail
