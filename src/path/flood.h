#pragma once

#include <tess/path/search.h>

#include <cstdint>
#include <vector>

#include "search_task.h"

namespace tess::detail {

/// The tiles that can be reached from a tile, found 64 at a time: a chunk's rows spread within
/// their words and into each other until nothing changes, then over its borders.
class Flood {
 public:
  /// Floods from the start of the task. Allocates when it meets a larger map than ever before.
  void run(const SearchTask& task);

  /// The least distance in ticks from a tile that was reached to the goal.
  std::uint64_t nearest_distance(Coord goal) const;

  std::uint64_t scanned_words() const { return scanned_words_; }

 private:
  void spread(const NavChunk& chunk);
  bool spread_rows(const NavChunk& chunk);
  void enter(const NavChunk& chunk, const WordRows& rows);
  void enter_bit(const NavChunk& chunk, int x, int y);
  WordRows open_rows(const NavChunk& chunk) const;
  void list(std::uint32_t slot);

  const NavData* map_ = nullptr;
  bool into_unknown_ = false;
  std::vector<WordRows> reached_;
  std::vector<std::uint8_t> listed_;
  std::vector<std::uint32_t> work_;
  std::uint64_t scanned_words_ = 0;
};

}  // namespace tess::detail
