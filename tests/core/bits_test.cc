#include <tess/core/bits.h>

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace {

using tess::BitWord;

TEST(Bits, MakesWordsOfRanges) {
  static_assert(tess::bit(0) == 1);
  static_assert(tess::bit(63) == 0x8000000000000000u);
  static_assert(tess::low_bits(0) == 0);
  static_assert(tess::low_bits(1) == 1);
  static_assert(tess::low_bits(63) == 0x7FFFFFFFFFFFFFFFu);
  static_assert(tess::low_bits(64) == tess::all_bits);
  static_assert(tess::bit_range(0, 64) == tess::all_bits);
  static_assert(tess::bit_range(63, 1) == tess::bit(63));
  static_assert(tess::bit_range(63, 0) == 0);
  for (int first = 0; first < 64; ++first) {
    for (int count = 0; count <= 64 - first; ++count) {
      BitWord expected = 0;
      for (int i = first; i < first + count; ++i) expected |= tess::bit(i);
      ASSERT_EQ(tess::bit_range(first, count), expected) << first << ' ' << count;
    }
  }
}

TEST(Bits, FindsTheLowestAndTheHighest) {
  EXPECT_EQ(tess::lowest_bit(0), 64);
  EXPECT_EQ(tess::highest_bit(0), -1);
  EXPECT_EQ(tess::count_bits(0), 0);
  EXPECT_EQ(tess::count_bits(tess::all_bits), 64);
  for (int i = 0; i < 64; ++i) {
    EXPECT_EQ(tess::lowest_bit(tess::bit(i)), i);
    EXPECT_EQ(tess::highest_bit(tess::bit(i)), i);
    EXPECT_EQ(tess::lowest_bit(tess::all_bits << i), i);
    EXPECT_EQ(tess::highest_bit(tess::all_bits >> i), 63 - i);
    EXPECT_TRUE(tess::test_bit(tess::bit(i), i));
    EXPECT_FALSE(tess::test_bit(~tess::bit(i), i));
  }
}

TEST(Transpose, TurnsRowsIntoColumnsAndBack) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 100; ++round) {
    std::array<BitWord, 64> rows;
    for (BitWord& row : rows) {
      row = round % 3 == 0 ? random() : random() & random() & random();
    }
    std::array<BitWord, 64> columns = rows;
    tess::transpose(columns);
    for (int y = 0; y < 64; ++y) {
      for (int x = 0; x < 64; ++x) {
        ASSERT_EQ(tess::test_bit(rows[static_cast<std::size_t>(y)], x),
                  tess::test_bit(columns[static_cast<std::size_t>(x)], y));
      }
    }
    tess::transpose(columns);
    ASSERT_EQ(columns, rows);
  }
}

TEST(Transpose, WorksAtCompileTime) {
  constexpr std::array<BitWord, 64> columns = [] {
    std::array<BitWord, 64> words{};
    words[5] = tess::bit(60);
    tess::transpose(words);
    return words;
  }();
  static_assert(columns[60] == tess::bit(5));
  static_assert(columns[5] == 0);
}

}  // namespace
