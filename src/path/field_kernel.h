#pragma once

#include <tess/core/bits.h>
#include <tess/nav/movement.h>
#include <tess/nav/nav_map.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "bucket_queue.h"
#include "neighbourhood.h"

#if defined(__SSE2__) && !defined(TESS_NO_SIMD)
#include <emmintrin.h>
#define TESS_SSE2 1
#endif

// What the searches of fields do around one tile whose neighbours all lie in its chunk: look at
// the stamps, write those that become less, and list the tiles that got them. Without a branch,
// since nothing about the next tile can be foreseen. With SSE2 a row of three stamps is one load,
// and the tiles found are written as four offsets that a table gives for the four bits of a mask.

namespace tess::detail {

/// Tiles are listed behind one another in memory that has room for eight more than there are.
struct NodeList {
  NodeId* items;
  std::size_t count;
};

/// Reaches a tile where that is cheaper than before, and lists it if so.
TESS_ALWAYS_INLINE void reach_tile(std::uint32_t* stamps, NodeId to, std::uint32_t before,
                                   std::uint32_t stamp, NodeList& list) {
  list.items[list.count] = to;
  list.count += stamp < before ? 1U : 0U;
  stamps[to] = stamp < before ? stamp : before;
}

/// All bits where a diagonal step is not legal, by the stamps of the two tiles that it passes.
template <Corners corners>
TESS_ALWAYS_INLINE std::uint32_t barred(std::uint32_t a, std::uint32_t b) {
  const auto closed = [](std::uint32_t stamp) { return stamp == 0 ? ~std::uint32_t{0} : 0; };
  if constexpr (corners == Corners::never_cut) return closed(a) | closed(b);
  if constexpr (corners == Corners::cut_one) return closed(a) & closed(b);
  return 0;
}

#if defined(TESS_SSE2)

/// What to add to a node for the tiles of a mask, in the order of its bits.
struct OffsetTable {
  alignas(16) std::array<std::array<std::int32_t, 4>, 16> offsets{};
  std::array<std::uint8_t, 16> counts{};

  constexpr explicit OffsetTable(const std::array<std::int32_t, 4>& bits) {
    for (std::size_t mask = 0; mask < 16; ++mask) {
      for (std::size_t bit = 0; bit < 4; ++bit) {
        if ((mask >> bit & 1) != 0) offsets[mask][counts[mask]++] = bits[bit];
      }
    }
  }
};

inline constexpr OffsetTable straight_offsets{{-1, -64, 1, 64}};
inline constexpr OffsetTable diagonal_offsets{{-65, 63, -63, 65}};

TESS_ALWAYS_INLINE void append(NodeList& list, __m128i node, const OffsetTable& table,
                               unsigned mask) {
  const __m128i offsets =
      _mm_load_si128(reinterpret_cast<const __m128i*>(table.offsets[mask].data()));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(list.items + list.count),
                   _mm_add_epi32(node, offsets));
  list.count += table.counts[mask];
}

/// Three stamps of a row and one more.
TESS_ALWAYS_INLINE __m128i load_row(const std::uint32_t* stamps) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(stamps));
}

/// Writes the candidates where they are less and not barred; returns the lanes as bits.
TESS_ALWAYS_INLINE unsigned lower_row(std::uint32_t* stamps, __m128i row, __m128i candidates,
                                      __m128i bar) {
  // There is only a signed comparison.
  const __m128i bias = _mm_set1_epi32(std::int32_t{-1} << 31);
  const __m128i less = _mm_andnot_si128(
      bar, _mm_cmpgt_epi32(_mm_xor_si128(row, bias), _mm_xor_si128(candidates, bias)));
  const __m128i lowered = _mm_xor_si128(row, _mm_and_si128(_mm_xor_si128(row, candidates), less));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(stamps), lowered);
  return static_cast<unsigned>(_mm_movemask_ps(_mm_castsi128_ps(less)));
}

/// Reaches the four tiles beside one.
TESS_ALWAYS_INLINE void reach_straight(std::uint32_t* stamps, NodeId node, std::uint32_t stamp,
                                       NodeList& list) {
  std::uint32_t* const own = stamps + node;
  // One by one, as they were written: a wider load would have to wait for what was.
  const auto load = [own](int offset) { return _mm_cvtsi32_si128(static_cast<int>(own[offset])); };
  const __m128i beside = _mm_unpacklo_epi64(_mm_unpacklo_epi32(load(-1), load(-64)),
                                            _mm_unpacklo_epi32(load(1), load(64)));
  const __m128i bias = _mm_set1_epi32(std::int32_t{-1} << 31);
  const __m128i all = _mm_set1_epi32(static_cast<int>(stamp));
  const __m128i less = _mm_cmpgt_epi32(_mm_xor_si128(beside, bias), _mm_xor_si128(all, bias));
  const __m128i lowered = _mm_xor_si128(beside, _mm_and_si128(_mm_xor_si128(beside, all), less));
  own[-1] = static_cast<std::uint32_t>(_mm_cvtsi128_si32(lowered));
  own[-64] = static_cast<std::uint32_t>(_mm_cvtsi128_si32(_mm_shuffle_epi32(lowered, 1)));
  own[1] = static_cast<std::uint32_t>(_mm_cvtsi128_si32(_mm_shuffle_epi32(lowered, 2)));
  own[64] = static_cast<std::uint32_t>(_mm_cvtsi128_si32(_mm_shuffle_epi32(lowered, 3)));
  append(list, _mm_set1_epi32(static_cast<int>(node)), straight_offsets,
         static_cast<unsigned>(_mm_movemask_ps(_mm_castsi128_ps(less))));
}

