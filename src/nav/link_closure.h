#pragma once

#include <tess/core/bits.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace tess::detail {

/// Which regions lead to which over one-way links, however many in a row: the transitive closure of
/// the graph whose nodes are the regions that one-way links start from or end in, as a bit for each
/// two of them.
class LinkClosure {
 public:
  /// Each edge leads from one region to another. Takes time in proportion to edges * nodes / 64,
  /// more where they run in circles.
  void build(std::span<const std::pair<std::uint32_t, std::uint32_t>> edges);

  bool reaches(std::uint32_t from, std::uint32_t to) const;

 private:
  std::size_t node(std::uint32_t region) const;

  std::vector<std::uint32_t> regions_;  // in order: the nodes
  std::vector<BitWord> reached_;        // by node: a bit for each node
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_;
  std::size_t words_ = 0;
};

}  // namespace tess::detail
