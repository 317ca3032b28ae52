#pragma once

#include <tess/core/bits.h>
#include <tess/nav/movement.h>
#include <tess/nav/nav_chunk.h>
#include <tess/world/storage.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace tess::detail {

using WordRows = std::array<BitWord, 64>;

/// What jump point search reads of one chunk. A *stop* for a straight direction is a tile where a
/// scan in that direction ends: it is closed, or it has a forced neighbour. A tile *sees* in a
/// direction where the scan from it ends at a forced neighbour rather than at a closed tile: only
/// then is the scan worth doing. A *turn* for a diagonal direction is a tile where a diagonal run
/// must pause: it sees along one of the two parts of the diagonal, or the run ends there.
///
/// Turns are stored by diagonals, so that a run too is a scan of words: word (y - x) & 63 (for
/// south-east and north-west) or (y + x) & 63 (for the others) holds in bit x the tile of column x
/// on that diagonal, or on its continuation from the opposite border.
struct JumpChunk {
  std::array<WordRows, 4> stop;  ///< by side; rows for east and west, columns for south and north
  std::array<WordRows, 4> sees;  ///< by side, rows
  std::array<WordRows, 4> turn;  ///< by diagonal direction - 4, diagonals; only for octile steps
  std::array<WordRows, 4> ends;  ///< likewise, rows: the tiles where a diagonal run ends
  std::array<WordRows, 2> vertical_stop;  ///< the stops of south and north once more, as rows
};

/// A chunk in which tiles opened or closed, and a box that holds them.
struct NavChange {
  std::uint32_t slot = 0;
  EditBox box;
};

/// The jump chunks of a map of one cost. Forced neighbours: octile steps that never cut corners
/// (Harabor and Grastien 2014: moving east, the tile to the side is open and the one behind it is
/// closed), and the same words serve cardinal steps in horizontal-first order.
///
/// What a tile sees reaches across chunks: an edit recomputes its own chunk and its neighbours,
/// and walks on in each direction as long as what enters the next chunk changes.
class JumpTable {
 public:
  JumpTable(const Movement& movement, std::int32_t columns, std::int32_t rows, std::int32_t depth);

  /// Whether this kind of movement has jumps at all.
  bool possible() const { return possible_; }
  bool valid() const { return valid_; }
  void invalidate() { valid_ = false; }

  /// Follows changes of the open tiles of these chunks; of all where it was not valid.
  void update(std::span<const NavChunk> chunks, std::span<const NavChange> changed);

  /// For cardinal steps: whether a bit-parallel search beats jumps. Many of the open tiles are
  /// stops, so that scans end soon, but not most of them, as in a maze, where few tiles are reached
  /// at a time.
  bool cluttered() const {
    return open_stops_ * 20 > open_tiles_ * 3 && open_stops_ * 2 < open_tiles_;
  }

  const JumpChunk& operator[](std::uint32_t slot) const { return jumps_[slot]; }

 private:
  /// The open tiles of a chunk, and those of them that are stops to the south.
  struct Tally {
    std::uint16_t tiles = 0;
    std::uint16_t stops = 0;
  };

  void build(std::span<const NavChunk> chunks);
  void find_stops(const NavChunk& chunk);
  void count(const NavChunk& chunk);
  bool find_seen(const NavChunk& chunk, int side);
  void find_turns(std::uint32_t slot, std::uint8_t diagonals);
  void mark(std::uint32_t slot, std::uint8_t diagonals);
  void mark_around(const NavChunk& chunk, EditBox box);

  bool possible_;
  bool diagonal_;
  bool valid_ = false;
  std::uint32_t count_;
  std::vector<JumpChunk> jumps_;  // one more for all beyond the edge: nothing open, nothing seen
  std::vector<Tally> tallies_;    // by chunk, and their sums; only for cardinal steps
  std::uint64_t open_tiles_ = 0;
  std::uint64_t open_stops_ = 0;
  std::vector<std::uint8_t> marked_;
  std::vector<std::uint32_t> work_;
  std::vector<std::uint32_t> affected_;
  std::vector<std::uint32_t> restopped_;
};

}  // namespace tess::detail
