#pragma once

#include <tess/core/bits.h>
#include <tess/nav/movement.h>
#include <tess/nav/nav_chunk.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tess::detail {

/// A connected part of a chunk, as slot * 2048 + its number in the chunk. Parts are at least two
/// tiles apart within a row, so that no chunk has more than 2048.
using PartId = std::uint32_t;

inline constexpr int part_bits = 11;
inline constexpr PartId part_mask = (PartId{1} << part_bits) - 1;

constexpr PartId part_id(std::uint32_t slot, std::uint32_t part) {
  return slot << part_bits | part;
}

/// A part of one chunk and a part of another that some step joins.
struct Join {
  std::uint16_t part = 0;
  std::uint16_t other = 0;
  std::uint32_t slot = 0;  ///< the other's chunk
};

inline constexpr std::size_t join_east = 0;
inline constexpr std::size_t join_south = 1;  ///< and over the two southern corners
inline constexpr std::size_t join_up = 2;
inline constexpr std::size_t join_lists = 3;

/// The bit of the first tile of each run of set bits.
constexpr BitWord run_starts(BitWord row) { return row & ~(row << 1); }

/// The bit of the last tile of each run of set bits.
constexpr BitWord run_ends(BitWord row) { return row & ~(row >> 1); }

/// The parts of one chunk. Tiles are named by the *runs* of open tiles that the rows of the chunk
/// consist of, numbered row by row from west to east:
///
///     row 0   ##..###.   runs 0, 1          first_run = 0, 2, 3, ...
///     row 1   #.......   run 2              part_of_run = 0, 1, 0, ...
struct ChunkParts {
  std::array<std::uint16_t, 65> first_run{};  // by row; at the end, how many there are
  bool changed = false;                       // tiles opened or closed since the last refresh
  bool linked = false;                        // a link starts or ends here
  std::vector<std::uint16_t> part_of_run;
  std::vector<std::uint32_t> labels;  // by part

  /// The joins with the chunks to the east, to the south and above.
  std::array<std::vector<Join>, join_lists> joins;

  /// The part of an open tile.
  std::uint32_t part_at(const NavChunk& chunk, int x, int y) const {
    if (labels.size() == 1) return 0;
    const auto row = static_cast<std::size_t>(y);
    const int before = count_bits(run_starts(chunk.rows[row]) & low_bits(x + 1)) - 1;
    return part_of_run[first_run[row] + static_cast<std::size_t>(before)];
  }

  /// The part of the first or the last open tile of a row that has one.
  std::uint32_t first_of_row(std::size_t y) const { return part_of_run[first_run[y]]; }
  std::uint32_t last_of_row(std::size_t y) const { return part_of_run[first_run[y + 1] - 1U]; }
};

/// Finds the parts of a chunk and their joins with other chunks.
class PartFinder {
 public:
  explicit PartFinder(const Movement& movement);

  /// Whether steps lead over the corner between two chunks.
  bool corners() const { return reach_east_ != 0; }

  /// Finds the parts; their labels are without meaning.
  void find_parts(const NavChunk& chunk, ChunkParts& parts);

  /// Finds one list of joins; the parts of both chunks must have been found.
  void find_joins(const NavChunk& chunk, std::size_t list, std::span<ChunkParts> parts);

 private:
  std::uint16_t root(std::uint16_t run);
  void unite(std::uint16_t a, std::uint16_t b);
  void number_parts(ChunkParts& parts);
  void join_columns(const NavChunk& chunk, std::span<ChunkParts> parts);
  void join_rows(const NavChunk& chunk, std::span<ChunkParts> parts);
  void join_levels(const NavChunk& chunk, std::span<ChunkParts> parts);
  void add(std::vector<Join>& joins, std::uint32_t part, const NavChunk& other,
           std::uint32_t other_part);

  int reach_east_;  // how far beyond its own columns a run touches runs of the row above
  int reach_west_;
  bool vertical_;
  std::array<std::uint16_t, 2048> up_{};    // by run: another one of its part
  std::array<std::uint16_t, 2048> last_{};  // by run or part: what it was last seen with
};

}  // namespace tess::detail
