#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace tess {

/// 64 tiles of one row or column of a chunk, one bit each; bit i is the tile at offset i.
using BitWord = std::uint64_t;

/// The word in which every bit is set.
inline constexpr BitWord all_bits = ~BitWord{0};

/// Bit i alone; i in 0..63.
constexpr BitWord bit(int i) { return BitWord{1} << i; }

/// Bits 0 to n - 1; n in 0..64.
constexpr BitWord low_bits(int n) { return n >= 64 ? all_bits : bit(n) - 1; }

/// Bits first to first + count - 1; first in 0..63, count in 0..64 - first.
constexpr BitWord bit_range(int first, int count) { return low_bits(count) << first; }

/// Whether bit i is set; i in 0..63.
constexpr bool test_bit(BitWord word, int i) { return ((word >> i) & 1) != 0; }

/// The index of the lowest set bit; 64 where there is none.
constexpr int lowest_bit(BitWord word) { return std::countr_zero(word); }

/// The index of the highest set bit; -1 where there is none.
constexpr int highest_bit(BitWord word) { return 63 - std::countl_zero(word); }

/// The number of set bits, 0 to 64.
constexpr int count_bits(BitWord word) { return std::popcount(word); }

/// Turns 64 row words into 64 column words, or the reverse: bit x of word y goes to bit y of word
/// x. In place, without allocating, in 6 passes of 32 exchanges.
constexpr void transpose(std::span<BitWord, 64> words) {
  BitWord mask = 0x00000000FFFFFFFFu;
  for (int step = 32; step != 0; step >>= 1, mask ^= mask << step) {
    for (int i = 0; i < 64; i = ((i | step) + 1) & ~step) {
      const auto low = static_cast<std::size_t>(i);
      const auto high = static_cast<std::size_t>(i | step);
      const BitWord swap = ((words[low] >> step) ^ words[high]) & mask;
      words[low] ^= swap << step;
      words[high] ^= swap;
    }
  }
}

}  // namespace tess