/// Reaches the eight tiles around one; `near` and `far` may be the same memory.
template <Corners corners, class Near, class Far>
TESS_ALWAYS_INLINE void reach_around(std::uint32_t* stamps, NodeId node, std::uint32_t straight,
                                     std::uint32_t diagonal, const Near& near, const Far& far) {
  std::uint32_t* const own = stamps + node;
  const __m128i north = load_row(own - 65);
  const __m128i middle = load_row(own - 1);
  const __m128i south = load_row(own + 63);
  const __m128i corner_lanes = _mm_setr_epi32(-1, 0, -1, 0);
  const __m128i nothing = _mm_setzero_si128();
  __m128i north_bar = nothing;
  __m128i south_bar = nothing;
  if constexpr (corners != Corners::cut_freely) {
    const __m128i sides = _mm_cmpeq_epi32(middle, nothing);
    const __m128i above =
        _mm_shuffle_epi32(_mm_cmpeq_epi32(north, nothing), _MM_SHUFFLE(1, 1, 1, 1));
    const __m128i below =
        _mm_shuffle_epi32(_mm_cmpeq_epi32(south, nothing), _MM_SHUFFLE(1, 1, 1, 1));
    const auto both = [&](__m128i a, __m128i b) {
      return corners == Corners::never_cut ? _mm_or_si128(a, b) : _mm_and_si128(a, b);
    };
    north_bar = _mm_and_si128(both(sides, above), corner_lanes);
    south_bar = _mm_and_si128(both(sides, below), corner_lanes);
  }
  // A candidate of all bits is never less: for the tile itself and the fourth lane.
  const __m128i ones = _mm_set1_epi32(-1);
  const __m128i near_stamp = _mm_set1_epi32(static_cast<int>(straight));
  const __m128i far_stamp = _mm_set1_epi32(static_cast<int>(diagonal));
  const __m128i outer_pair = _mm_unpacklo_epi32(far_stamp, near_stamp);
  const __m128i outer = _mm_unpacklo_epi64(outer_pair, _mm_unpacklo_epi32(far_stamp, ones));
  const __m128i inner = _mm_unpacklo_epi32(near_stamp, ones);
  const unsigned n = lower_row(own - 65, north, outer, north_bar);
  const unsigned m = lower_row(own - 1, middle, inner, nothing);
  const unsigned s = lower_row(own + 63, south, outer, south_bar);
  const __m128i nodes = _mm_set1_epi32(static_cast<int>(node));
  near([&](NodeList& list) { append(list, nodes, straight_offsets, m | (n & 2) | (s & 2) << 2); });
  far([&](NodeList& list) { append(list, nodes, diagonal_offsets, (n & 5) | (s & 5) << 1); });
}

#else

TESS_ALWAYS_INLINE void reach_straight(std::uint32_t* stamps, NodeId node, std::uint32_t stamp,
                                       NodeList& list) {
  for (std::size_t d = 0; d < 4; ++d) {
    const NodeId to = beside(node, d);
    reach_tile(stamps, to, stamps[to], stamp, list);
  }
}

template <Corners corners, class Near, class Far>
TESS_ALWAYS_INLINE void reach_around(std::uint32_t* stamps, NodeId node, std::uint32_t straight,
                                     std::uint32_t diagonal, const Near& near, const Far& far) {
  std::array<std::uint32_t, 4> before;
  near([&](NodeList& list) {
    for (std::size_t d = 0; d < 4; ++d) {
      const NodeId to = beside(node, d);
      before[d] = stamps[to];
      reach_tile(stamps, to, before[d], straight, list);
    }
  });
  far([&](NodeList& list) {
    for (std::size_t d = 4; d < 8; ++d) {
      // South-east lies between east and south, and so on.
      const std::uint32_t bar = barred<corners>(before[d - 4], before[(d - 3) & 3]);
      const NodeId to = beside(node, d);
      reach_tile(stamps, to, stamps[to], diagonal | bar, list);
    }
  });
}

#endif

}  // namespace tess::detail
